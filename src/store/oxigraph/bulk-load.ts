/** Filling a live store in slices, so that everything else goes on meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Iri } from '../../rdf/terms.js';
import type { InMemoryDataset } from './in-memory-dataset.js';

export interface BulkLoadOptions {
  /** How long to go on before others have their turn, in milliseconds. */
  readonly sliceMs: number;
  /** Called between slices with the number of graphs loaded so far; false breaks the filling off. */
  readonly shouldContinue?: (loaded: number) => boolean;
}

/** Loads graphs into a live store. Gives whether it came to the end. */
export async function bulkLoad(
  store: InMemoryDataset,
  graphs: Iterable<{ readonly graph: Iri; readonly text: string }>,
  { sliceMs, shouldContinue: goOn = () => true }: BulkLoadOptions,
): Promise<boolean> {
  let loaded = 0;
  let since = performance.now();
  for (const { graph, text } of graphs) {
    store.load(graph, text);
    loaded += 1;
    if (performance.now() - since < sliceMs) continue;
    if (!goOn(loaded)) return false;
    await nextTurn();
    since = performance.now();
  }
  return goOn(loaded);
}
