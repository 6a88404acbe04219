/**
 * Builds the indexes of a file from its graphs: those of new or changed lookups, and all of them for an imported file.
 * An index that is incomplete when the process ends is built again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Graph, graphOf } from '../../rdf/graph.js';
import { isIri } from '../../rdf/terms.js';
import type { CommitTime } from '../commit-time.js';
import { EarlierCommits, timesIn } from '../earlier-commits.js';
import { type Lookup, type LookupChange, lookupChanges, type LookupEntry } from '../lookup.js';
import { lines, parseTriples } from '../oxigraph/ntriples.js';
import type { CheckedGraph } from '../record.js';
import type { LookupIndex } from './lookup-index.js';

/** An `LmdbFile`, which itself calls the builder. */
interface IndexedFile {
  readonly index: LookupIndex;
  readonly isCounted: boolean;
  readonly time: CommitTime;
  readonly sequence: number;
  checkedGraphs(): Iterable<CheckedGraph>;
}

const BATCH_GRAPHS = 2_000;
const BATCH_ENTRIES = 10_000;
const PROGRESS_MS = 1_000;

/**
 * Makes the indexes that are not complete. Reads nothing when all are.
 *
 * @param now the time by the clock: nothing that the file holds without a commit time gets a later one (W54).
 */
export async function buildIndexes(
  file: IndexedFile,
  lookups: readonly Lookup[],
  now: CommitTime,
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  const missing = lookups.filter(({ name, version }) => file.index.version(name) !== version);
  if (missing.length === 0 && file.isCounted) return;
  const derived = missing.filter(({ byCommit }) => byCommit === undefined);
  for (const { name } of derived) await file.index.clear(name);
  // The times in an index are in no graph: those that are there stay.
  const byCommit = missing
    .filter((lookup) => lookup.byCommit !== undefined)
    .map((lookup) => ({
      lookup,
      earlier: new EarlierCommits(lookup, timesIn(lookup, file.index.entries(lookup.name))),
      // A feed may have been read from an index that was complete.
      from: file.index.version(lookup.name) === undefined ? 0 : file.time,
    }));
  const none = graphOf();
  let graphs = 0;
  let statements = 0;
  let reported = performance.now();
  let batch: LookupChange[] = [];
  for (const { graph, text } of file.checkedGraphs()) {
    graphs += 1;
    // A damaged graph has no entries; it is reported when it is read.
    if (text === undefined || !isIri(graph)) continue;
    const covering = missing.filter(({ covers }) => covers(graph));
    statements += lines(text).length;
    if (covering.length > 0) {
      const after = new Graph(parseTriples(text));
      batch.push(
        ...lookupChanges(
          derived.filter(({ covers }) => covers(graph)),
          graph,
          { before: none, after },
        ),
      );
      for (const { lookup, earlier } of byCommit) if (lookup.covers(graph)) earlier.add(lookup.entries(after, graph));
    }
    if (graphs % BATCH_GRAPHS !== 0) continue;
    await file.index.add(batch);
    batch = [];
    await nextTurn();
    if (performance.now() - reported < PROGRESS_MS) continue;
    reported = performance.now();
    log?.info({ graphs }, `building the indexes of the store: ${graphs} graphs so far`);
  }
  await file.index.add(batch);
  let time = file.time;
  for (const { lookup, earlier, from } of byCommit) {
    const entries = earlier.entries({ from, until: Math.max(file.time, now) });
    time = Math.max(time, await placeEntries(file.index, lookup.name, entries));
  }
  await file.index.finish(missing, { graphs, statements }, { time, sequence: file.sequence });
  if (graphs > 0) log?.info({ graphs, statements, indexes: missing.length }, 'the indexes of the store are built');
}

/**
 * Makes these the entries of a lookup. The entries that are there already are not written, so that a crash loses none of
 * their times.
 *
 * @returns the latest order.
 */
async function placeEntries(index: LookupIndex, lookup: string, entries: Iterable<LookupEntry>): Promise<CommitTime> {
  const stored = new Map<string, LookupEntry>();
  for (const entry of index.entries(lookup)) stored.set(index.keyText(lookup, entry), entry);
  let latest = 0;
  let added: LookupEntry[] = [];
  for (const entry of entries) {
    latest = Math.max(latest, entry.order);
    if (stored.size === 0 || !stored.delete(index.keyText(lookup, entry))) added.push(entry);
    if (added.length < BATCH_ENTRIES) continue;
    await index.add([{ lookup, added, removed: [] }]);
    added = [];
    await nextTurn();
  }
  await index.add([{ lookup, added, removed: [...stored.values()] }]);
  await index.recount(lookup);
  return latest;
}
