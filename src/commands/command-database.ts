/** The PostgreSQL database that a command works on. */
import { pino } from 'pino';
import { ServiceError } from '../errors.js';
import type { Iri } from '../rdf/terms.js';
import { SettingsError } from '../settings/settings.js';
import { Database } from '../store/postgres/database.js';
import { prepareSchema } from '../store/postgres/schema.js';
import { StoreError } from '../store/store-error.js';

/** Commands report by their result and their error. */
export const silent = pino({ level: 'silent' });

/**
 * Opens a database for a command, and closes it at its end.
 *
 * @param base what it is created for, where it is empty; undefined where there must be a store.
 * @throws StoreError when it cannot be reached or has no store, SettingsError for a wrong URL; what `work` throws.
 */
export async function withDatabase<Result>(
  url: string,
  base: Iri | undefined,
  work: (database: Database, base: string) => Promise<Result>,
): Promise<Result> {
  let database: Database;
  try {
    database = new Database({ url, log: silent });
  } catch (cause) {
    throw new SettingsError(`STORE_URL: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  try {
    return await work(database, await prepareSchema(database, base, silent));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new StoreError(`STORE_URL: ${database.name} cannot be used: ${reason}`, { cause: error });
  } finally {
    await database.close();
  }
}
