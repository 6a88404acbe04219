/** Translates the graphs of commits into changes of resources that a caller may see. */
import type { Caller } from '../http/caller.js';
import { type Iri } from '../rdf/terms.js';
import { mirrorTerms } from '../rdf/mirror-terms.js';
import { type Follow, readFollow } from '../mirror/follows/follow.js';
import type { Graph } from '../rdf/graph.js';
import type { MirrorChange, StreamChange } from './responses.js';
import type { ConsoleServices } from './services.js';

/** The most changes in one step; a caller with more reads its data again. */
const MAX_CHANGES = 200;

/** A resource that a graph is of. */
interface Candidate extends Pick<StreamChange, 'kind'> {
  readonly uri: Iri;
  readonly object?: Iri;
}

/** An event of a stream with its data. */
export type VisibleChange =
  | { readonly event: 'changed'; readonly data: StreamChange }
  | { readonly event: 'mirror'; readonly data: MirrorChange };

export class Changes {
  readonly #parseFollow: (data: Graph, graph: Iri) => Follow | undefined;

  constructor(private readonly services: ConsoleServices) {
    const ext = mirrorTerms(services.uris.extensions);
    this.#parseFollow = (data, graph) => readFollow(data, graph, ext);
  }

  /**
   * The changes of resources that a caller may see now: access is checked when a change is sent (D24).
   *
   * @param graphs that commits have changed.
   * @returns undefined for too many changes.
   */
  async visible(graphs: Iterable<Iri>, caller: Caller): Promise<VisibleChange[] | undefined> {
    const all = [...graphs];
    const candidates = this.#candidates(all, caller);
    const follows = caller.internal ? all.filter((graph) => this.services.uris.isOfKind(graph, 'follow')) : [];
    if (candidates.length + follows.length > MAX_CHANGES) return undefined;
    const changes = await Promise.all([
      ...candidates.map((candidate) => this.#change(candidate, caller)),
      ...follows.map((follow) => this.#mirrorChange(follow)),
    ]);
    return changes.filter((change) => change !== undefined);
  }

  #candidates(graphs: Iterable<Iri>, caller: Caller): Candidate[] {
    const found = new Map<string, Candidate>();
    for (const graph of graphs) {
      const candidate = this.#candidate(graph);
      if (candidate === undefined) continue;
      const { kind, uri } = candidate;
      if (!caller.internal && (kind === 'delivery' || kind === 'notification')) continue;
      // Deliveries change constantly: one change represents all their lists.
      const key = kind === 'delivery' ? kind : `${kind} ${uri}`;
      if (!found.has(key)) found.set(key, candidate);
      if (found.size > MAX_CHANGES) break;
    }
    return [...found.values()];
  }

  #candidate(graph: Iri): Candidate | undefined {
    const { uris } = this.services;
    const head = uris.headObject(graph);
    if (head !== undefined) return { kind: 'object', uri: head };
    const object = uris.eventObject(graph);
    if (object !== undefined) return { kind: 'event', uri: graph, object };
    if (uris.actionRequestId(graph) !== undefined) return { kind: 'request', uri: graph };
    const listed = uris.aclObject(graph);
    if (listed !== undefined) return { kind: 'access', uri: graph, object: listed };
    if (uris.isOfKind(graph, 'inbox-entry')) return { kind: 'notification', uri: graph };
    const isDelivery =
      uris.isOfKind(graph, 'outbox-entry') ||
      uris.isOfKind(graph, 'delivery-failure') ||
      uris.isOfKind(graph, 'delivery-pause');
    return isDelivery ? { kind: 'delivery', uri: graph } : undefined;
  }

  async #change(candidate: Candidate, caller: Caller): Promise<VisibleChange | undefined> {
    const data = await this.#visibleChange(candidate, caller);
    return data && { event: 'changed', data };
  }

  /** The state of a follow now (M8); the stream leaves out what it has said before. */
  async #mirrorChange(graph: Iri): Promise<VisibleChange | undefined> {
    const follow = await this.services.parsedGraphs.get(graph, this.#parseFollow);
    if (follow === undefined) return undefined;
    const { uri, server, state, since } = follow;
    const reason = 'reason' in state ? state.reason : null;
    return { event: 'mirror', data: { uri, server, state: state.kind, reason, since: since.toISOString() } };
  }

  async #visibleChange(candidate: Candidate, caller: Caller): Promise<StreamChange | undefined> {
    const { access } = this.services;
    const { kind, uri, object } = candidate;
    switch (kind) {
      case 'object':
      case 'access':
        return (await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object ?? uri)) ? candidate : undefined;
      case 'event':
        return (await access.isAllowed(caller, 'GET_LOGISTICS_EVENT', object ?? uri)) ? candidate : undefined;
      case 'request':
        return this.#requestChange(uri, caller);
      case 'delivery':
      case 'notification':
        return caller.internal ? candidate : undefined;
    }
  }

  async #requestChange(uri: Iri, caller: Caller): Promise<StreamChange | undefined> {
    const { requests } = this.services;
    const request = await requests.find(uri);
    if (request === undefined || !requests.mayRead(request, caller)) return undefined;
    const object = requests.objectOf(request);
    return { kind: 'request', uri, status: request.status, ...(object !== undefined && { object }) };
  }
}
