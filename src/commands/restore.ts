/** `restore <folder> [increments…]`: creates a new store from a backup and its increments. */
import { dirname, resolve } from 'node:path';
import { keyOf, type ListLine } from '../erasure-list/line.js';
import { appendLines } from '../erasure-list/list-file.js';
import { readList } from '../erasure-list/lists.js';
import { iri } from '../rdf/terms.js';
import { erasureListBeside, type Settings, SettingsError } from '../settings/settings.js';
import { commitTimeIn, dateTimeText } from '../store/commit-time.js';
import { restore as restoreStore } from '../store/folder/backup.js';
import { exists } from '../store/folder/file-checks.js';
import { makeFolder } from '../store/folder/folders.js';
import { UriScheme } from '../uris.js';
import { storeFolder } from './store-folder.js';

export interface RestoreCommandOptions {
  /** The folders of increments that follow the backup. */
  readonly increments?: readonly string[];
  /** An ISO 8601 time with its zone. */
  readonly at?: string | undefined;
  /** Further lists of erasures: the node carries them out at its next start (P43). */
  readonly lists?: readonly string[];
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
  { increments = [], lists = [], ...options }: RestoreCommandOptions = {},
): Promise<string> {
  const folder = storeFolder('restore', settings);
  if (settings.baseUrl === undefined)
    throw new SettingsError('BASE_URL is needed with PORT=0: a backup belongs to one BASE_URL');
  const at = options.at === undefined ? undefined : commitTimeIn(options.at);
  if (options.at !== undefined && at === undefined)
    throw new SettingsError(`--at: ${options.at} is no time with its zone, such as 2026-03-01T09:30:00Z`);
  const [backup, ...paths] = [resolve(source), ...increments.map((each) => resolve(each))] as const;
  const beside = [backup, ...paths].map(erasureListBeside);
  const further = lists.map((list) => resolve(list));
  // Before there is a store: it is not to be without what was erased since.
  const listed = await addLists(settings, beside, further, new UriScheme(iri(settings.baseUrl)));
  const restored = await restoreStore(backup, folder, settings.baseUrl, { increments: paths, at });
  const { manifest, sequence, time } = restored;
  const { createdAt, graphs } = manifest;
  const report = `restored the backup of ${createdAt} into ${folder}: commit ${String(sequence)}`;
  if (increments.length === 0) return `${report}, ${String(graphs)} graphs${listed}`;
  const whole = `${report} of ${dateTimeText(time ?? 0)}, with ${String(increments.length)} increments`;
  return `${whole}; "check" compares it${listed}`;
}

/**
 * Adds lists to that of the store.
 *
 * @param beside those of the backup and its increments, which need not be there.
 * @returns what is said of it.
 * @throws SettingsError for a list that cannot be read, or written.
 */
async function addLists(
  { erasureListFile: file }: Settings,
  beside: readonly string[],
  files: readonly string[],
  uris: UriScheme,
): Promise<string> {
  if (file === undefined) return '';
  const known = new Set((await readList('ERASURE_LIST_FILE', file, uris)).map(keyOf));
  const further: ListLine[] = [];
  for (const each of beside) further.push(...(await readList('the list of the backup', each, uris)));
  for (const each of files) {
    if (!(await exists(each))) throw new SettingsError(`--erasures: ${each} is not there`);
    further.push(...(await readList('--erasures', each, uris)));
  }
  const added = new Map(further.map((line) => [keyOf(line), line]));
  for (const key of known) added.delete(key);
  const count = known.size + added.size;
  if (count === 0) return '';
  try {
    if (added.size > 0) {
      await makeFolder(dirname(file));
      await appendLines(file, [...added.values()]);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`ERASURE_LIST_FILE: ${file} cannot be written: ${reason}`, { cause });
  }
  return `; at its start the node carries out what the store lacks of the ${count} lines in ${file}`;
}
