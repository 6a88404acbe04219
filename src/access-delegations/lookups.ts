/** The lookup of derived delegations. */
import { node } from '../rdf/terms.js';
import { prov, rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/**
 * The delegations that are pending or accepted; the partitions are the requests from which they are derived (D23).
 * Includes those that cannot be read: what they granted is removed with their sources, too.
 */
export function derivedDelegationLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  const { api } = vocabulary;
  const statuses = [api.REQUEST_PENDING, api.REQUEST_ACCEPTED];
  return {
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
  };
}
