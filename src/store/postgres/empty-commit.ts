/** A commit that changes nothing but the position of the record. */
import { nextTime } from './commit-clock.js';
import { storedChanges } from './feed-rows.js';
import type { SqlTransaction } from './sql.js';

/** The batch of the empty commit that is made in place of a batch. */
export const emptyBatch = (batch: string): string => `empty ${batch}`;

/**
 * Adds a commit without changes in place of a batch, in a transaction that holds the lock of the row of positions. A
 * statement that would write the batch then writes nothing, however late it arrives: it expects the position before
 * (optimistic-batch.ts), or that this commit is not there (guarded-batch.ts).
 */
export async function addEmptyCommit(sql: SqlTransaction, batch: string): Promise<void> {
  await sql`UPDATE cargograph_position SET sequence = sequence + 1, time = ${nextTime(sql, 1, 0)} WHERE id = 1`;
  await sql`
    INSERT INTO cargograph_feed (sequence, batch, changes)
    SELECT sequence, ${emptyBatch(batch)}::text, ${storedChanges([])}::text FROM cargograph_position WHERE id = 1`;
}
