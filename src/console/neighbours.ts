/**
 * The neighbours of an object: the targets of its links and the objects that link to it. Inbound links come from their
 * index; objects of other nodes are never fetched.
 */
import { PromiseCache } from '../async/promise-cache.js';
import type { Caller } from '../http/caller.js';
import { type Link, linksOf } from '../logistics-objects/links.js';
import type { Revision } from '../logistics-objects/revisions.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, iri } from '../rdf/terms.js';
import type { LinkEdge, LinkNode, LinksAnswer } from './responses/drawings.js';
import type { ConsoleServices } from './services.js';

export const directions = ['both', 'out', 'in'] as const;

export interface NeighbourQuestion {
  readonly direction: (typeof directions)[number];
  readonly depth: number;
  /** As of when; undefined: now. */
  readonly at: Date | undefined;
  /** Of nodes. */
  readonly limit: number;
}

/** Objects that are read for one answer because they may link to one of its nodes. */
const MAX_INBOUND = 300;
/** For one node. */
const INBOUND_OF_NODE = 100;

/** A node of the answer, with its revision if the caller may read it. */
interface Found {
  readonly node: LinkNode;
  readonly revision: Revision | undefined;
}

/** The object at the other end, and the link; undefined if the object was not read. */
interface Neighbour {
  readonly other: Iri;
  readonly edge: LinkEdge | undefined;
}

interface Neighbourhood {
  readonly neighbours: readonly Neighbour[];
  /** The number of objects with a link to it that were not examined. */
  readonly unseen: number;
}

export class Neighbours {
  readonly #parse: (data: Graph, graph: Iri) => readonly Link[];

  constructor(private readonly services: ConsoleServices) {
    // The name of a revision's graph begins with its object.
    this.#parse = (data, graph) => linksOf(data, iri(graph.replace(/\/revisions\/\d+$/, '')), services.model);
  }

  walk(caller: Caller, question: NeighbourQuestion): Walk {
    return new Walk(this.services, this.#parse, caller, question);
  }

  /**
   * The neighbours that a caller may see. An object that it may not read appears only as the target of a readable link,
   * without any further fact.
   *
   * @param root a revision that the caller may read.
   */
  async around(root: Revision, caller: Caller, question: NeighbourQuestion): Promise<LinksAnswer> {
    const object = root.head.object;
    const walk = this.walk(caller, question);
    const nodes = new Map<string, Found>([[object, await walk.find(object)]]);
    const edges = new Map<string, LinkEdge>();
    const more: Record<string, number> = {};
    let level: Iri[] = [object];
    for (let step = 0; step <= question.depth; step += 1) {
      const next: Iri[] = [];
      for (const from of level) {
        // The last level is read for links between the nodes, and to count the hidden ones.
        const { neighbours, unseen } = await walk.neighboursOf(from, nodes.get(from)?.revision, step < question.depth);
        const hidden = new Set<string>();
        for (const { other, edge } of neighbours) {
          if (!nodes.has(other) && step < question.depth && nodes.size < question.limit) {
            nodes.set(other, await walk.find(other));
            next.push(other);
          }
          if (!nodes.has(other)) hidden.add(other);
          else if (edge !== undefined) edges.set(`${edge.from} ${edge.property} ${edge.to}`, edge);
        }
        if (hidden.size + unseen > 0) more[from] = hidden.size + unseen;
      }
      level = next;
    }
    const found = Array.from(nodes.values(), ({ node }) => node);
    return { object, nodes: found, edges: [...edges.values()], more, truncated: walk.isTruncated };
  }
}

/** One way through the links, as one caller may see them. */
export class Walk {
  isTruncated = false;
  readonly #found = new PromiseCache<Iri, Found>();
  #looked = 0;

  constructor(
    private readonly services: ConsoleServices,
    private readonly parse: (data: Graph, graph: Iri) => readonly Link[],
    private readonly caller: Caller,
    private readonly question: NeighbourQuestion,
  ) {}

