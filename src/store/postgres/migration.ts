/** Migrates a database to the generation of this release: builds new and changed indexes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Graph, graphOf } from '../../rdf/graph.js';
import { isIri } from '../../rdf/terms.js';
import { keyPart } from '../key-part.js';
import type { CommitTime } from '../commit-time.js';
import { EarlierCommits, timesIn } from '../earlier-commits.js';
import { type DeclaredEntry, type Lookup, lookupChanges, type LookupEntry } from '../lookup.js';
import { parseTriples } from '../oxigraph/ntriples.js';
import { StoreError } from '../store-error.js';
import { clockTime } from './commit-clock.js';
import type { Database } from './database.js';
import { addEmptyCommit } from './empty-commit.js';
import { entryPages } from './entry-pages.js';
import type { Sql, SqlTransaction } from './sql.js';
import { type Generation, generationOf, isNewer, parseGeneration, serializeGeneration } from './generation.js';
import { type GraphRow, verifiedText } from './graph-loader.js';
import { graphPages } from './graph-pages.js';
import { NODE_SECONDS } from './schema.js';

const WAIT_MS = 1_000;
const PROGRESS_MS = 5_000;

/** @throws StoreError for a database of a newer release. */
export async function migrate(database: Database, lookups: readonly Lookup[], log: Logger): Promise<void> {
  const own = generationOf(lookups);
  const text = serializeGeneration(own);
  for (let waited = 0; ; waited += 1) {
    const stored = await database.run((sql) => storedGeneration(sql, database.name));
    if (stored !== undefined && isNewer(stored, own)) throw newer(database.name);
    if (stored !== undefined && serializeGeneration(stored) === text) return;
    const others = await database.run((sql) => nodesBeside(sql, text));
    if (others === 0) {
      const isDone = await database.transaction((sql) => rebuild(sql, database.name, { lookups }, log), {
        isLong: true,
      });
      if (isDone) return;
    } else if (waited % 10 === 0) {
      log.warn({ nodes: others }, 'waiting for nodes of an earlier release to stop before the store is migrated');
    }
    await sleep(WAIT_MS);
  }
}

const newer = (name: string): StoreError =>
  new StoreError(`store ${name} was written by a newer release: use that one, or a later one`);

async function storedGeneration(sql: Sql | SqlTransaction, name: string): Promise<Generation | undefined> {
  const [row] = await sql<{ value: string }[]>`SELECT value FROM cargograph_meta WHERE key = 'generation'`;
  if (row === undefined) return undefined;
  const stored = parseGeneration(row.value);
  if (stored === undefined) throw newer(name);
  return stored;
}

/** The number of nodes of another generation that have reported lately, by the clock of the database. */
async function nodesBeside(sql: Sql | SqlTransaction, generation: string): Promise<number> {
  const [row] = await sql<{ nodes: number }[]>`
    SELECT count(*) AS nodes FROM cargograph_nodes
    WHERE generation <> ${generation} AND seen > now() - ${NODE_SECONDS} * interval '1 second'`;
  return row?.nodes ?? 0;
}

/** Rebuilds all indexes, while commits wait. @throws StoreError for a database of another generation. */
export async function rebuildIndexes(database: Database, lookups: readonly Lookup[], log: Logger): Promise<void> {
  const isDone = await database.transaction(
    async (sql) => {
      await sql`DELETE FROM cargograph_meta WHERE key = 'generation'`;
      return rebuild(sql, database.name, { lookups, isRepair: true }, log);
    },
    { isLong: true },
  );
  if (!isDone) throw new StoreError('nodes of another release are running: stop them first');
}

