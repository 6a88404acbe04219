/**
 * The access scope of each caller's queries: determined at the caller's first query, cached, and checked again at later
 * ones if a commit has changed an access control list or a request, or an authorization has expired (V51). A commit
 * itself costs nothing, however many callers are cached: each scope has its position in the feed of commits. The same
 * modules decide as for HTTP (D24, D15).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Access } from '../access/access.js';
import type { ActionRequests } from '../action-requests/action-requests.js';
import type { UriScheme } from '../uris.js';
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import { acl } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupReader } from '../store/lookup.js';
import type { StoreCache } from '../store/cache/store-cache.js';
import type { Cursor, GraphSource, Store } from '../store/store.js';
import { type DatasetSize, type ObjectSize, type ObjectSizes, sizeOf } from './object-sizes.js';
import type { Scope } from './worker/protocol.js';

export interface AccessScopesContext {
  readonly store: Pick<Store, 'follow' | 'cache'> & Pick<GraphSource, 'sequence'> & LookupReader;
  /** The graphs that mention an agent. */
  readonly mentions: IndexedLookup;
  readonly access: Access;
  readonly requests: ActionRequests;
  readonly uris: UriScheme;
  readonly sizes: Pick<ObjectSizes, 'mean' | 'everything'>;
}

/** The size of a caller's scope, for a SPARQL engine that evaluates access itself. */
export interface AccessExtent {
  /**
   * The distinct objects whose content or events it may see (D74). Requests do not count: a caller can create any
   * number of them, and must not choose the engine in this way.
   */
  readonly objects: number;
  /** The ends of its current access, in milliseconds since 1970, in ascending order. */
  readonly ends: readonly number[];
  /** The estimated size of these objects in its datasets. */
  readonly size: DatasetSize;
  /** Changes when visible data was withdrawn, or may have been. */
  readonly withdrawals: number;
}

/** A scope further behind in the feed, after a long time without queries, is determined again. */
const MAX_BEHIND = 20_000;
/** The size of an object or a request in a scope: in a set, and in the text for a worker. */
const BYTES_PER_IRI = 300;
/** The size of an empty scope. */
const BYTES_PER_CALLER = 1_000;
/** The longest time that the main thread may be blocked. */
const SLICE_MS = 2;
/** A sample is taken anew when the number of objects, or the sequence of the store, has grown or shrunk by this share. */
const SAMPLED_SHARE = 0.25;

/** One caller's scope, as determined so far. */
interface CallerScope {
  readonly objects: Set<Iri>;
  readonly events: Set<Iri>;
  readonly requests: Set<Iri>;
  /** The position in the feed up to which changes are known. */
  cursor: Cursor;
  /** The number of objects in at least one of the sets of objects and events. */
  seen: number;
  /** Access control lists and requests to check again. */
  readonly stale: Set<Iri>;
  /** The expiry of access by each list, in milliseconds since 1970; lists without an expiry are absent. */
  readonly ends: Map<Iri, readonly number[]>;
  /** The earliest expiry. */
  firstEnd: number;
  /** The latest time at which access was looked at, in milliseconds since 1970. */
  latest: number;
  version: number;
  /** The version of the last withdrawal. */
  withdrawals: number;
  scope: Extract<Scope, { kind: 'some' }> | undefined;
  /** The last sample, with the number of objects and the sequence of the store at its time. */
  sample: { readonly seen: number; readonly sequence: number; readonly mean: Promise<ObjectSize> } | undefined;
  /** Lists all graphs that mention the caller, for the check. */
  listing: Promise<void>;
  /** The last started check; false if the scope has to be determined again. */
  checking: Promise<boolean>;
}

export class AccessScopes {
  readonly #callers: StoreCache<CallerScope>;
  #version = 0;
  /** The last sample of all objects, with the sequence of the store at its time. */
  #everything: { readonly sequence: number; readonly size: Promise<DatasetSize> } | undefined;

  constructor(private readonly context: AccessScopesContext) {
    this.#callers = context.store.cache({
      share: 'scopes',
      // The largest scope is cached, too: determining it for each query would cost more.
      bytes: (found): number => Math.min(Math.floor(this.#callers.maxBytes / 2), bytesOf(found)),
    });
  }