  /** The state of an object at the time of the question; looked up once. */
  find(uri: Iri): Promise<Found> {
    return this.#found.remember(uri, () => this.#find(uri));
  }

  async #find(uri: Iri): Promise<Found> {
    const { uris, revisions, access, labels } = this.services;
    const isObject = uris.objectId(uri) !== undefined;
    const head = isObject ? await revisions.head(uri) : undefined;
    const missing = isObject && head === undefined && this.caller.internal;
    const closed = { uri, type: null, label: null, here: uris.isOwn(uri), readable: false, missing };
    if (head === undefined || !(await access.isAllowed(this.caller, 'GET_LOGISTICS_OBJECT', uri)))
      return { node: closed, revision: undefined };
    const { at } = this.question;
    const revision = at === undefined ? revisions.latest(head) : await revisions.validAt(head, at);
    if (revision === undefined) return { node: closed, revision };
    const label = await labels.ofRevision(revision.graph);
    return { node: { uri, type: head.type, label, here: true, readable: true, missing }, revision };
  }

  /**
   * @param revision of the object; undefined if it may not be read.
   * @param isExpanded whether objects that link to it are read, and not only counted.
   */
  async neighboursOf(object: Iri, revision: Revision | undefined, isExpanded: boolean): Promise<Neighbourhood> {
    if (revision === undefined) return { neighbours: [], unseen: 0 };
    const { direction } = this.question;
    const outward = direction === 'in' ? [] : await this.#outward(object, revision);
    if (direction === 'out') return { neighbours: outward, unseen: 0 };
    const { neighbours: inward, unseen } = isExpanded ? await this.#inward(object) : await this.#named(object);
    return { neighbours: alternating(outward, inward), unseen };
  }

  #links({ graph }: Revision): Promise<readonly Link[]> {
    return this.services.parsedGraphs.get(graph, this.parse);
  }

  async #outward(from: Iri, revision: Revision): Promise<Neighbour[]> {
    const links = await this.#links(revision);
    return links.map(({ to, property }) => ({ other: to, edge: { from, to, property } }));
  }

  async #inward(to: Iri): Promise<Neighbourhood> {
    const { store, lookups } = this.services;
    const limit = Math.min(INBOUND_OF_NODE, MAX_INBOUND - this.#looked);
    const entries = await store.lookup(lookups.objects.inboundLinks, to, { limit });
    this.#looked += entries.length;
    const neighbours: Neighbour[] = [];
    for (const { value: from } of entries) {
      const { revision } = await this.find(from);
      if (revision === undefined) continue;
      for (const link of await this.#links(revision))
        if (link.to === to) neighbours.push({ other: from, edge: { from, to, property: link.property } });
    }
    const isAll = entries.length < limit;
    const unseen = isAll ? 0 : (await store.count(lookups.objects.inboundLinks, to)) - entries.length;
    if (unseen > 0) this.isTruncated = true;
    // A partner does not learn the number of objects that it may not read.
    return { neighbours, unseen: this.#mayCount ? unseen : 0 };
  }

  /** The objects that link to one of the last level, by the index alone. */
  async #named(to: Iri): Promise<Neighbourhood> {
    const { store, lookups } = this.services;
    if (!this.#mayCount) return { neighbours: [], unseen: 0 };
    const entries = await store.lookup(lookups.objects.inboundLinks, to, { limit: INBOUND_OF_NODE });
    const isAll = entries.length < INBOUND_OF_NODE;
    const unseen = isAll ? 0 : (await store.count(lookups.objects.inboundLinks, to)) - entries.length;
    return { neighbours: entries.map(({ value }) => ({ other: value, edge: undefined })), unseen };
  }

  /** The index has links of all times. */
  get #mayCount(): boolean {
    return this.caller.internal && this.question.at === undefined;
  }
}

/** Of both in their order, so that a bound on the number does not leave out all of one kind. */
function alternating(one: readonly Neighbour[], other: readonly Neighbour[]): Neighbour[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).flatMap((index) =>
    [one[index], other[index]].filter((neighbour) => neighbour !== undefined),
  );
}
