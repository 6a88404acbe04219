/** `restore <folder> [increments…]`: creates a new store from a backup and its increments. */
import { resolve } from 'node:path';
import { type Settings, SettingsError } from '../settings/settings.js';
import { commitTimeIn, dateTimeText } from '../store/commit-time.js';
import { restore as restoreStore } from '../store/folder/backup.js';
import { storeFolder } from './store-folder.js';

export interface RestoreCommandOptions {
  /** The folders of increments that follow the backup. */
  readonly increments?: readonly string[];
  /** An ISO 8601 time with its zone. */
  readonly at?: string | undefined;
}

/**
 * Runs the command.
 *
 * @returns the report for the operator.
 * @throws SettingsError for a wrong setting or time, StoreError as the store's `restore`.
 */
export async function restore(
  source: string,
  settings: Settings,
  { increments = [], ...options }: RestoreCommandOptions = {},
): Promise<string> {
  const folder = storeFolder('restore', settings);
  if (settings.baseUrl === undefined)
    throw new SettingsError('BASE_URL is needed with PORT=0: a backup belongs to one BASE_URL');
  const at = options.at === undefined ? undefined : commitTimeIn(options.at);
  if (options.at !== undefined && at === undefined)
    throw new SettingsError(`--at: ${options.at} is no time with its zone, such as 2026-03-01T09:30:00Z`);
  const paths = increments.map((each) => resolve(each));
  const restored = await restoreStore(resolve(source), folder, settings.baseUrl, { increments: paths, at });
  const { manifest, sequence, time } = restored;
  const { createdAt, graphs } = manifest;
  const report = `restored the backup of ${createdAt} into ${folder}: commit ${String(sequence)}`;
  if (increments.length === 0) return `${report}, ${String(graphs)} graphs`;
  return `${report} of ${dateTimeText(time ?? 0)}, with ${String(increments.length)} increments; "check" compares it`;
}
