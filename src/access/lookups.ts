/** The lookup of the access control lists and action requests that name an agent. */
import { acl, vcard, type Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/**
 * The partitions are agents, and `acl:AuthenticatedAgent`. The modules of the graphs decide what it means that a graph
 * names an agent.
 */
export function agentLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  const { api } = vocabulary;
  const properties = [
    acl.agent,
    acl.agentClass,
    vcard.hasMember,
    api.isRequestedBy,
    api.isRequestedFor,
    api.hasSubscriber,
  ];
  const names = new Set<string>(properties.map(({ value }) => value));
  return {
    name: 'graphs-by-agent',
    version: 1,
    covers: (graph) => uris.aclObject(graph) !== undefined || uris.actionRequestId(graph) !== undefined,
    entries: (statements, graph) => {
      const agents = new Set<string>();
      for (const { predicate, object } of statements) if (names.has(predicate.value)) agents.add(object.value);
      return Array.from(agents, (partition) => ({ partition, order: 0, value: graph }));
    },
  };
}
