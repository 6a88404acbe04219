/** Opens the store in a PostgreSQL database. */
import { ServiceError } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import { GraphStore, type GraphStoreOptions } from '../graph-store/graph-store.js';
import type { GraphRecord } from '../record.js';
import { StoreError } from '../store-error.js';
import { Database } from './database.js';
import { generationOf, serializeGeneration } from './generation.js';
import { migrate } from './migration.js';
import { PostgresRecord } from './postgres-record.js';
import { prepareSchema } from './schema.js';

export interface PostgresStoreOptions extends GraphStoreOptions {
  readonly base: Iri;
  readonly feedLength?: number;
  readonly around: (record: GraphRecord) => GraphRecord;
}

/**
 * Opens the store in a database; its tables are created when absent.
 *
 * @throws StoreError when the database cannot be used, or its store is of another format or for another base.
 */
export async function openPostgresStore(options: PostgresStoreOptions, url: string): Promise<GraphStore> {
  const { base, log, lookups, feedLength = 100_000 } = options;
  let database: Database;
  try {
    database = new Database({ url, log });
  } catch (cause) {
    throw new StoreError(`STORE_URL: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  try {
    await prepareSchema(database, base, log);
    await migrate(database, lookups, log);
    const generation = serializeGeneration(generationOf(lookups));
    const record = await PostgresRecord.open(database, { feedLength, generation, log });
    log.info({ ...record.size, database: database.name }, 'the store is open');
    return new GraphStore(options, options.around(record));
  } catch (error) {
    await database.close();
    if (error instanceof StoreError) throw error;
    throw new StoreError(`STORE_URL: ${database.name} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** The reason at the bottom of an error: a ServiceError has a text for callers. */
function reasonOf(error: unknown): string {
  const cause = error instanceof ServiceError && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
