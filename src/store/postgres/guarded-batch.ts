/**
 * Writes commits, all or none, where other processes write, too, or rows are removed: in a transaction whose statements
 * are sent together. The first statement locks the row of positions: the commits of all nodes have one order without
 * gaps, and the next statement sees all earlier ones. That one compares the guards of all commits and writes them. The
 * lock therefore waits for the server alone, never for a busy process.
 */
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import type { PendingCommit } from '../record.js';
import { type BatchRows, rowsOf } from './batch-rows.js';
import { batchStatement, type PositionRow } from './batch-statement.js';
import { type BatchOptions, slotsOf, type WrittenBatch } from './commit-batch.js';
import { incompleteTables } from './database-errors.js';
import { emptyBatch } from './empty-commit.js';
import type { FeedRow } from './feed-rows.js';
import { writtenBatch } from './optimistic-batch.js';
import type { Fragment, SqlTransaction } from './sql.js';
import type { StoredGraphs } from './stored-graphs.js';

export interface GuardedOptions extends BatchOptions {
  /** The last commit that this process knows of. */
  readonly readUpTo: number;
  /** The number of commits in the feed. */
  readonly feedLength: number;
  /** Whether the oldest entries of the feed are deleted. */
  readonly trims: boolean;
}

export interface GuardedBatch extends WrittenBatch {
  /** The first commits of other processes between the last known one and the batch. */
  readonly foreign: readonly FeedRow[];
}

/**
 * Sends all statements of a transaction at once; to be called between BEGIN and COMMIT that are sent with them.
 *
 * @returns undefined when nothing was written: one of the commits is in conflict, or the database lacks a commit that this
 *   process has seen.
 * @throws ServiceError `unavailable` for a database of another generation.
 */
export async function writeGuarded(
  sql: SqlTransaction,
  commits: readonly PendingCommit[],
  options: GuardedOptions,
): Promise<GuardedBatch | undefined> {
  const { batch, readUpTo, feedLength, notify, trims } = options;
  const rows = rowsOf(commits, options.stored);
  // The lock and the statement that needs it run in one transaction, which the value of the lock proves: had BEGIN
  // failed, each would run in its own.
  const locked = sql<{ generation: string | null }[]>`
    SELECT set_config('cargograph.batch', ${batch}::text, true),
      (SELECT value FROM cargograph_meta WHERE key = 'generation') AS generation
    FROM cargograph_position WHERE id = 1 FOR UPDATE`;
  const condition = sql`current_setting('cargograph.batch', true) = ${batch}::text
    AND ${guardsHold(sql, commits, options)}`;
  const written = batchStatement(sql, { count: commits.length, rows, batch, condition, notify, readUpTo });
  const trimming = sql`
    DELETE FROM cargograph_feed
    WHERE sequence <= (SELECT sequence FROM cargograph_position WHERE id = 1) - ${feedLength}::bigint`;
  const others = [...removals(sql, rows, options), ...(trims ? [trimming] : [])];
  await Promise.all([locked.execute(), written.execute(), ...others.map((each) => each.execute())]);
  const [position] = await written;
  if (position !== undefined) return guardedBatch(commits, position);
  const [before] = await locked;
  if (before === undefined) throw incompleteTables();
  if (before.generation !== (options.generation ?? null)) throw migrated();
  return undefined;
}

const migrated = (): ServiceError =>
  new ServiceError('unavailable', 'A newer release has migrated the store: this node must be updated');

