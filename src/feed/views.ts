/**
 * The view of each caller: made at its first request, cached, and followed from then on with the feed of commits, as
 * the access scopes of queries are (`sparql/access-scopes.ts`). All internal agents have the same one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Access } from '../access/access.js';
import type { AccessLookups } from '../access/lookups.js';
import { type Erasure, readErasure } from '../erasures/erasure.js';
import { ALL_ERASURES, type ErasureLookups } from '../erasures/lookups.js';
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import type { Graph } from '../rdf/graph.js';
import { acl } from '../rdf/vocabulary.js';
import type { ParsedGraphs } from '../store/cache/parsed-graphs.js';
import type { StoreCache } from '../store/cache/store-cache.js';
import type { LookupReader } from '../store/lookup.js';
import type { Cursor, Store } from '../store/store.js';
import type { UriScheme } from '../uris.js';
import type { Digests } from './documents.js';
import type { Member, MemberIndex, Readable } from './member-index.js';
import { FeedView, identityOf, type Place, type ViewedMember } from './view.js';

export interface ViewServices {
  readonly store: Pick<Store, 'follow' | 'cache'> & LookupReader;
  readonly lookups: { readonly access: AccessLookups; readonly erasures: Pick<ErasureLookups, 'erasures'> };
  readonly parsedGraphs: Pick<ParsedGraphs, 'get'>;
  readonly access: Access;
  readonly uris: UriScheme;
  readonly members: MemberIndex;
}

/** The key of the view of all internal agents; no IRI. */
const EVERYTHING = 'everything';
/** Members read at a time. */
const PAGE = 1_000;
/** The longest time that the main thread may be blocked. */
const SLICE_MS = 2;
/** The size of an object that a caller may read, in a map. */
const BYTES_PER_OBJECT = 300;
const BYTES_PER_DIGEST = 150;

/** The periods in which a caller may read an object's content and its events. */
interface ObjectAccess {
  readonly content: Readable | undefined;
  readonly events: Readable | undefined;
}

/** A caller's view, as far as it has been made. */
export interface CallerView {
  readonly view: FeedView;
  readonly digests: Digests;
  readonly objects: Map<Iri, ObjectAccess>;
  /** The erasures of properties, by object. A further one ends the view. */
  readonly erasures: Map<Iri, Iri[]>;
  /** Objects whose access is to be decided again. */
  readonly stale: Set<Iri>;
  /** The position of the last member in the record that has been looked at. */
  last: number;
  /** When the first permission ends, in milliseconds since 1970. */
  firstEnd: number;
  /** The latest time at which permissions were looked at. */
  latest: number;
  cursor: Cursor;
  /** Lists what the caller may read. */
  listing: Promise<void>;
  /** The last started update. */
  updating: Promise<unknown>;
}

export class FeedViews {
  readonly #views: StoreCache<CallerView>;
  readonly #parse: (data: Graph, graph: Iri) => Erasure | undefined;

  constructor(private readonly services: ViewServices) {
    const ext = erasureTerms(services.uris.extensions);
    this.#parse = (data, graph) => readErasure(data, graph, ext);
    this.#views = services.store.cache({
      share: 'feeds',
      // The largest view is cached, too: making it for each request would cost more.
      bytes: (found): number => Math.min(Math.floor(this.#views.maxBytes / 2), bytesOf(found)),
    });
  }

