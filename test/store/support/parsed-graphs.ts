/** The parsed graphs of a store, which has one cache of them. */
import { ParsedGraphs } from '../../../src/store/cache/parsed-graphs.js';
import type { Store } from '../../../src/store/store.js';

const known = new WeakMap<Store, ParsedGraphs>();

export function parsedGraphsOf(store: Store): ParsedGraphs {
  const parsedGraphs = known.get(store) ?? new ParsedGraphs(store);
  known.set(store, parsedGraphs);
  return parsedGraphs;
}
