/** The PostgreSQL database of a command. */
import { pino } from 'pino';
import { ServiceError } from '../errors.js';
import type { Iri } from '../rdf/terms.js';
import { SettingsError } from '../settings/settings.js';
import { Database } from '../store/postgres/database.js';
import { prepareSchema } from '../store/postgres/schema.js';
import { StoreError } from '../store/store-error.js';

/** Commands report with their result and their errors. */
export const silent = pino({ level: 'silent' });

/**
 * Opens a database for a command, and closes it at the end.
 *
 * @param base the base URL for creating a store in an empty database; undefined if a store must exist.
 * @throws StoreError for an unreachable database or one without a store, SettingsError for a wrong URL; errors of
 * `work`.
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
