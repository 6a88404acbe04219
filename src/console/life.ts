/**
 * The life of a shipment: the revisions, requests and events of the objects around one object. Objects are found by their
 * links; agents and locations, which many shipments share, are left out.
 */
import type { ActionRequest } from '../action-requests/action-request.js';
import type { Caller } from '../http/caller.js';
import { readEvent } from '../logistics-events/logistics-event.js';
import type { Head, Revision } from '../logistics-objects/revisions.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, iri, namedNode, node } from '../rdf/terms.js';
import type { Neighbours, Walk } from './neighbours.js';
import { statusEntries } from './request-history.js';
import type { RequestItems } from './request-items.js';
import type { LifeAnswer, LifeEvent, LifeTimeline, LifeRequest, LifeRevision } from './responses/drawings.js';
import type { ConsoleServices } from './services.js';

/** Objects of an answer. */
export const MAX_TIMELINES = 100;
/** Revisions, requests and events of an answer, each: the timelines share them. */
const MAX_ENTRIES = 1_000;
/** The limit of one timeline, whatever their number. */
const MIN_OF_TIMELINE = 10;
const MAX_OF_TIMELINE = 50;

/** The facts in an event. */
interface EventFacts {
  readonly code: string | null;
  readonly timeType: string | null;
  readonly happened: string | null;
  readonly by: string | null;
}

/** The facts in a request itself. */
type StoredFacts = Omit<LifeRequest, 'builtOn' | 'operations' | 'operationCount'>;

/** The entries of a timeline, and whether they are all. */
interface TimelineEntries<Entry> {
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
}

export class Life {
  /** Parsed requests, cached until a commit changes them. */
  readonly #read = new WeakMap<ActionRequest, StoredFacts>();
  readonly #parseEvent: (data: Graph, graph: Iri) => EventFacts | undefined;

