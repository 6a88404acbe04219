/** The lookups of access control lists and action requests by agent, and of lists that were replaced. */
import { acl, vcard, type Vocabulary } from '../rdf/vocabulary.js';
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
}

export function accessLookups({ index, uris, vocabulary }: LookupScope): AccessLookups {
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
  };
}
