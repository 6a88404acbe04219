/**
 * Names that internal agents give to partners whose URI would be shown otherwise (K52), each in a graph of its own that
 * no query finds. An organization that is an object of this node keeps its own name.
 */
import type { Services } from '../services.js';
import { factory, type Iri, node, triple } from '../rdf/terms.js';
import { dcterms, prov, rdfs, xsd } from '../rdf/vocabulary.js';
import type { Graph } from '../rdf/graph.js';
import { agentWords, type AgentNameLookups, beginningOf, fits, namedIn } from './lookups.js';

export interface AgentName {
  readonly agent: Iri;
  readonly name: string;
  readonly note: string | null;
}

/** Names of one beginning that a search reads. */
const MAX_EXAMINED = 200;

export type AgentNameServices = Pick<Services, 'store' | 'parsedGraphs' | 'uris' | 'clock'> & {
  readonly lookups: { readonly agentNames: AgentNameLookups };
};

function parse(data: Graph): AgentName | undefined {
  const named = namedIn(data);
  if (named === undefined) return undefined;
  return { ...named, note: data.object(node(named.agent), rdfs.comment)?.value ?? null };
}

export class AgentNames {
  constructor(private readonly services: AgentNameServices) {}

  /** The name that a partner was given; undefined without one. */
  of(agent: Iri): Promise<AgentName | undefined> {
    const { parsedGraphs, uris } = this.services;
    return parsedGraphs.get(uris.agentName(agent), parse);
  }

  /** Gives a partner a name. */
  async give({ agent, name, note }: AgentName, by: Iri): Promise<void> {
    const { store, uris, clock } = this.services;
    const graph = uris.agentName(agent);
    const root = node(agent);
    await store.transact([graph], (tx) =>
      tx.replace(graph, [
        triple(root, rdfs.label, factory.literal(name)),
        ...(note === null ? [] : [triple(root, rdfs.comment, factory.literal(note))]),
        triple(root, prov.wasAttributedTo, node(by)),
        triple(root, dcterms.modified, factory.literal(clock.now().toISOString(), xsd.dateTime)),
      ]),
    );
  }

  /**
   * The partners whose names or hosts have words that begin so.
   *
   * @param search folded words.
   */
  async find(search: readonly string[], limit: number): Promise<AgentName[]> {
    const { store, lookups, parsedGraphs } = this.services;
    const [longest] = [...search].sort((one, other) => other.length - one.length);
    if (longest === undefined) return [];
    const entries = await store.lookup(lookups.agentNames.words, beginningOf(longest), { limit: MAX_EXAMINED });
    const named = await Promise.all(entries.map(({ value }) => parsedGraphs.get(value, parse)));
    return named
      .filter((one) => one !== undefined)
      .filter(({ agent, name }) => fits(search, agentWords(agent, name)))
      .sort((one, other) => one.name.localeCompare(other.name, 'en'))
      .slice(0, limit);
  }
}
