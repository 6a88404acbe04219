/** The lookup of derived delegations. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { node } from '../rdf/terms.js';
import { prov, rdfTerms } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';

export interface DelegationLookups {
  /**
   * The delegations that are pending or accepted; the partitions are the requests from which they are derived (D23).
   * Includes those that cannot be read: what they granted is removed with their sources, too.
   */
  readonly derived: IndexedLookup;
}

/** What the parts of this module use. */
export type DelegationServices = ExchangeServices & { readonly lookups: { readonly delegations: DelegationLookups } };

export function delegationLookups({ index, uris, vocabulary: { api } }: LookupScope): DelegationLookups {
  const statuses = [api.REQUEST_PENDING, api.REQUEST_ACCEPTED];
  return {
    derived: index({
      name: 'derived-delegations',
      version: 1,
      covers: (graph) => uris.actionRequestId(graph) !== undefined,
      entries: (statements, graph) => {
        const root = node(graph);
        const isOpen = statuses.some((status) => statements.match(root, api.hasRequestStatus, status).size > 0);
        if (!isOpen || statements.match(root, rdfTerms.type, api.AccessDelegationRequest).size === 0) return [];
        const sources = new Set(statements.objects(root, prov.wasDerivedFrom).map(({ value }) => value));
        return Array.from(sources, (partition) => ({ partition, order: 0, value: graph }));
      },
    }),
  };
}
