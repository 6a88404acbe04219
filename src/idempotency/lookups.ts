/** The lookup of idempotency keys, by agent and of all of them, in the order of their times (K92). */
import type { IndexedLookup, LookupScope } from '../store/lookup.js';
import { readStoredKey } from './stored-key.js';

/** The partition of the keys of all agents. */
export const ALL_KEYS = '';

export interface IdempotencyLookups {
  readonly keys: IndexedLookup;
}

export function idempotencyLookups({ index, uris }: LookupScope): IdempotencyLookups {
  return {
    keys: index({
      name: 'idempotency-keys',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'idempotency-key'),
      entries: (statements, graph) => {
        const key = readStoredKey(statements, graph);
        if (key === undefined) return [];
        return [ALL_KEYS, key.agent].map((partition) => ({ partition, order: key.at.getTime(), value: graph }));
      },
    }),
  };
}
