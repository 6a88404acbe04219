/**
 * Writes commits with one statement, and so in one round trip, where no other process has committed since they began. The
 * statement moves the row of positions from the commit that this process knows as the last one, and writes nothing where
 * the database has another one: then the commits are written by the steps that compare their guards (commit-batch.ts).
 */
import type { GraphChange, PendingCommit } from '../record.js';
import { rowsOf } from './batch-rows.js';
import { type BatchOptions, CHANNEL, type Position, slotsOf, type WrittenBatch } from './commit-batch.js';
import type { CommitHistory } from './commit-history.js';
import type { SqlTransaction } from './sql.js';

/**
 * So many commits of this process must have followed the last one of another: while several processes write, most such
 * statements would write nothing.
 */
const MIN_OWN_COMMITS = 8;

/** The feed is trimmed by the other steps, when a multiple of this is passed. */
const TRIM_INTERVAL = 256;

export interface OptimisticOptions extends Omit<BatchOptions, 'last' | 'feedLength'> {
  /** The last commit that this process knows of. */
  readonly last: { readonly sequence: number; readonly batch: string };
}

/**
 * Whether commits may be written so: no commit that they are guarded against is of another process (those of this one have
 * its own locks), and no row is removed, as some databases change a table only once in a statement.
 */
export function isOptimistic(commits: readonly PendingCommit[], last: number, history: CommitHistory): boolean {
  const oldest = Math.min(...commits.map(({ since }) => since));
  return (
    history.batchOf(last) !== undefined &&
    oldest >= history.lastForeign &&
    last >= history.lastForeign + MIN_OWN_COMMITS &&
    Math.floor(last / TRIM_INTERVAL) === Math.floor((last + commits.length) / TRIM_INTERVAL) &&
    commits.every(({ changes }) =>
      changes.every(({ text, lookups }) => text !== '' && lookups.every(({ removed }) => removed.length === 0)),
    )
  );
}

/** @returns undefined when nothing was written, because the database has another last commit or generation. */
export async function writeOptimistically(
  sql: SqlTransaction,
  commits: readonly PendingCommit[],
  { batch, generation, last, notify }: OptimisticOptions,
): Promise<WrittenBatch | undefined> {
  const sequenced = commits.map(({ changes, lockKeys }, index) => ({
    sequence: last.sequence + index + 1,
    changes,
    slots: slotsOf(lockKeys),
  }));
  const there = new Set(commits.flatMap(({ changes }) => changes.filter(wasThere).map(({ graph }) => graph)));
  const rows = rowsOf(sequenced, (graph) => there.has(graph));
  const json = JSON.stringify;
  const notified = notify === undefined ? sql`` : sql`, pg_notify(${CHANNEL}, ${notify})`;
  const [position] = await sql<Position[]>`
    WITH moved AS (
      UPDATE cargograph_position
      SET sequence = sequence + ${commits.length}::bigint,
        graphs = graphs + ${rows.graphGrowth}::bigint,
        statements = statements + ${rows.statementGrowth}::bigint
      WHERE id = 1 AND sequence = ${last.sequence}
        AND EXISTS (SELECT 1 FROM cargograph_feed WHERE sequence = ${last.sequence} AND batch = ${last.batch})
        AND EXISTS (SELECT 1 FROM cargograph_meta WHERE key = 'generation' AND value = ${generation ?? ''})
      RETURNING sequence, graphs, statements),
    feed AS (
      INSERT INTO cargograph_feed (sequence, batch, changes)
      SELECT r.sequence, ${batch}::text, r.changes
      FROM moved CROSS JOIN json_to_recordset(${json(rows.feed)}::text::json) AS r(sequence bigint, changes text)),
    slots AS (
      INSERT INTO cargograph_lock_slots (slot, sequence)
      SELECT r.slot, r.sequence
      FROM moved CROSS JOIN json_to_recordset(${json(rows.slots)}::text::json) AS r(slot int, sequence bigint)
      ON CONFLICT (slot) DO UPDATE SET sequence = excluded.sequence),
    graphs AS (
      INSERT INTO cargograph_graphs (name, text, checksum, sequence)
      SELECT r.name, r.text, r.checksum, r.sequence
      FROM moved CROSS JOIN json_to_recordset(${json(rows.written)}::text::json)
        AS r(name text, text text, checksum text, sequence bigint)
      ON CONFLICT (name) DO UPDATE
      SET text = excluded.text, checksum = excluded.checksum, sequence = excluded.sequence),
    lookups AS (
      INSERT INTO cargograph_lookups (lookup, part, place, value)
      SELECT r.lookup, r.part, r.place, r.value
      FROM moved CROSS JOIN json_to_recordset(${json(rows.added)}::text::json)
        AS r(lookup text, part text, place double precision, value text)
      ON CONFLICT (lookup, part, place, value) DO NOTHING),
    counts AS (
      INSERT INTO cargograph_counts (lookup, part, entries)
      SELECT r.lookup, r.part, r.entries
      FROM moved CROSS JOIN json_to_recordset(${json(rows.counts)}::text::json)
        AS r(lookup text, part text, entries bigint)
      ON CONFLICT (lookup, part) DO UPDATE SET entries = cargograph_counts.entries + excluded.entries)
    SELECT sequence, graphs, statements${notified} FROM moved`;
  if (position === undefined) return undefined;
  return {
    outcomes: sequenced.map(({ sequence }) => ({ kind: 'written', sequence })),
    before: last.sequence,
    position,
  };
}

/** Whether a graph was there before it was changed: then it had statements that were not added. */
function wasThere({ text, growth }: GraphChange): boolean {
  let statements = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) statements += 1;
  return statements > growth;
}
