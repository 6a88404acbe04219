/** The store's folder, for the commands that work on it. */
import { type Settings, SettingsError } from '../settings/settings.js';

/** The folder of the store. @throws SettingsError for a store in memory or in a database. */
export function storeFolder(command: string, { store }: Settings): string {
  if (store.kind === 'folder') return store.path;
  if (store.kind === 'postgres')
    throw new SettingsError(
      `STORE_URL: use PostgreSQL's tools for ${command}, such as pg_dump and pg_basebackup (docs/operations.md)`,
    );
  throw new SettingsError(`STORE_URL must be file:<folder>: ${command} works on the embedded store on disk only`);
}