/** The condition under which all of the commits may be written. */
function guardsHold(
  sql: SqlTransaction,
  commits: readonly PendingCommit[],
  { batch, generation, last, readUpTo, feedLength, stored }: GuardedOptions,
): Fragment {
  const since = Math.max(...commits.map((commit) => commit.since));
  const [slots, graphs] = guardsOf(commits);
  const expected =
    last === undefined
      ? sql``
      : sql`AND EXISTS (SELECT 1 FROM cargograph_feed WHERE sequence = ${last.sequence} AND batch = ${last.batch})`;
  const sameGeneration =
    generation === undefined
      ? sql`NOT EXISTS (SELECT 1 FROM cargograph_meta WHERE key = 'generation')`
      : sql`EXISTS (SELECT 1 FROM cargograph_meta WHERE key = 'generation' AND value = ${generation})`;
  // A statement that arrives late, after its outcome was found out, finds the empty commit that was made then: it is in the
  // feed as long as the position is within the feed's length.
  return sql`sequence >= ${since} AND sequence <= ${readUpTo + feedLength}
    AND ${sameGeneration}
    ${expected}
    AND NOT EXISTS (
      SELECT 1 FROM cargograph_feed WHERE sequence > ${readUpTo} AND batch = ${emptyBatch(batch)})
    AND NOT EXISTS (
      SELECT 1 FROM json_to_recordset(${slots}::text::json) AS wanted(slot int, since bigint)
      CROSS JOIN LATERAL (
        SELECT sequence FROM cargograph_lock_slots WHERE slot = wanted.slot LIMIT 1) AS found
      WHERE found.sequence > wanted.since)
    AND NOT EXISTS (
      SELECT 1 FROM json_to_recordset(${graphs}::text::json) AS wanted(name text, since bigint)
      CROSS JOIN LATERAL (
        SELECT sequence FROM cargograph_graphs WHERE name = wanted.name LIMIT 1) AS found
      WHERE found.sequence > wanted.since)
    ${stored === undefined ? sql`` : unchanged(sql, stored)}`;
}

/** That graphs are as they were when they were read: those that were not there need not be. */
const unchanged = (sql: SqlTransaction, { sequences }: StoredGraphs): Fragment => sql`
    AND NOT EXISTS (
      SELECT 1 FROM json_to_recordset(${JSON.stringify(sequences)}::text::json) AS wanted(name text, sequence bigint)
      LEFT JOIN cargograph_graphs AS found ON found.name = wanted.name
      WHERE found.sequence IS NULL OR found.sequence <> wanted.sequence)`;

/** The statements that remove rows, if the batch is written. */
function removals(
  sql: SqlTransaction,
  { dropped, removed, counts }: BatchRows,
  { batch, readUpTo }: GuardedOptions,
): Fragment[] {
  const json = JSON.stringify;
  const isWritten = sql`EXISTS (SELECT 1 FROM cargograph_feed WHERE sequence > ${readUpTo} AND batch = ${batch}::text)`;
  const statements: Fragment[] = [];
  if (dropped.length > 0)
    statements.push(sql`
      DELETE FROM cargograph_graphs
      WHERE name IN (SELECT value FROM json_array_elements_text(${json(dropped)}::text::json)) AND ${isWritten}`);
  if (removed.length > 0)
    statements.push(
      sql`
        DELETE FROM cargograph_lookups WHERE (lookup, part, place, value) IN (
          SELECT lookup, part, place, value FROM json_to_recordset(${json(removed)}::text::json)
          AS r(lookup text, part text, place double precision, value text)) AND ${isWritten}`,
      sql`
        DELETE FROM cargograph_counts WHERE entries = 0 AND (lookup, part) IN (
          SELECT lookup, part FROM json_to_recordset(${json(counts)}::text::json) AS r(lookup text, part text))`,
    );
  return statements;
}

const foreignRows = z.array(z.object({ sequence: z.number(), batch: z.string(), changes: z.string() }));

function guardedBatch(
  commits: readonly PendingCommit[],
  { foreign_commits: foreign, ...position }: PositionRow,
): GuardedBatch {
  return {
    ...writtenBatch(commits, position),
    foreign: typeof foreign === 'string' ? foreignRows.parse(JSON.parse(foreign)) : [],
  };
}

/**
 * The guards of the commits, as JSON; for a row that several of them change, the oldest sequence that any of them has
 * seen.
 */
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
