/** `backup <folder>`: a copy of the store as it is now, while the node runs or not. */
import { resolve } from 'node:path';
import type { Clock } from '../clock.js';
import { type Settings, SettingsError } from '../settings.js';
import { backUp } from '../store/lmdb/backup.js';

/** The folder that a command is to work on; the operator's mistake otherwise. */
export function folderArgument(command: string, args: readonly string[]): string {
  const [folder, ...others] = args;
  if (folder === undefined || folder === '' || folder.startsWith('-') || others.length > 0) {
    throw new SettingsError(`usage: node dist/main.js ${command} <folder>`);
  }
  return resolve(folder);
}

/** The folder of the store; a store in memory or elsewhere has none. */
export function storeFolder(command: string, { store }: Settings): string {
  if (store.kind === 'folder') return store.path;
  throw new SettingsError(`STORE_URL must be file:<folder>: ${command} is about the embedded store on disk`);
}

/**
 * Runs the command.
 *
 * @returns what to tell the operator.
 * @throws SettingsError for a wrong use, StoreError as `backUp` does.
 */
export async function backup(args: readonly string[], settings: Settings, clock: Clock): Promise<string> {
  const target = folderArgument('backup', args);
  const { sequence, graphs, bytes, createdAt } = await backUp(storeFolder('backup', settings), target, clock);
  return `backup of ${createdAt} in ${target}: commit ${sequence}, ${graphs} graphs, ${bytes} bytes, every graph checked`;
}
