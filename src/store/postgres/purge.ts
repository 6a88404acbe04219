/**
 * Takes what was erased out of the tables of a database (P40): the feed names partitions of lookups, such as words and
 * identifiers, and VACUUM removes the rows that no reader sees any more.
 */
import type { Database } from './database.js';
import { withoutPartitions } from './feed-rows.js';
import { TABLE_NAMES } from './schema.js';

/**
 * @param sequence the commits until this one have been read by every process that follows the feed; a slower one finds a
 * gap, and reads all again.
 * @throws ServiceError
 */
export async function purgeDatabase(database: Database, sequence: number, signal?: AbortSignal): Promise<void> {
  await database.run(async (sql) => {
    await sql`DELETE FROM cargograph_feed WHERE sequence < ${sequence}`;
    const [last] = await sql<{ changes: string }[]>`SELECT changes FROM cargograph_feed WHERE sequence = ${sequence}`;
    if (last !== undefined)
      await sql`UPDATE cargograph_feed SET changes = ${withoutPartitions(last.changes)} WHERE sequence = ${sequence}`;
  });
  await database.vacuum(TABLE_NAMES, signal);
}
