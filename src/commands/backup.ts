/** `backup <folder>`: a copy of the store as it is now, while the node runs or not. */
import { resolve } from 'node:path';
import type { Clock } from '../clock.js';
import type { Settings } from '../settings/settings.js';
import { backUp } from '../store/folder/backup.js';
import { storeFolder } from './store-folder.js';

/**
 * Runs the command.
 *
 * @returns the report for the operator.
 * @throws SettingsError for a wrong setting, StoreError as `backUp` does.
 */
export async function backup(folder: string, settings: Settings, clock: Clock): Promise<string> {
  const target = resolve(folder);
  const { sequence, graphs, bytes, createdAt } = await backUp(storeFolder('backup', settings), target, clock);
  return `backup of ${createdAt} in ${target}: commit ${sequence}, ${graphs} graphs, ${bytes} bytes, every graph checked`;
}