/** @returns false when a node of another generation has started meanwhile. */
async function rebuild(
  sql: SqlTransaction,
  name: string,
  { lookups, isRepair = false }: { readonly lookups: readonly Lookup[]; readonly isRepair?: boolean },
  log: Logger,
): Promise<boolean> {
  const own = generationOf(lookups);
  // Commits wait for this lock; so do other nodes that migrate.
  const [position] = await sql<{ sequence: number; time: number }[]>`
    SELECT sequence, time FROM cargograph_position WHERE id = 1 FOR UPDATE`;
  const stored = await storedGeneration(sql, name);
  if (stored !== undefined && isNewer(stored, own)) throw newer(name);
  if ((await nodesBeside(sql, serializeGeneration(own))) > 0) return false;
  const missing = lookups.filter(({ name: lookup, version }) => stored?.lookups[lookup] !== version);
  const byCommit: { readonly earlier: EarlierCommits; readonly from: CommitTime }[] = [];
  for (const lookup of missing) {
    // A feed may have been read from an index that was complete.
    const from = isRepair || stored?.lookups[lookup.name] !== undefined ? (position?.time ?? 0) : 0;
    if (lookup.byCommit !== undefined) byCommit.push({ earlier: await earlierCommits(sql, lookup), from });
    await sql`DELETE FROM cargograph_lookups WHERE lookup = ${lookup.name}`;
    await sql`DELETE FROM cargograph_counts WHERE lookup = ${lookup.name}`;
  }
  await addEntries(sql, { derived: missing.filter((lookup) => lookup.byCommit === undefined), byCommit }, log);
  for (const { name: lookup } of missing)
    await sql`
      INSERT INTO cargograph_counts (lookup, part, entries)
      SELECT lookup, part, count(*) FROM cargograph_lookups WHERE lookup = ${lookup} GROUP BY lookup, part`;
  await sql`
    INSERT INTO cargograph_meta (key, value) VALUES ('generation', ${serializeGeneration(own)})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  // A statement of an earlier release that waits for the lock has compared the generation before.
  if (position !== undefined && position.sequence > 0) await addEmptyCommit(sql, randomUUID());
  return true;
}

/** The times that an index has: they are in no graph. */
async function earlierCommits(sql: SqlTransaction, lookup: Lookup): Promise<EarlierCommits> {
  const stored: LookupEntry[] = [];
  for await (const entry of entryPages((work) => work(sql), lookup.name)) stored.push(entry);
  return new EarlierCommits(lookup, timesIn(lookup, stored));
}

interface MissingIndexes {
  readonly derived: readonly Lookup[];
  readonly byCommit: readonly { readonly earlier: EarlierCommits; readonly from: CommitTime }[];
}

async function addEntries(sql: SqlTransaction, { derived, byCommit }: MissingIndexes, log: Logger): Promise<void> {
  let graphs = 0;
  let reported = performance.now();
  for await (const page of graphPages((work) => work(sql))) {
    graphs += page.length;
    await insertRows(
      sql,
      page.flatMap((row) => entriesOf(row, derived)),
    );
    for (const { earlier } of byCommit) for (const row of page) earlier.add(declaredEntries(row, earlier.lookup));
    if (performance.now() - reported < PROGRESS_MS) continue;
    reported = performance.now();
    log.info({ graphs }, `building the indexes of the store: ${graphs} graphs so far`);
  }
  for (const { earlier, from } of byCommit) await placeEntries(sql, earlier, from);
}

const BATCH_ROWS = 2_000;

/** Adds the entries of a lookup in the order of commits (W54). */
async function placeEntries(sql: SqlTransaction, earlier: EarlierCommits, from: CommitTime): Promise<void> {
  const [clock] = await sql<{ until: number }[]>`
    SELECT greatest(time, ${clockTime(sql)}) AS until FROM cargograph_position WHERE id = 1`;
  let rows: EntryRow[] = [];
  let latest = 0;
  for (const { partition, order, value } of earlier.entries({ from, until: clock?.until ?? 0 })) {
    rows.push({ lookup: earlier.lookup.name, part: keyPart(partition), place: order, value });
    latest = Math.max(latest, order);
    if (rows.length < BATCH_ROWS) continue;
    await insertRows(sql, rows);
    rows = [];
  }
  await insertRows(sql, rows);
  await sql`UPDATE cargograph_position SET time = greatest(time, ${latest}::bigint) WHERE id = 1`;
}

async function insertRows(sql: SqlTransaction, rows: readonly EntryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO cargograph_lookups (lookup, part, place, value)
    SELECT lookup, part, place, value FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
    AS r(lookup text, part text, place double precision, value text)
    ON CONFLICT (lookup, part, place, value) DO NOTHING`;
}

export interface EntryRow {
  readonly lookup: string;
  readonly part: string;
  readonly place: number;
  readonly value: string;
}

/** The declared entries of a graph; none for a damaged one. */
export function declaredEntries(row: GraphRow, lookup: Lookup): readonly DeclaredEntry[] {
  const { name } = row;
  if (!isIri(name) || !lookup.covers(name)) return [];
  const text = verifiedText(row);
  return text === undefined || text === '' ? [] : lookup.entries(new Graph(parseTriples(text)), name);
}

/** The entries of a graph; none for a damaged one, which is reported when it is read. */
export function entriesOf(row: GraphRow, lookups: readonly Lookup[]): EntryRow[] {
  const { name } = row;
  if (!isIri(name)) return [];
  const covering = lookups.filter(({ covers }) => covers(name));
  const text = covering.length === 0 ? undefined : verifiedText(row);
  if (text === undefined) return [];
  const after = new Graph(parseTriples(text));
  return lookupChanges(covering, name, { before: graphOf(), after }).flatMap(({ lookup, added }) =>
    added.map(({ partition, order, value }) => ({ lookup, part: keyPart(partition), place: order, value })),
  );
}
