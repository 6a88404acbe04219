/** A commit that changes nothing but the position of the record. */
import { randomUUID } from 'node:crypto';
import { storedChanges } from './feed-rows.js';
import type { SqlTransaction } from './sql.js';

/**
 * Adds a commit without changes, in a transaction that holds the lock of the row of positions: a statement of a process
 * that expects the position before it (optimistic-batch.ts) then writes nothing, however late it arrives.
 */
export async function addEmptyCommit(sql: SqlTransaction): Promise<void> {
  await sql`UPDATE cargograph_position SET sequence = sequence + 1 WHERE id = 1`;
  await sql`
    INSERT INTO cargograph_feed (sequence, batch, changes)
    SELECT sequence, ${`empty ${randomUUID()}`}::text, ${storedChanges([])}::text FROM cargograph_position WHERE id = 1`;
}
