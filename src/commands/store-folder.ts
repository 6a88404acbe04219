/** What the commands that work on the store's folder need of the settings. */
import { type Settings, SettingsError } from '../settings/settings.js';

/** The folder of the store. @throws SettingsError for a store in memory or at another address. */
export function storeFolder(command: string, { store }: Settings): string {
  if (store.kind === 'folder') return store.path;
  throw new SettingsError(`STORE_URL must be file:<folder>: ${command} is about the embedded store on disk`);
}
