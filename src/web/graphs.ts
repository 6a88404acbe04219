/** The named graphs of the node, as their readers get them (W1 to W7). */
import { assertInternal, type Caller } from '../http/caller.js';
import { ServiceError } from '../errors.js';
import type { GraphKind } from '../graph-kinds.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Revision } from '../logistics-objects/revisions.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, isNamedNode, type NamedNode, namedNode } from '../rdf/terms.js';
import { prov, rdfs } from '../rdf/vocabulary.js';

/** A graph with the facts for its header fields. */
export interface OpenGraph {
  readonly data: Graph;
  /** The resources that it describes. */
  readonly roots: readonly NamedNode[];
  readonly type: Iri;
  /** The revision that the graph belongs to, if any. */
  readonly revision: Revision | undefined;
}

export const nothingHere = (): ServiceError => new ServiceError('not-found', 'there is no graph at this address');

export class Graphs {
  constructor(private readonly services: ExchangeServices) {}

  /**
   * The resource of a graph decides who may read it (D14, D15): its module is asked. The number of a graph or the id of
   * an event decides nothing, so that a caller without access to the object learns of neither.
   *
   * @throws ServiceError `not-found` for an object or request that does not exist, `forbidden`.
   */
  async assertReadable(readers: GraphKind['readers'], of: Iri | undefined, caller: Caller): Promise<void> {
    const { objects, access, requests } = this.services;
    switch (readers) {
      case 'request':
        requests.assertReader(await requests.getOrThrow(of ?? notNamed()), caller);
        return;
      case 'internal':
        // The graph belongs to no object: only internal callers learn of it.
        if (of === undefined && !caller.internal) throw nothingHere();
        if (of !== undefined) await objects.getOrThrow(of);
        assertInternal(caller);
        return;
      case 'object':
      case 'events': {
        const { object } = await objects.getOrThrow(of ?? notNamed());
        await access.assertAllowed(
          caller,
          readers === 'object' ? 'GET_LOGISTICS_OBJECT' : 'GET_LOGISTICS_EVENT',
          object,
        );
      }
    }
  }

  /** The revision that a graph's name belongs to. @throws ServiceError `not-found` for a number without a revision. */
  async revision({ object, number }: { readonly object: Iri; readonly number: number }): Promise<Revision> {
    const { objects, revisions } = this.services;
    const head = await objects.getOrThrow(object);
    if (number <= head.latestRevision) return revisions.numbered(head, number);
    throw new ServiceError('not-found', {
      message: `the Logistics Object has no revision ${number}; the latest one is ${head.latestRevision}`,
      resource: object,
    });
  }

  /** @throws ServiceError `not-found` for a graph that does not exist. */
  async read(graph: Iri, kind: GraphKind): Promise<OpenGraph> {
    const isOfRevision = kind.kind === 'revision' || kind.kind === 'revision-provenance';
    const revision = isOfRevision ? await this.revision(kind) : undefined;
    const data = await this.services.store.read(graph);
    if (data.size === 0) throw nothingHere();
    const roots = rootsOf(graph, data);
    const isProvenance = kind.kind === 'revision-provenance' || kind.kind === 'event-provenance';
    return { data, roots, type: isProvenance ? prov.Bundle.value : this.#typeOf(data, roots), revision };
  }

  /** The most specific type of the resources in the graph (D8). */
  #typeOf(data: Graph, roots: readonly NamedNode[]): Iri {
    for (const root of roots) {
      const [first, ...others] = data.types(root);
      if (first !== undefined) return this.services.model.mostSpecific([first, ...others]);
    }
    return rdfs.Resource.value;
  }
}

/** Fails for a kind of graph whose readers are those of an object or a request, but whose names contain neither. */
function notNamed(): never {
  throw new TypeError('a graph without an object or a request has readers of one');
}

/** The described resource at or above the graph's name; without one, all resources. */
function rootsOf(graph: Iri, data: Graph): NamedNode[] {
  for (let name: string = graph; name.includes('/'); name = name.slice(0, name.lastIndexOf('/'))) {
    const root = namedNode(name);
    if (data.about(root).length > 0) return [root];
  }
  return data.subjects().filter(isNamedNode);
}

/** @throws ServiceError `not-found` for a name that no graph can have. */
export function graphNamed(
  name: string,
  { uris }: Pick<ExchangeServices, 'uris'>,
): { readonly graph: Iri; readonly kind: GraphKind } {
  const kind = uris.graphKind(name);
  if (kind === undefined || kind.opens === 'nothing' || !isIri(name)) throw nothingHere();
  return { graph: name, kind };
}