  /**
   * Reads the view of a caller, at the last commit before this call or a later one.
   *
   * @param use reads at once: the next update may begin when it returns.
   */
  async read<Result>(caller: Caller, use: (found: CallerView) => Result): Promise<Result> {
    const key = caller.internal ? EVERYTHING : caller.agent;
    for (;;) {
      const found = this.#views.get(key) ?? this.#begin(key, caller);
      await found.listing;
      // One update at a time.
      const reading = found.updating
        .catch(() => undefined)
        .then(async () => ((await this.#update(found, caller)) ? { result: use(found) } : undefined));
      found.updating = reading;
      const done = await reading;
      if (done !== undefined) {
        this.#views.resize(key, found);
        return done.result;
      }
      if (this.#views.get(key) === found) this.#views.drop(key);
    }
  }

  #begin(key: string, caller: Caller): CallerView {
    const found: CallerView = {
      view: new FeedView(),
      digests: new Map(),
      objects: new Map(),
      erasures: new Map(),
      stale: new Set(),
      last: -1,
      firstEnd: Infinity,
      latest: -Infinity,
      // What changes while it is listed is looked at again.
      cursor: this.services.store.follow(),
      listing: Promise.resolve(),
      updating: Promise.resolve(),
    };
    this.#views.put(key, found);
    found.listing = this.#list(found, caller);
    found.listing.catch(() => {
      this.#views.drop(key);
    });
    return found;
  }

  /** Finds the erasures of properties, and the objects whose lists name the caller, or everybody. */
  async #list(found: CallerView, { internal, agent }: Caller): Promise<void> {
    const { store, lookups, uris, parsedGraphs } = this.services;
    for (const { value } of await store.lookup(lookups.erasures.erasures, ALL_ERASURES)) {
      const erasure = await parsedGraphs.get(value, this.#parse);
      if (erasure?.property === undefined) continue;
      const known = found.erasures.get(erasure.erased);
      if (known === undefined) found.erasures.set(erasure.erased, [value]);
      else known.push(value);
    }
    if (internal) return;
    for (const partition of [agent, acl.AuthenticatedAgent.value])
      for (const { value } of await store.lookup(lookups.access.formerReaders, partition)) {
        const object = uris.erasedResource(value);
        if (object !== undefined) found.stale.add(object);
      }
    for (const partition of [agent, acl.AuthenticatedAgent.value])
      for (const { value } of await store.lookup(lookups.access.agents, partition)) {
        const object = uris.aclObject(value);
        if (object !== undefined) found.stale.add(object);
      }
  }

  /** Adds the changes so far. @returns false if the view has to be made anew. */
  async #update(found: CallerView, caller: Caller): Promise<boolean> {
    const { access } = this.services;
    // The view has forgotten what had ended, and is held again.
    if (!caller.internal && access.now < found.latest) return false;
    const changed = await found.cursor.changes();
    if (changed.kind === 'gap') return false;
    // Members of what was erased are in no new view.
    for (const graph of changed.graphs) if (this.services.uris.isOfKind(graph, 'erasure')) return false;
    if (!caller.internal) {
      for (const graph of changed.graphs) {
        const object = this.services.uris.aclObject(graph);
        if (object !== undefined) found.stale.add(object);
      }
      this.#addEnded(found);
    }
    await this.#addNew(found, caller);
    let since = performance.now();
    for (const object of found.stale) {
      await this.#decide(object, found, caller);
      // An object without a decision stays in the set.
      found.stale.delete(object);
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
    }
    found.cursor = changed.next;
    found.latest = access.now;
    return true;
  }

  /** Objects with permissions that have ended. */
  #addEnded(found: CallerView): void {
    const { access } = this.services;
    if (access.hasNotEnded(found.firstEnd)) return;
    found.firstEnd = Infinity;
    for (const [object, { content, events }] of found.objects) {
      const end = Math.min(content?.until ?? Infinity, events?.until ?? Infinity);
      if (access.hasNotEnded(end)) found.firstEnd = Math.min(found.firstEnd, end);
      else found.stale.add(object);
    }
  }

  /** Adds the members of the commits since, by the access that is known: what has changed is decided upon next. */
  async #addNew(found: CallerView, caller: Caller): Promise<void> {
    for (;;) {
      const members = await this.services.members.after(found.last, PAGE);
      found.view.add(this.#viewed(members, found, (member) => this.placeIn(member, found, caller)));
      found.last = members.at(-1)?.position ?? found.last;
      if (members.length < PAGE) return;
      await nextTurn();
    }
  }

  /** Decides upon an object anew: takes its members out, and puts in those that the caller may read. */
  async #decide(object: Iri, found: CallerView, caller: Caller): Promise<void> {
    const { members: index } = this.services;
    const [content, events] = await Promise.all([
      index.readable(caller, 'GET_LOGISTICS_OBJECT', object),
      index.readable(caller, 'GET_LOGISTICS_EVENT', object),
    ]);
    const before = found.objects.get(object);
    if (isSame(before?.content, content) && isSame(before?.events, events) && before !== undefined) return;
    const isReadable = content !== undefined || events !== undefined;
    if (before === undefined && !isReadable) return;
    const members = await index.ofObject(object);
    if (before !== undefined) found.view.remove(new Set(members.map(({ position }) => position)));
    if (!isReadable) {
      found.objects.delete(object);
      return;
    }
    const access = { content, events };
    // Later members come with the next commits.
    const known = members.filter(({ position }) => position <= found.last);
    found.view.add(this.#viewed(known, found, (member) => this.#placeOf(member, access)));
    found.objects.set(object, access);
    found.firstEnd = Math.min(found.firstEnd, content?.until ?? Infinity, events?.until ?? Infinity);
  }

  /** The place of a member by the access to its object; undefined if the caller may not read it (W53). */
  #placeOf({ position, graph, erased }: Member, access: ObjectAccess | undefined): Place | undefined {
    const permission: keyof ObjectAccess =
      this.services.uris.eventObject(erased ?? graph) === undefined ? 'content' : 'events';
    const readable = access?.[permission];
    return readable && { time: Math.max(position, readable.since), position };
  }

  /** The place of a member in a caller's view; undefined if the caller may not read it. */
  placeIn(member: Member, { objects }: CallerView, { internal }: Caller): Place | undefined {
    if (internal) return { time: member.position, position: member.position };
    const object = this.#objectOf(member);
    return object && this.#placeOf(member, objects.get(object));
  }

  /** The members that have a place. */
  #viewed(
    members: readonly Member[],
    { erasures }: CallerView,
    placeOf: (member: Member) => Place | undefined,
  ): ViewedMember[] {
    return members.flatMap((member) => {
      const place = placeOf(member);
      if (place === undefined) return [];
      const kind = this.services.uris.graphKind(member.graph);
      const changed = kind?.kind === 'revision' ? erasures.get(kind.object) : undefined;
      return [{ ...place, identity: identityOf(member.graph, changed) }];
    });
  }

  #objectOf({ graph, erased }: Pick<Member, 'graph' | 'erased'>): Iri | undefined {
    if (erased !== undefined) return this.services.uris.eventObject(erased) ?? erased;
    const kind = this.services.uris.graphKind(graph);
    return kind?.kind === 'revision' || kind?.kind === 'event' ? kind.object : undefined;
  }
}

const isSame = (one: Readable | undefined, other: Readable | undefined): boolean =>
  one?.since === other?.since && one?.until === other?.until;

const bytesOf = ({ view, digests, objects, stale }: CallerView): number =>
  view.bytes + BYTES_PER_DIGEST * digests.size + BYTES_PER_OBJECT * (objects.size + stale.size);