  constructor(
    private readonly services: ConsoleServices,
    private readonly neighbours: Neighbours,
    private readonly items: RequestItems,
  ) {
    this.#parseEvent = (data, graph) => {
      const { vocabulary } = services;
      const { cargo } = vocabulary;
      const event = readEvent(data, vocabulary);
      if (event === undefined) return undefined;
      const timeType = data.object(node(graph), namedNode(`${vocabulary.namespaces.cargo}eventTimeType`));
      return {
        code: event.codes[0] ?? null,
        timeType: timeType?.value ?? null,
        happened: Number.isFinite(event.eventDate) ? new Date(event.eventDate).toISOString() : null,
        by: data.object(node(graph), cargo.recordingOrganization)?.value ?? null,
      };
    };
  }

  /**
   * The visible part of the life of an object and of its neighbours.
   *
   * @param root a revision that the caller may read.
   * @param depth the number of links from the object.
   */
  async of(root: Revision, caller: Caller, depth: number): Promise<LifeAnswer> {
    const walk = this.neighbours.walk(caller, { direction: 'both', depth, at: undefined, limit: MAX_TIMELINES });
    const { heads, isWhole } = await this.#around(root, walk, depth);
    const share = Math.floor(MAX_ENTRIES / heads.length);
    const limit = Math.min(MAX_OF_TIMELINE, Math.max(MIN_OF_TIMELINE, share));
    const timelines: LifeTimeline[] = [];
    let isAll = isWhole;
    // One after the other: the answer must not hold up reads.
    for (const head of heads) {
      const timeline = await this.#timeline(head, caller, limit);
      timelines.push(timeline.timeline);
      isAll &&= timeline.isWhole;
    }
    return {
      object: root.head.object,
      lanes: timelines,
      parties: await this.#parties(timelines, caller),
      truncated: !isAll,
    };
  }

  /** The heads of the objects around one, nearest first. */
  async #around(root: Revision, walk: Walk, depth: number): Promise<{ heads: Head[]; isWhole: boolean }> {
    const heads = new Map<string, Revision>([[root.head.object, root]]);
    const seen = new Set<string>(heads.keys());
    let level = [root];
    let isWhole = true;
    for (let step = 0; step < depth; step += 1) {
      const next: Revision[] = [];
      for (const revision of level) {
        const { neighbours } = await walk.neighboursOf(revision.head.object, revision, true);
        for (const { other } of neighbours) {
          if (seen.has(other)) continue;
          seen.add(other);
          const found = await walk.find(other);
          if (found.revision === undefined || this.#isShared(found.revision.head.type)) continue;
          if (heads.size === MAX_TIMELINES) isWhole = false;
          else {
            heads.set(other, found.revision);
            next.push(found.revision);
          }
        }
      }
      level = next;
    }
    return { heads: Array.from(heads.values(), ({ head }) => head), isWhole: isWhole && !walk.isTruncated };
  }

  #isShared(type: Iri): boolean {
    const { model, vocabulary } = this.services;
    const { cargo } = vocabulary.namespaces;
    return ['LogisticsAgent', 'Location'].some((name) => model.isSubclassOf(type, iri(cargo + name)));
  }

  async #timeline(head: Head, caller: Caller, limit: number): Promise<{ timeline: LifeTimeline; isWhole: boolean }> {
    const { labels, revisions } = this.services;
    const made = await this.#revisions(head, limit);
    const events = await this.#events(head.object, made.entries, caller, limit);
    const requests = await this.#requests(head, caller, limit);
    return {
      timeline: {
        uri: head.object,
        type: head.type,
        label: await labels.ofRevision(revisions.latest(head).graph),
        revisions: made.entries,
        events: events.entries,
        requests: requests.entries,
      },
      isWhole: made.isWhole && events.isWhole && requests.isWhole,
    };
  }

  async #revisions({ object, latestRevision }: Head, limit: number): Promise<TimelineEntries<LifeRevision>> {
    const first = Math.max(1, latestRevision - limit + 1);
    const numbers = Array.from({ length: latestRevision - first + 1 }, (_, index) => first + index);
    const entries = await Promise.all(
      numbers.map(async (number): Promise<LifeRevision> => {
        const { at, agent, request } = await this.services.history.provenance(object, number);
        return { number, at, by: agent, request: request ?? null };
      }),
    );
    return { entries, isWhole: first === 1 };
  }

  async #events(
    object: Iri,
    made: readonly LifeRevision[],
    caller: Caller,
    limit: number,
  ): Promise<TimelineEntries<LifeEvent>> {
    const { store, lookups, access, quarantine, parsedGraphs } = this.services;
    if (!(await access.isAllowed(caller, 'GET_LOGISTICS_EVENT', object))) return { entries: [], isWhole: true };
    const entries = await store.lookup(lookups.events.byRecording, object, { limit: limit + 1, reverse: true });
    const events: LifeEvent[] = [];
    for (const { value: uri, order } of entries.slice(0, limit)) {
      const facts = await quarantine.tolerate(() => parsedGraphs.get(uri, this.#parseEvent));
      if (facts === undefined) continue;
      const recorded = new Date(order).toISOString();
      const revision = made.findLast(({ at }) => at <= recorded)?.number ?? null;
      events.unshift({ uri, ...facts, recorded, revision });
    }
    return { entries: events, isWhole: entries.length <= limit };
  }

  /** The requests about an object that the caller may read (D15). */
  async #requests(head: Head, caller: Caller, limit: number): Promise<TimelineEntries<LifeRequest>> {
    const { store, lookups, requests } = this.services;
    const entries = await store.lookup(lookups.requests.byObject, head.object, { limit: limit + 1, reverse: true });
    const found = await requests.readable(entries.slice(0, limit).map(({ value }) => value));
    const readable = await Promise.all(
      found
        .filter((request) => requests.mayRead(request, caller))
        .map(async (request) => ({ ...this.#request(request), ...(await this.items.operations(request, head)) })),
    );
    return { entries: readable.reverse(), isWhole: entries.length <= limit };
  }

  #request(request: ActionRequest): StoredFacts {
    const cached = this.#read.get(request);
    if (cached !== undefined) return cached;
    const { vocabulary } = this.services;
    const { uri, kind, status, requestedBy, requestedAt } = request;
    const decided = statusEntries(request, vocabulary)[1];
    const read: StoredFacts = {
      ...{ uri, kind, status, requestedBy },
      requestedAt: requestedAt.toISOString(),
      decidedBy: decided?.by ?? null,
      decidedAt: decided?.since ?? null,
    };
    this.#read.set(request, read);
    return read;
  }

  async #parties(timelines: readonly LifeTimeline[], caller: Caller): Promise<LifeAnswer['parties']> {
    const agents = new Set<string | null>();
    for (const { revisions, requests, events } of timelines) {
      for (const { by } of revisions) agents.add(by);
      for (const { requestedBy } of requests) agents.add(requestedBy);
      for (const { by } of events) agents.add(by);
    }
    const parties = [...agents].filter((uri) => uri !== null);
    return Promise.all(parties.map(async (uri) => ({ uri, label: await this.services.labels.label(uri, caller) })));
  }
}
