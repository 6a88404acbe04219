/**
 * Writes commits with one statement, that is one round trip, where no other process has committed since they began. The
 * statement moves the row of positions from the last commit known to this process, and writes nothing if the database
 * has another one: the commits are then written by a transaction that compares their guards (guarded-batch.ts).
 */
import type { PendingCommit } from '../record.js';
import { rowsOf } from './batch-rows.js';
import { batchStatement, type PositionRow } from './batch-statement.js';
import type { BatchOptions, SeenCommit, WrittenBatch } from './commit-batch.js';
import type { CommitHistory } from './commit-history.js';
import type { SqlTransaction } from './sql.js';

/**
 * The least number of own commits after the last one of another process: while several processes write, most optimistic
 * statements would write nothing.
 */
const MIN_OWN_COMMITS = 8;

export interface OptimisticOptions extends BatchOptions {
  /** The last commit that this process knows of. */
  readonly last: SeenCommit;
}

/** Whether no row is removed: some databases change a table only once in a statement. */
const removesNothing = (commits: readonly PendingCommit[]): boolean =>
  commits.every(({ changes }) =>
    changes.every(({ text, lookups }) => text !== '' && lookups.every(({ removed }) => removed.length === 0)),
  );

/**
 * Whether commits may be written optimistically: no commit in their guards is of another process (own commits have
 * their own locks), and no row is removed.
 */
export function isOptimistic(commits: readonly PendingCommit[], last: number, history: CommitHistory): boolean {
  const oldest = Math.min(...commits.map(({ since }) => since));
  return (
    history.batchOf(last) !== undefined &&
    oldest >= history.lastForeign &&
    last >= history.lastForeign + MIN_OWN_COMMITS &&
    removesNothing(commits)
  );
}

/** @returns undefined when nothing was written, because the database has another last commit or generation. */
export async function writeOptimistically(
  sql: SqlTransaction,
  commits: readonly PendingCommit[],
  { batch, generation, last, notify, stored }: OptimisticOptions,
): Promise<WrittenBatch | undefined> {
  const condition = sql`sequence = ${last.sequence}
    AND EXISTS (SELECT 1 FROM cargograph_feed WHERE sequence = ${last.sequence} AND batch = ${last.batch})
    AND EXISTS (SELECT 1 FROM cargograph_meta WHERE key = 'generation' AND value = ${generation ?? ''})`;
  // What is stored was read before: no other commit may have come since.
  const rows = rowsOf(commits, stored);
  const [position] = await batchStatement(sql, { count: commits.length, rows, batch, condition, notify });
  return position && writtenBatch(commits, position);
}

export function writtenBatch(
  commits: readonly PendingCommit[],
  { sequence, graphs, statements, time }: PositionRow,
): WrittenBatch {
  return { first: sequence - commits.length + 1, position: { sequence, graphs, statements }, time };
}
