/** The lookup of derived delegations. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { node } from '../rdf/terms.js';
import { prov, rdfTerms } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';

export interface DelegationLookups {
  /**
   * Pending and accepted delegations; the partitions are the requests from which they derive (D23). Unreadable ones are
   * included: their authorizations are removed with their sources.
   */
  readonly derived: IndexedLookup;
}

/** The services of this module. */
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
