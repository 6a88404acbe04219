/** `restore <folder>`: a store from a backup, where there is none. */
import { type Settings, SettingsError } from '../settings.js';
import { restore as restoreStore } from '../store/lmdb/backup.js';
import { folderArgument, storeFolder } from './backup.js';

/**
 * Runs the command.
 *
 * @returns what to tell the operator.
 * @throws SettingsError for a wrong use, StoreError as the store's `restore` does.
 */
export async function restore(args: readonly string[], settings: Settings): Promise<string> {
  const source = folderArgument('restore', args);
  const folder = storeFolder('restore', settings);
  if (settings.baseUrl === undefined) throw new SettingsError('BASE_URL is needed beside PORT=0: a backup is for one');
  const { sequence, graphs, createdAt } = await restoreStore(source, folder, settings.baseUrl);
  return `restored the backup of ${createdAt} into ${folder}: commit ${sequence}, ${graphs} graphs`;
}
