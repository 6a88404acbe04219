/** The lookups of access control lists and action requests by agent, and of lists that were replaced. */
import { isAuthorizationName } from './authorization.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { acl, prov, vcard, type Vocabulary } from '../rdf/vocabulary.js';
import type { Graph } from '../rdf/graph.js';
import { readerEntries, readerList } from './readers.js';
import { hashOrder, type IndexedLookup, type LookupScope } from '../store/lookup.js';

/** The partition of all agents. `hashOrder` puts entries of the same agent next to each other. */
export const ALL_AGENTS = '';

/** The agents that an access control list or an action request names. */
export function agentsIn(statements: Graph, { api }: Vocabulary): Set<string> {
  const agents = new Set<string>();
  for (const { predicate, object } of statements) {
    const isNaming = [...ofLists, api.isRequestedBy, api.isRequestedFor, api.hasSubscriber].some((property) =>
      property.equals(predicate),
    );
    if (isNaming) agents.add(object.value);
  }
  return agents;
}

const ofLists = [acl.agent, acl.agentClass, vcard.hasMember];

export interface AccessLookups {
  /** The partitions are agents, and `acl:AuthenticatedAgent`. Each module decides which of its graphs name an agent. */
  readonly agents: IndexedLookup;
  /** The access control lists that were replaced, by object in their order. */
  readonly replacedLists: IndexedLookup;
  /**
   * Who may read an object, by agent and by access control list, in the order of the commits since which the agent has had
   * the permission without an interruption (W54). `parseReader` reads the values. An authorization that has ended stays as
   * long as its list has it.
   */
  readonly readers: IndexedLookup;
  /** The lists with authorizations that come from another list's `acl:default` (K47); the partitions are those authorizations. */
  readonly inherited: IndexedLookup;
  /** The tombstones of the objects that erased requests were about; the partitions are the requests (P32). */
  readonly erasedRequests: IndexedLookup;
  /** The tombstones of objects by the agents that could read them, or their events (P32). */
  readonly formerReaders: IndexedLookup;
}

export function accessLookups({ index, uris, vocabulary }: LookupScope): AccessLookups {
  const ext = erasureTerms(uris.extensions);
  return {
    agents: index({
      name: 'graphs-by-agent',
      version: 2,
      covers: (graph) => uris.aclObject(graph) !== undefined || uris.actionRequestId(graph) !== undefined,
      entries: (statements, graph) =>
        Array.from(agentsIn(statements, vocabulary)).flatMap((agent) => [
          { partition: agent, order: 0, value: graph },
          { partition: ALL_AGENTS, order: hashOrder(agent), value: graph },
        ]),
    }),
    replacedLists: index({
      name: 'replaced-access-lists',
      version: 1,
      covers: (graph) => uris.aclRevisionOf(graph) !== undefined,
      entries: (statements, graph) => {
        const revision = uris.aclRevisionOf(graph);
        return revision === undefined || statements.size === 0
          ? []
          : [{ partition: revision.object, order: revision.number, value: graph }];
      },
    }),
    readers: index({
      name: 'readers',
      version: 1,
      covers: (graph) => uris.aclObject(graph) !== undefined,
      entries: (statements, graph) => readerEntries(statements, graph, vocabulary),
      graphOf: readerList,
      byCommit: { home: readerList },
    }),
    inherited: index({
      name: 'inherited-access',
      version: 1,
      covers: (graph) => uris.aclObject(graph) !== undefined,
      entries: (statements, graph) => {
        const sources = Array.from(statements.match(null, prov.wasDerivedFrom), ({ object }) => object.value);
        return Array.from(new Set(sources.filter(isAuthorizationName)), (partition) => ({
          ...{ partition, order: 0, value: graph },
        }));
      },
    }),
    formerReaders: index({
      name: 'former-readers',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'tombstone'),
      entries: (statements, graph) => {
        const readers = Array.from(statements.match(null, ext.formerReader)).filter(
          ({ subject }) => uris.actionRequestId(subject.value) === undefined,
        );
        const agents = new Set(readers.map(({ object }) => object.value));
        return Array.from(agents, (partition) => ({ ...{ partition, order: 0, value: graph } }));
      },
    }),
    erasedRequests: index({
      name: 'erased-requests',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'tombstone'),
      entries: (statements, graph) => {
        const readers = Array.from(statements.match(null, ext.formerReader), ({ subject }) => subject.value);
        const requests = new Set(readers.filter((subject) => uris.actionRequestId(subject) !== undefined));
        return Array.from(requests, (partition) => ({ ...{ partition, order: 0, value: graph } }));
      },
    }),
  };
}
