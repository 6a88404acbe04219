/**
 * Writes commits where other processes write, too, in a transaction of one round trip: all of its statements are sent at once.
 * The first one locks the row of positions; the next one compares the guards of all commits and writes all or nothing. In
 * between the lock waits for the server alone, and not for a process that is busy.
 */
import type { PendingCommit } from '../record.js';
import { batchStatement, relativeRows } from './batch-statement.js';
import { type BatchOptions, slotsOf, type WrittenBatch } from './commit-batch.js';
import { emptyBatch } from './empty-commit.js';
import type { FeedRow } from './feed-rows.js';
import { writtenBatch } from './optimistic-batch.js';
import type { SqlTransaction } from './sql.js';

/** How many commits of other processes are read with a batch. */
const MAX_FOREIGN = 200;

export interface GuardedOptions extends BatchOptions {
  /** The last commit that this process knows of. */
  readonly known: number;
  /** Whether the oldest entries of the feed are deleted. */
  readonly trims: boolean;
}

export interface GuardedBatch extends WrittenBatch {
  /** The commits of other processes between the one that was known as the last and the batch: the first of them. */
  readonly foreign: readonly FeedRow[];
}

/**
 * Sends all statements at once; to be called between BEGIN and COMMIT that are sent with them.
 *
 * @returns undefined when nothing was written: one of the commits is in conflict, or the database is not what was expected.
 */
export async function writeGuarded(
  sql: SqlTransaction,
  commits: readonly PendingCommit[],
  options: GuardedOptions,
): Promise<GuardedBatch | undefined> {
  const { batch, generation, last, known, feedLength, notify, trims } = options;
  const rows = relativeRows(commits);
  const since = Math.max(...commits.map((commit) => commit.since));
  const [slots, graphs] = guardsOf(commits);
  // The lock and the statement that needs it are of one transaction, which the value tells that lasts as long as it does:
  // had BEGIN failed, each would be one of its own.
  const locked = sql`
    SELECT set_config('cargograph.batch', ${batch}::text, true) FROM cargograph_position WHERE id = 1 FOR UPDATE`;
  const expected =
    last === undefined
      ? sql``
      : sql`AND EXISTS (SELECT 1 FROM cargograph_feed WHERE sequence = ${last.sequence} AND batch = ${last.batch})`;
  // A statement that arrives late, after its outcome was found out, finds the empty commit that was made then: it is in the
  // feed as long as the position is within the feed's length.
  const condition = sql`current_setting('cargograph.batch', true) = ${batch}::text
    AND sequence >= ${since} AND sequence <= ${known + feedLength}
    AND EXISTS (SELECT 1 FROM cargograph_meta WHERE key = 'generation' AND value = ${generation ?? ''})
    ${expected}
    AND NOT EXISTS (
      SELECT 1 FROM cargograph_feed WHERE sequence > ${known} AND batch = ${emptyBatch(batch)})
    AND NOT EXISTS (
      SELECT 1 FROM json_to_recordset(${slots}::text::json) AS wanted(slot int, since bigint)
      CROSS JOIN LATERAL (
        SELECT sequence FROM cargograph_lock_slots WHERE slot = wanted.slot LIMIT 1) AS found
      WHERE found.sequence > wanted.since)
    AND NOT EXISTS (
      SELECT 1 FROM json_to_recordset(${graphs}::text::json) AS wanted(name text, since bigint)
      CROSS JOIN LATERAL (
        SELECT sequence FROM cargograph_graphs WHERE name = wanted.name LIMIT 1) AS found
      WHERE found.sequence > wanted.since)`;
  const written = batchStatement(sql, { count: commits.length, rows, batch, condition, notify });
  const isWritten = sql`EXISTS (SELECT 1 FROM cargograph_feed WHERE sequence > ${known} AND batch = ${batch}::text)`;
  const json = JSON.stringify;
  const removals = [
    ...(rows.dropped.length === 0
      ? []
      : [
          sql`
            DELETE FROM cargograph_graphs
            WHERE name IN (SELECT value FROM json_array_elements_text(${json(rows.dropped)}::text::json))
            AND ${isWritten}`,
        ]),
    ...(rows.removed.length === 0
      ? []
      : [
          sql`
            DELETE FROM cargograph_lookups WHERE (lookup, part, place, value) IN (
              SELECT lookup, part, place, value FROM json_to_recordset(${json(rows.removed)}::text::json)
              AS r(lookup text, part text, place double precision, value text))
            AND ${isWritten}`,
          sql`
            DELETE FROM cargograph_counts WHERE entries = 0 AND (lookup, part) IN (
              SELECT lookup, part FROM json_to_recordset(${json(rows.counts)}::text::json) AS r(lookup text, part text))`,
        ]),
    ...(trims
      ? [
          sql`
            DELETE FROM cargograph_feed
            WHERE sequence <= (SELECT sequence FROM cargograph_position WHERE id = 1) - ${feedLength}::bigint`,
        ]
      : []),
  ];
  const foreign = sql<FeedRow[]>`
    SELECT sequence, batch, changes FROM cargograph_feed
    WHERE sequence > ${known} AND batch <> ${batch}::text ORDER BY sequence LIMIT ${MAX_FOREIGN}`;
  const sent = [locked.execute(), written.execute(), ...removals.map((each) => each.execute()), foreign.execute()];
  await Promise.all(sent);
  const [position] = await written;
  return position && { ...writtenBatch(commits, position), foreign: await foreign };
}

/** What the commits are guarded by, as JSON; of what several of them change, the oldest that any of them has seen. */
function guardsOf(commits: readonly PendingCommit[]): readonly [slots: string, graphs: string] {
  const slots = new Map<number, number>();
  const graphs = new Map<string, number>();
  const put = <Key>(guards: Map<Key, number>, key: Key, since: number): void => {
    guards.set(key, Math.min(since, guards.get(key) ?? since));
  };
  for (const { lockKeys, changes, since } of commits) {
    for (const slot of slotsOf(lockKeys)) put(slots, slot, since);
    for (const { graph } of changes) put(graphs, graph, since);
  }
  return [
    JSON.stringify(Array.from(slots, ([slot, since]) => ({ slot, since }))),
    JSON.stringify(Array.from(graphs, ([name, since]) => ({ name, since }))),
  ];
}
