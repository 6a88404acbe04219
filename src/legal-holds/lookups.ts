/** The lookup of legal holds in force, by time. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';
import { readHold } from './hold.js';

/** The partition of all holds in force. */
export const ALL_HOLDS = '';

export interface HoldLookups {
  readonly holds: IndexedLookup;
}

/** The services of this module's parts. */
export type HoldServices = ExchangeServices & { readonly lookups: { readonly holds: HoldLookups } };

export function holdLookups({ index, uris }: LookupScope): HoldLookups {
  const ext = erasureTerms(uris.extensions);
  return {
    holds: index({
      name: 'legal-holds',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'hold'),
      entries: (statements, graph) => {
        const hold = readHold(statements, graph, ext);
        if (hold === undefined || hold.endedAt !== undefined) return [];
        return [{ partition: ALL_HOLDS, order: hold.at.getTime(), value: graph }];
      },
    }),
  };
}
