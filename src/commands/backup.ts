/** `backup <folder>`: copies the current store, whether or not the node runs. */
import { resolve } from 'node:path';
import type { Clock } from '../clock.js';
import type { Settings } from '../settings/settings.js';
import { recordBackup } from '../store/folder/backup-record.js';
import { backUp } from '../store/folder/backup.js';
import { storeFolder } from './store-folder.js';

/**
 * Runs the command.
 *
 * @returns the report for the operator.
 * @throws SettingsError for a wrong setting, StoreError as `backUp`.
 */
export async function backup(folder: string, settings: Settings, clock: Clock): Promise<string> {
  const target = resolve(folder);
  const store = storeFolder('backup', settings);
  const { sequence, graphs, bytes, createdAt } = await backUp(store, target, clock);
  const isRecorded = await recordBackup(store, createdAt).then(
    () => true,
    () => false,
  );
  const note = isRecorded ? '' : `; its time could not be written to ${store}, so the metric of its age is wrong`;
  return `backup of ${createdAt} in ${target}: commit ${sequence}, ${graphs} graphs, ${bytes} bytes, every graph checked${note}`;
}
