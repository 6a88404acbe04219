/**
 * The statement that moves the row of positions and writes a whole batch of commits, or nothing if its condition fails.
 */
import type { CommitTime } from '../commit-time.js';
import type { BatchRows } from './batch-rows.js';
import { CHANNEL, type Position } from './commit-batch.js';
import { nextTime } from './commit-clock.js';
import type { Fragment, Pending, SqlTransaction } from './sql.js';

export interface BatchStatement {
  /** The number of commits. */
  readonly count: number;
  /** The rows of the commits (`rowsOf`). Removals are not written here. */
  readonly rows: BatchRows;
  readonly batch: string;
  /** Of the row of positions. */
  readonly condition: Fragment;
  /** The payload for the listeners of other nodes; undefined for a database without notifications. */
  readonly notify: string | undefined;
  /** Later commits are read with the batch: the first of those before the batch. */
  readonly readUpTo?: number;
}

/** The position after a batch. */
export interface PositionRow extends Position {
  readonly time: CommitTime;
  /** As JSON. */
  readonly foreign_commits?: string | null;
}

/** The number of commits of other processes read with a batch. */
const MAX_FOREIGN = 200;

/** @returns the position after the batch, and the foreign commits; none if the condition fails. */
export function batchStatement(
  sql: SqlTransaction,
  { count, rows, batch, condition, notify, readUpTo }: BatchStatement,
): Pending<PositionRow> {
  const json = JSON.stringify;
  const notified = notify === undefined ? sql`` : sql`, pg_notify(${CHANNEL}, ${notify})`;
  // A read does not see the writes of the same statement.
  const foreign =
    readUpTo === undefined
      ? sql``
      : sql`, (
          SELECT json_agg(json_build_object('sequence', f.sequence, 'batch', f.batch, 'changes', f.changes))::text
          FROM (
            SELECT sequence, batch, changes FROM cargograph_feed WHERE sequence > ${readUpTo}
            ORDER BY sequence LIMIT ${MAX_FOREIGN}) AS f) AS foreign_commits`;
  return sql<PositionRow[]>`
    WITH moved AS (
      UPDATE cargograph_position
      SET sequence = sequence + ${count}::bigint,
        graphs = graphs + ${rows.graphGrowth}::bigint,
        statements = statements + ${rows.statementGrowth}::bigint,
        entries = entries + ${rows.log.entries.length}::bigint,
        time = ${nextTime(sql, rows.span, rows.closes)}
      WHERE id = 1 AND ${condition}
      RETURNING sequence, graphs, statements, time, sequence - ${count}::bigint AS previous,
        time - ${rows.span - 1}::bigint AS first_time, entries - ${rows.log.entries.length}::bigint AS first_entry),
    feed AS (
      INSERT INTO cargograph_feed (sequence, batch, changes)
      SELECT moved.previous + r.sequence, ${batch}::text, r.changes
      FROM moved CROSS JOIN json_to_recordset(${json(rows.feed)}::text::json) AS r(sequence bigint, changes text)),
    slots AS (
      INSERT INTO cargograph_lock_slots (slot, sequence)
      SELECT r.slot, moved.previous + r.sequence
      FROM moved CROSS JOIN json_to_recordset(${json(rows.slots)}::text::json) AS r(slot int, sequence bigint)
      ON CONFLICT (slot) DO UPDATE SET sequence = excluded.sequence),
    graphs AS (
      INSERT INTO cargograph_graphs (name, text, checksum, sequence)
      SELECT r.name, r.text, r.checksum, moved.previous + r.sequence
      FROM moved CROSS JOIN json_to_recordset(${json(rows.written)}::text::json)
        AS r(name text, text text, checksum text, sequence bigint)
      ON CONFLICT (name) DO UPDATE
      SET text = excluded.text, checksum = excluded.checksum, sequence = excluded.sequence),
    lookups AS (
      INSERT INTO cargograph_lookups (lookup, part, place, value)
      SELECT r.lookup, r.part, CASE WHEN r.timed THEN moved.first_time + r.place ELSE r.place END, r.value
      FROM moved CROSS JOIN json_to_recordset(${json(rows.added)}::text::json)
        AS r(lookup text, part text, place double precision, value text, timed boolean)
      ON CONFLICT (lookup, part, place, value) DO NOTHING),
    counts AS (
      INSERT INTO cargograph_counts (lookup, part, entries)
      SELECT r.lookup, r.part, r.entries
      FROM moved CROSS JOIN json_to_recordset(${json(rows.counts)}::text::json)
        AS r(lookup text, part text, entries bigint)
      ON CONFLICT (lookup, part) DO UPDATE SET entries = cargograph_counts.entries + excluded.entries)
      ${logParts(sql, rows.log)}
    SELECT sequence, graphs, statements, time${notified}${foreign} FROM moved`;
}

/** The parts of the statement that write to the log of proofs; most batches leave salts and values alone. */
function logParts(sql: SqlTransaction, { entries, newest, salts, values }: BatchRows['log']): Fragment {
  const json = JSON.stringify;
  const appended =
    entries.length === 0
      ? sql``
      : sql`, log_entries AS (
      INSERT INTO cargograph_log (position, record, leaf)
      SELECT moved.first_entry + r.position, r.record, r.leaf
      FROM moved CROSS JOIN json_to_recordset(${json(entries)}::text::json) AS r(position bigint, record text, leaf text)),
    log_newest AS (
      INSERT INTO cargograph_log_newest (name, position, salts)
      SELECT r.name, moved.first_entry + r.position, r.salts
      FROM moved CROSS JOIN json_to_recordset(${json(newest)}::text::json) AS r(name text, position bigint, salts text)
      ON CONFLICT (name) DO UPDATE SET position = excluded.position, salts = excluded.salts)`;
  const left =
    salts.length === 0
      ? sql``
      : sql`, log_salts AS (
      UPDATE cargograph_log_newest AS n SET salts = r.salts
      FROM moved CROSS JOIN json_to_recordset(${json(salts)}::text::json) AS r(name text, salts text)
      WHERE n.name = r.name)`;
  const put =
    values.length === 0
      ? sql``
      : sql`, log_values AS (
      INSERT INTO cargograph_log_values (key, value)
      SELECT r.key, r.value
      FROM moved CROSS JOIN json_to_recordset(${json(values)}::text::json) AS r(key text, value text)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value)`;
  return sql`${appended}${left}${put}`;
}
