/**
 * Builds the indexes of a file from its graphs: those of new or changed lookups, and all of them for an imported file.
 * An index that is incomplete when the process ends is built again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Graph, graphOf } from '../../rdf/graph.js';
import { isIri } from '../../rdf/terms.js';
import { type Lookup, type LookupChange, lookupChanges } from '../lookup.js';
import { lines, parseTriples } from '../oxigraph/ntriples.js';
import type { CheckedGraph } from '../record.js';
import type { LookupIndex } from './lookup-index.js';

/** An `LmdbFile`, which itself calls the builder. */
interface IndexedFile {
  readonly index: LookupIndex;
  readonly isCounted: boolean;
  checkedGraphs(): Iterable<CheckedGraph>;
}

const BATCH_GRAPHS = 2_000;
const PROGRESS_MS = 1_000;

/** Makes the indexes that are not complete. Reads nothing when all are. */
export async function buildIndexes(
  file: IndexedFile,
  lookups: readonly Lookup[],
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  const missing = lookups.filter(({ name, version }) => file.index.version(name) !== version);
  if (missing.length === 0 && file.isCounted) return;
  for (const { name } of missing) await file.index.clear(name);
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
    if (covering.length > 0)
      batch.push(...lookupChanges(covering, graph, { before: none, after: new Graph(parseTriples(text)) }));
    if (graphs % BATCH_GRAPHS !== 0) continue;
    await file.index.add(batch);
    batch = [];
    await nextTurn();
    if (performance.now() - reported < PROGRESS_MS) continue;
    reported = performance.now();
    log?.info({ graphs }, `building the indexes of the store: ${graphs} graphs so far`);
  }
  await file.index.add(batch);
  await file.index.finish(missing, { graphs, statements });
  if (graphs > 0) log?.info({ graphs, statements, indexes: missing.length }, 'the indexes of the store are built');
}
