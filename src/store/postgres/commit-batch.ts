/**
 * Writes commits in one transaction of the database. It locks the one row of positions first, so that the commits of all
 * nodes have one order without gaps, and compares the guards under that lock: then no commit can come between.
 */
import { createHash } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { CommitOutcome, PendingCommit, RecordSize } from '../record.js';
import { incompleteTables } from './database-errors.js';
import { type BatchRows, rowsOf, type SequencedCommit } from './batch-rows.js';
import type { SqlTransaction } from './sql.js';
import type { PendingStatement, TransactionSteps } from './transaction-pool.js';

/** Lock keys are hashed into so many slots: two that share one by chance only make a transaction run again. */
const SLOTS = 65_536;

/** Where other nodes listen for commits. */
export const CHANNEL = 'cargograph_commits';

/** The slots of lock keys, each once. */
export function slotsOf(lockKeys: readonly Iri[]): number[] {
  return [...new Set(lockKeys.map((key) => createHash('sha1').update(key).digest().readUInt32BE(0) % SLOTS))];
}

export interface BatchOptions {
  /** A name that no other batch has: where the outcome of a transaction is not known, the feed shows by it. */
  readonly batch: string;
  /** What this release makes of the database: one of another generation is not written. Undefined before it has one. */
  readonly generation: string | undefined;
  /** The last commit that this process has seen, if it knows its batch: in a database without it, all are in conflict. */
  readonly last: { readonly sequence: number; readonly batch: string } | undefined;
  /** How many commits the feed keeps. */
  readonly feedLength: number;
  /** What the listeners of other nodes are given; undefined for a database without notifications. */
  readonly notify: string | undefined;
}

/** What was written. */
export interface WrittenBatch {
  readonly outcomes: readonly CommitOutcome[];
  /** The last commit that the record had before. */
  readonly before: number;
  readonly position: Position;
}

/** The last commit of the record, and how much there is in it. */
export interface Position extends RecordSize {
  readonly sequence: number;
}

/** What the database says of what commits are guarded by; a slot as text. */
interface GuardRow {
  readonly kind: 'generation' | 'batch' | 'slot' | 'graph';
  readonly name: string;
  readonly sequence: number;
}

interface Found {
  readonly position: Position;
  readonly rows: readonly GuardRow[];
}

/** The last commits that wrote what commits are guarded by. */
interface Guards {
  readonly slots: ReadonlyMap<number, number>;
  readonly graphs: ReadonlyMap<string, number>;
}

/** The steps of the transaction that writes commits: what they are guarded by is read with the lock, in one round trip. */
export function batchSteps(
  commits: readonly PendingCommit[],
  options: BatchOptions,
): TransactionSteps<Found, WrittenBatch> {
  const slotsOfCommit = new Map(commits.map((commit) => [commit, slotsOf(commit.lockKeys)]));
  const names = commits.flatMap(({ changes }) => changes.map(({ graph }) => graph));
  const slotList = JSON.stringify([...slotsOfCommit.values()].flat());
  const graphList = JSON.stringify(names);
  return {
    async read(sql) {
      // Sent together; the lock is held when the second is read (READ COMMITTED).
      const [[position], rows] = await Promise.all([
        sql<Position[]>`SELECT sequence, graphs, statements FROM cargograph_position WHERE id = 1 FOR UPDATE`.execute(),
        sql<GuardRow[]>`
          SELECT 'generation' AS kind, value AS name, 0::bigint AS sequence
          FROM cargograph_meta WHERE key = 'generation'
          UNION ALL
          SELECT 'batch', batch, sequence FROM cargograph_feed WHERE sequence = ${options.last?.sequence ?? 0}
          UNION ALL
          SELECT 'slot', wanted.slot, found.sequence
          FROM json_array_elements_text(${slotList}::text::json) AS wanted(slot)
          CROSS JOIN LATERAL (
            SELECT sequence FROM cargograph_lock_slots WHERE slot = wanted.slot::int LIMIT 1) AS found
          UNION ALL
          SELECT 'graph', wanted.name, found.sequence
          FROM json_array_elements_text(${graphList}::text::json) AS wanted(name)
          CROSS JOIN LATERAL (
            SELECT sequence FROM cargograph_graphs WHERE name = wanted.name LIMIT 1) AS found`.execute(),
      ]);
      if (position === undefined) throw incompleteTables();
      return { position, rows };
    },
    write(sql, { position, rows }) {
      const of = (kind: GuardRow['kind']): readonly GuardRow[] => rows.filter((row) => row.kind === kind);
      if (of('generation')[0]?.name !== options.generation)
        throw new ServiceError('unavailable', 'A newer release has migrated the store: this node must be updated');
      if (options.last !== undefined && of('batch')[0]?.name !== options.last.batch) {
        const outcomes = commits.map(() => ({ kind: 'conflict' as const }));
        return { statements: [], result: { outcomes, before: position.sequence, position } };
      }
      const guards: Guards = {
        slots: new Map(of('slot').map(({ name, sequence }) => [Number(name), sequence])),
        graphs: new Map(of('graph').map(({ name, sequence }) => [name, sequence])),
      };
      let { sequence } = position;
      const passed: SequencedCommit[] = [];
      const outcomes = commits.map((commit): CommitOutcome => {
        const slots = slotsOfCommit.get(commit) ?? [];
        if (isOutdated(commit, slots, position.sequence, guards)) return { kind: 'conflict' };
        sequence += 1;
        passed.push({ sequence, changes: commit.changes, slots });
        return { kind: 'written', sequence };
      });
      if (passed.length === 0) return { statements: [], result: { outcomes, before: position.sequence, position } };
      const batch = rowsOf(passed, (graph) => guards.graphs.has(graph));
      const after = {
        sequence,
        graphs: position.graphs + batch.graphGrowth,
        statements: position.statements + batch.statementGrowth,
      };
      return {
        statements: statementsFor(sql, batch, after, options),
        result: { outcomes, before: position.sequence, position: after },
      };
    },
  };
}

