/** Compares all of a database: each graph with its checksum, each index with the graphs. Nodes may be running. */
import { lines } from '../oxigraph/ntriples.js';
import type { CommitTime } from '../commit-time.js';
import { latestTime, timesIn } from '../earlier-commits.js';
import type { Expected, Findings } from '../findings.js';
import { keyPart } from '../key-part.js';
import type { Lookup, LookupEntry } from '../lookup.js';
import type { Iri } from '../../rdf/terms.js';
import type { Database } from './database.js';
import type { SqlTransaction } from './sql.js';
import { parseGeneration } from './generation.js';
import { type GraphRow, verifiedText } from './graph-loader.js';
import { entryPages } from './entry-pages.js';
import { declaredEntries, entriesOf, type EntryRow } from './migration.js';
import { readSnapshot } from './snapshot.js';

export function verifyDatabase(
  database: Database,
  { lookups, isKnown }: Expected,
  onProgress: (graphs: number, total: number) => void = () => undefined,
): Promise<Findings> {
  return readSnapshot(database, async (snapshot) => {
    const { sql, size } = snapshot;
    const [stored] = await sql<{ value: string }[]>`SELECT value FROM cargograph_meta WHERE key = 'generation'`;
    const generation = stored && parseGeneration(stored.value);
    const built = lookups.filter(({ name, version }) => generation?.lookups[name] === version);
    const expected = new Map(built.map(({ name }) => [name, { entries: 0, missing: 0 }]));
    const derived = built.filter(({ byCommit }) => byCommit === undefined);
    const byCommit = await Promise.all(
      built
        .filter((lookup) => lookup.byCommit !== undefined)
        .map(async (lookup) => ({ lookup, times: await storedTimes(sql, lookup) })),
    );
    const damaged: string[] = [];
    const unknown: string[] = [];
    let graphs = 0;
    let statements = 0;
    for await (const rows of snapshot.pages()) {
      graphs += rows.length;
      for (const row of rows) {
        const text = verifiedText(row);
        if (!isKnown(row.name)) unknown.push(row.name);
        if (text === undefined) damaged.push(row.name);
        else statements += lines(text).length;
      }
      const entries = [
        ...rows.flatMap((row) => entriesOf(row, derived)),
        ...byCommit.flatMap((each) => rows.flatMap((row) => placedEntries(row, each))),
      ];
      for (const { lookup } of entries) {
        const found = expected.get(lookup);
        if (found !== undefined) found.entries += 1;
      }
      for (const { lookup, missing } of await missingOf(sql, entries)) {
        const found = expected.get(lookup);
        if (found !== undefined) found.missing += missing;
      }
      onProgress(graphs, size.graphs);
    }
    const indexes: { lookup: string; problem: string }[] = [];
    for (const [lookup, { entries, missing }] of expected) {
      const { stored, miscounted } = await summaryOf(sql, lookup);
      const excess = stored - (entries - missing);
      if (missing > 0) indexes.push({ lookup, problem: `${missing} entries are missing` });
      if (excess > 0) indexes.push({ lookup, problem: `${excess} entries too many` });
      if (miscounted > 0) indexes.push({ lookup, problem: `${miscounted} partitions are counted wrongly` });
    }
    const [clock] = await sql<{ time: number }[]>`SELECT time FROM cargograph_position WHERE id = 1`;
    for (const { lookup, times } of byCommit)
      if (latestTime(times) > (clock?.time ?? 0))
        indexes.push({ lookup: lookup.name, problem: 'times after that of the last commit' });
    return {
      graphs,
      statements,
      indexCount: built.length,
      unbuiltCount: lookups.length - built.length,
      damaged,
      unknown,
      indexes,
      // The statements of damaged graphs cannot be counted.
      isCountedRight: size.graphs === graphs && (damaged.length > 0 || size.statements === statements),
    };
  });
}

interface StoredTimes {
  readonly lookup: Lookup;
  readonly times: ReadonlyMap<Iri, CommitTime>;
}

async function storedTimes(sql: SqlTransaction, lookup: Lookup): Promise<ReadonlyMap<Iri, CommitTime>> {
  const stored: LookupEntry[] = [];
  for await (const entry of entryPages((work) => work(sql), lookup.name)) stored.push(entry);
  return timesIn(lookup, stored);
}

/** No entry has this place. */
const NOWHERE = -1;

/** The entries of a graph with the places of their values, which no graph holds. */
const placedEntries = (row: GraphRow, { lookup, times }: StoredTimes): EntryRow[] =>
  declaredEntries(row, lookup).map(({ partition, value }) => ({
    lookup: lookup.name,
    part: keyPart(partition),
    place: times.get(value) ?? NOWHERE,
    value,
  }));

/** The number of these entries that the indexes lack. */
async function missingOf(
  sql: SqlTransaction,
  entries: readonly object[],
): Promise<readonly { readonly lookup: string; readonly missing: number }[]> {
  if (entries.length === 0) return [];
  return sql<{ lookup: string; missing: number }[]>`
    SELECT r.lookup, count(*) AS missing
    FROM json_to_recordset(${JSON.stringify(entries)}::text::json)
      AS r(lookup text, part text, place double precision, value text)
    WHERE NOT EXISTS (
      SELECT 1 FROM cargograph_lookups l
      WHERE l.lookup = r.lookup AND l.part = r.part AND l.place = r.place AND l.value = r.value)
    GROUP BY r.lookup`;
}

/** The number of entries of an index, and of partitions with a wrong stored count. */
async function summaryOf(
  sql: SqlTransaction,
  lookup: string,
): Promise<{ readonly stored: number; readonly miscounted: number }> {
  const [row] = await sql<{ stored: number; miscounted: number }[]>`
    WITH counted AS (
      SELECT part, count(*) AS entries FROM cargograph_lookups WHERE lookup = ${lookup} GROUP BY part)
    SELECT
      (SELECT coalesce(sum(entries), 0)::bigint FROM counted) AS stored,
      (SELECT count(*) FROM counted
        FULL JOIN (SELECT part, entries FROM cargograph_counts WHERE lookup = ${lookup}) AS kept
          ON kept.part = counted.part
        WHERE kept.entries IS DISTINCT FROM counted.entries) AS miscounted`;
  return row ?? { stored: 0, miscounted: 0 };
}