  /** The number of cached scopes, and their approximate size. */
  get cached(): { readonly callers: number; readonly bytes: number } {
    return { callers: this.#callers.size, bytes: this.#callers.bytes };
  }

  /** The caller's scope at the last commit before this call, or a later one. */
  scopeOf = async (caller: Caller): Promise<Scope> => {
    if (caller.internal) return { kind: 'everything' };
    const found = await this.#checked(caller);
    const text = (iris: ReadonlySet<Iri>): string => [...iris].join('\n');
    found.scope ??= {
      kind: 'some',
      agent: caller.agent,
      version: found.version,
      content: { objects: text(found.objects), events: text(found.events), requests: text(found.requests) },
    };
    return found.scope;
  };

  /** The scope size of a partner at the last commit before this call, or a later one. */
  extentOf = async (caller: Caller): Promise<AccessExtent> => {
    const found = await this.#checked(caller);
    const { seen, ends, withdrawals, objects, events } = found;
    return {
      objects: seen,
      size: sizeOf(await this.#meanSize(found), objects.size, events.size),
      ends: [...new Set([...ends.values()].flat())].sort((one, other) => one - other),
      withdrawals,
    };
  };

  /** The objects that a partner may read, at the last commit before this call, or a later one. */
  objectsOf = async (caller: Caller): Promise<ReadonlySet<Iri>> => (await this.#checked(caller)).objects;

  /** The estimated size of a caller's datasets. Its own requests do not count. */
  sizeOf = async (caller: Caller): Promise<DatasetSize> =>
    caller.internal ? this.#sizeOfEverything() : (await this.extentOf(caller)).size;

  #sizeOfEverything(): Promise<DatasetSize> {
    const { sequence } = this.context.store;
    const last = this.#everything;
    if (last !== undefined && isNear(last.sequence, sequence)) return last.size;
    const size = this.context.sizes.everything();
    this.#everything = { sequence, size };
    size.catch(() => {
      this.#everything = undefined;
    });
    return size;
  }

  #meanSize(found: CallerScope): Promise<ObjectSize> {
    const { sample, seen } = found;
    const { sequence } = this.context.store;
    if (sample !== undefined && isNear(sample.seen, seen) && isNear(sample.sequence, sequence)) return sample.mean;
    const mean = this.context.sizes.mean(found);
    found.sample = { seen, sequence, mean };
    mean.catch(() => {
      found.sample = undefined;
    });
    return mean;
  }

  async #checked(caller: Caller): Promise<CallerScope> {
    for (;;) {
      const found = this.#callerScope(caller);
      await found.listing;
      // One check at a time: a second query must not use a scope that the first one is still checking.
      found.checking = found.checking.catch(() => true).then(() => this.#check(found, caller));
      const isChecked = await found.checking;
      if (isChecked) {
        this.#callers.resize(caller.agent, found);
        return found;
      }
      if (this.#callers.get(caller.agent) === found) this.#callers.drop(caller.agent);
    }
  }

  #callerScope({ agent }: Caller): CallerScope {
    const cached = this.#callers.get(agent);
    if (cached !== undefined) return cached;
    const version = (this.#version += 1);
    const found: CallerScope = {
      objects: new Set(),
      events: new Set(),
      requests: new Set(),
      // Objects that change while they are listed are checked again.
      cursor: this.context.store.follow(),
      seen: 0,
      stale: new Set(),
      ends: new Map(),
      firstEnd: Infinity,
      latest: -Infinity,
      version,
      withdrawals: version,
      scope: undefined,
      sample: undefined,
      listing: Promise.resolve(),
      checking: Promise.resolve(true),
    };
    this.#callers.put(agent, found);
    found.listing = this.#addMentions(found, agent);
    found.listing.catch(() => {
      this.#callers.drop(agent);
    });
    return found;
  }

  async #addMentions(found: CallerScope, agent: Iri): Promise<void> {
    const { store, mentions } = this.context;
    for (const partition of [agent, acl.AuthenticatedAgent.value])
      for (const { value } of await store.lookup(mentions, partition)) found.stale.add(value);
  }

  /** Checks the changes so far. @returns false if the scope has to be determined again. */
  async #check(found: CallerScope, caller: Caller): Promise<boolean> {
    const { access } = this.context;
    // Lists whose access had ended, and is held again after the clock was set back, are not in the scope.
    if (access.now < found.latest || !(await this.#follow(found))) return false;
    this.#addEnded(found);
    let since = performance.now();
    for (const graph of found.stale) {
      const change = await this.#decide(graph, found, caller);
      // A graph without a decision stays in the set.
      found.stale.delete(graph);
      if (change !== undefined) {
        found.scope = undefined;
        found.version = this.#version += 1;
        if (change === 'withdrawal') found.withdrawals = found.version;
      }
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
    }
    found.latest = access.now;
    return true;
  }

  async #follow(found: CallerScope): Promise<boolean> {
    if (this.context.store.sequence - found.cursor.sequence > MAX_BEHIND) return false;
    const changed = await found.cursor.changes();
    if (changed.kind === 'gap') return false;
    for (const graph of changed.graphs) if (this.#isRelevant(graph)) found.stale.add(graph);
    found.cursor = changed.next;
    return true;
  }

  /** Schedules a check of the lists with expired access. */
  #addEnded(found: CallerScope): void {
    if (this.context.access.hasNotEnded(found.firstEnd)) return;
    found.firstEnd = Infinity;
    for (const [list, ends] of found.ends) {
      const end = Math.min(...ends);
      if (this.context.access.hasNotEnded(end)) found.firstEnd = Math.min(found.firstEnd, end);
      else found.stale.add(list);
    }
  }

  /** @returns the change of the scope. */
  async #decide(graph: Iri, found: CallerScope, caller: Caller): Promise<Change | undefined> {
    const { access, requests, uris } = this.context;
    if (uris.actionRequestId(graph) !== undefined) {
      const request = await requests.find(graph);
      return put(found.requests, graph, request !== undefined && requests.mayRead(request, caller));
    }
    const object = uris.aclObject(graph);
    if (object === undefined) return undefined;
    const objectUntil = await access.allowedUntil(caller, 'GET_LOGISTICS_OBJECT', object);
    const eventsUntil = await access.allowedUntil(caller, 'GET_LOGISTICS_EVENT', object);
    const ends = [objectUntil, eventsUntil].filter((end) => end !== Infinity && access.hasNotEnded(end));
    // All changes together, so that a failure of either changes nothing.
    if (ends.length === 0) found.ends.delete(graph);
    else found.ends.set(graph, ends);
    found.firstEnd = Math.min(found.firstEnd, ...ends);
    const isSeen = (): boolean => found.objects.has(object) || found.events.has(object);
    const wasSeen = isSeen();
    const changes = [
      put(found.objects, object, access.hasNotEnded(objectUntil)),
      put(found.events, object, access.hasNotEnded(eventsUntil)),
    ];
    found.seen += Number(isSeen()) - Number(wasSeen);
    return changes.includes('withdrawal') ? 'withdrawal' : changes.find((change) => change !== undefined);
  }

  #isRelevant(graph: Iri): boolean {
    const { uris } = this.context;
    return uris.actionRequestId(graph) !== undefined || uris.aclObject(graph) !== undefined;
  }
}

const isNear = (sampled: number, current: number): boolean =>
  Math.abs(current - sampled) <= SAMPLED_SHARE * Math.max(sampled, current);

const bytesOf = ({ objects, events, requests, stale }: CallerScope): number =>
  BYTES_PER_CALLER + BYTES_PER_IRI * (objects.size + events.size + requests.size + stale.size);

type Change = 'grant' | 'withdrawal';

/** @returns the change of the set. */
function put(set: Set<Iri>, item: Iri, isMember: boolean): Change | undefined {
  if (set.has(item) === isMember) return undefined;
  if (isMember) set.add(item);
  else set.delete(item);
  return isMember ? 'grant' : 'withdrawal';
}