function isOutdated(
  { since, changes }: PendingCommit,
  slots: readonly number[],
  last: number,
  guards: Guards,
): boolean {
  const isLater = (sequence: number | undefined): boolean => sequence !== undefined && sequence > since;
  return (
    since > last ||
    slots.some((slot) => isLater(guards.slots.get(slot))) ||
    changes.some(({ graph }) => isLater(guards.graphs.get(graph)))
  );
}

/** The statements that write a batch, each with its rows as one JSON parameter, so that their texts are always the same. */
function statementsFor(
  sql: SqlTransaction,
  rows: BatchRows,
  position: Position,
  { batch, feedLength, notify }: BatchOptions,
): PendingStatement[] {
  const json = JSON.stringify;
  const statements: PendingStatement[] = [
    sql`
      UPDATE cargograph_position
      SET sequence = ${position.sequence}, graphs = ${position.graphs}, statements = ${position.statements}
      WHERE id = 1`,
    sql`
      INSERT INTO cargograph_feed (sequence, batch, changes)
      SELECT sequence, ${batch}::text, changes
      FROM json_to_recordset(${json(rows.feed)}::text::json) AS r(sequence bigint, changes text)`,
    sql`DELETE FROM cargograph_feed WHERE sequence <= ${position.sequence - feedLength}`,
    sql`
      INSERT INTO cargograph_lock_slots (slot, sequence)
      SELECT slot, sequence FROM json_to_recordset(${json(rows.slots)}::text::json) AS r(slot int, sequence bigint)
      ON CONFLICT (slot) DO UPDATE SET sequence = excluded.sequence`,
  ];
  if (rows.written.length > 0)
    statements.push(sql`
      INSERT INTO cargograph_graphs (name, text, checksum, sequence)
      SELECT name, text, checksum, sequence
      FROM json_to_recordset(${json(rows.written)}::text::json) AS r(name text, text text, checksum text, sequence bigint)
      ON CONFLICT (name) DO UPDATE
      SET text = excluded.text, checksum = excluded.checksum, sequence = excluded.sequence`);
  if (rows.dropped.length > 0)
    statements.push(sql`
      DELETE FROM cargograph_graphs
      WHERE name IN (SELECT value FROM json_array_elements_text(${json(rows.dropped)}::text::json))`);
  if (rows.removed.length > 0)
    statements.push(sql`
      DELETE FROM cargograph_lookups WHERE (lookup, part, place, value) IN (
        SELECT lookup, part, place, value FROM json_to_recordset(${json(rows.removed)}::text::json)
        AS r(lookup text, part text, place double precision, value text))`);
  if (rows.added.length > 0)
    statements.push(sql`
      INSERT INTO cargograph_lookups (lookup, part, place, value)
      SELECT lookup, part, place, value FROM json_to_recordset(${json(rows.added)}::text::json)
      AS r(lookup text, part text, place double precision, value text)
      ON CONFLICT (lookup, part, place, value) DO NOTHING`);
  if (rows.counts.length > 0)
    statements.push(sql`
      INSERT INTO cargograph_counts (lookup, part, entries)
      SELECT lookup, part, entries FROM json_to_recordset(${json(rows.counts)}::text::json)
      AS r(lookup text, part text, entries bigint)
      ON CONFLICT (lookup, part) DO UPDATE SET entries = cargograph_counts.entries + excluded.entries`);
  const shrunk = rows.counts.filter(({ entries }) => entries < 0);
  if (shrunk.length > 0)
    statements.push(sql`
      DELETE FROM cargograph_counts WHERE entries = 0 AND (lookup, part) IN (
        SELECT lookup, part FROM json_to_recordset(${json(shrunk)}::text::json) AS r(lookup text, part text))`);
  if (notify !== undefined) statements.push(sql`SELECT pg_notify(${CHANNEL}, ${notify})`);
  return statements;
}
