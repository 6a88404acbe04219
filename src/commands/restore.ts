/** `restore <folder>`: creates a new store from a backup. */
import { resolve } from 'node:path';
import { type Settings, SettingsError } from '../settings/settings.js';
import { restore as restoreStore } from '../store/folder/backup.js';
import { storeFolder } from './store-folder.js';

/**
 * Runs the command.
 *
 * @returns the report for the operator.
 * @throws SettingsError for a wrong setting, StoreError as the store's `restore`.
 */
export async function restore(source: string, settings: Settings): Promise<string> {
  const folder = storeFolder('restore', settings);
  if (settings.baseUrl === undefined)
    throw new SettingsError('BASE_URL is needed with PORT=0: a backup belongs to one BASE_URL');
  const { sequence, graphs, createdAt } = await restoreStore(resolve(source), folder, settings.baseUrl);
  return `restored the backup of ${createdAt} into ${folder}: commit ${sequence}, ${graphs} graphs`;
}
