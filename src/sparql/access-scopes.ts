/**
 * What each caller may see in queries: determined at its first query, cached, and checked again where a commit changed an
 * access control list or a request, or an authorization of a list has ended (V51). The decisions are those of the modules that make them for HTTP (D24, D15).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Access } from '../access/access.js';
import type { ActionRequests } from '../action-requests/action-requests.js';
import type { UriScheme } from '../uris.js';
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import { acl } from '../rdf/vocabulary.js';
import type { Lookup, LookupReader } from '../store/lookup.js';
import type { Store } from '../store/store.js';
import type { Scope } from './worker/protocol.js';

export interface AccessScopesContext {
  readonly store: Pick<Store, 'onCommit' | 'onReset'> & LookupReader;
  /** Which graphs mention an agent. */
  readonly mentions: Lookup;
  readonly access: Access;
  readonly requests: ActionRequests;
  readonly uris: UriScheme;
}

/** How much a caller may see, for a SPARQL engine that decides by itself which graphs that are. */
export interface AccessExtent {
  /** Objects, objects with events, and requests. */
  readonly size: number;
  /** When access ends that is held now, in milliseconds since 1970, in ascending order. */
  readonly ends: readonly number[];
  /** Another number when something that the caller could see was taken away, or may have been. */
  readonly withdrawals: number;
}

const MAX_CALLERS = 500;
/** A caller with more graphs to check again has sent no query for long: its scope is dropped. */
const MAX_STALE = 20_000;
/** How long the main thread may be kept busy at a time. */
const SLICE_MS = 2;

/** What one caller may see, as far as it is determined. */
interface CallerScope {
  readonly objects: Set<Iri>;
  readonly events: Set<Iri>;
  readonly requests: Set<Iri>;
  /** Access control lists and requests that are to be checked. */
  readonly stale: Set<Iri>;
  /** When the access that a list gives ends, in milliseconds since 1970; without lists that give it without end. */
  readonly ends: Map<Iri, readonly number[]>;
  /** The earliest of them. */
  firstEnd: number;
  version: number;
  /** The version with which something was taken away last. */
  withdrawals: number;
  scope: Extract<Scope, { kind: 'some' }> | undefined;
  /** Lists everything that mentions the caller, to be checked. */
  listing: Promise<void>;
  /** The last check that was started. */
  checking: Promise<void>;
  /** How many queries wait for it. */
  waiting: number;
}

export class AccessScopes {
  readonly #callers = new LRUCache<Iri, CallerScope>({ max: MAX_CALLERS });
  #version = 0;

  constructor(private readonly context: AccessScopesContext) {
    context.store.onReset(() => {
      this.#callers.clear();
    });
    context.store.onCommit(({ graphs }) => {
      for (const graph of graphs) if (this.#isRelevant(graph)) this.#invalidate(graph);
    });
  }

  /** What the caller may see as of the last commit when this is called, or a later one. */
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

  /** How much a caller that is not internal may see as of the last commit when this is called, or a later one. */
  extentOf = async (caller: Caller): Promise<AccessExtent> => {
    const { objects, events, requests, ends, withdrawals } = await this.#checked(caller);
    return {
      size: objects.size + events.size + requests.size,
      ends: [...new Set([...ends.values()].flat())].sort((one, other) => one - other),
      withdrawals,
    };
  };

  async #checked(caller: Caller): Promise<CallerScope> {
    const found = this.#callerScope(caller);
    found.waiting += 1;
    try {
      await found.listing;
      // One check at a time: a second query must not use what the first one is still checking.
      found.checking = found.checking.catch(() => undefined).then(() => this.#check(found, caller));
      await found.checking;
    } finally {
      found.waiting -= 1;
    }
    return found;
  }

  #callerScope({ agent }: Caller): CallerScope {
    const cached = this.#callers.get(agent);
    if (cached !== undefined) return cached;
    const version = (this.#version += 1);
    const found: CallerScope = {
      objects: new Set(),
      events: new Set(),
      requests: new Set(),
      stale: new Set(),
      ends: new Map(),
      firstEnd: Infinity,
      version,
      withdrawals: version,
      scope: undefined,
      listing: Promise.resolve(),
      checking: Promise.resolve(),
      waiting: 0,
    };
    this.#callers.set(agent, found);
    found.listing = this.#addMentions(found, agent);
    found.listing.catch(() => this.#callers.delete(agent));
    return found;
  }

  async #addMentions(found: CallerScope, agent: Iri): Promise<void> {
    const { store, mentions } = this.context;
    for (const partition of [agent, acl.AuthenticatedAgent.value])
      for (const { value } of await store.lookup(mentions, partition)) found.stale.add(value);
  }

  /** Checks until nothing is stale, including what commits invalidate meanwhile. */
  async #check(found: CallerScope, caller: Caller): Promise<void> {
    this.#addEnded(found);
    let since = performance.now();
    // The iteration includes what is added during it.
    for (const graph of found.stale) {
      // Removed first: a commit during the reading adds it again.
      found.stale.delete(graph);
      try {
        const change = await this.#decide(graph, found, caller);
        if (change !== undefined) {
          found.scope = undefined;
          found.version = this.#version += 1;
          if (change === 'withdrawal') found.withdrawals = found.version;
        }
      } catch (error) {
        found.stale.add(graph);
        throw error;
      }
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
    }
  }

  /** Has the lists checked whose access has ended. */
  #addEnded(found: CallerScope): void {
    if (this.context.access.hasNotEnded(found.firstEnd)) return;
    found.firstEnd = Infinity;
    for (const [list, ends] of found.ends) {
      const end = Math.min(...ends);
      if (this.context.access.hasNotEnded(end)) found.firstEnd = Math.min(found.firstEnd, end);
      else found.stale.add(list);
    }
  }

  /** @returns how the scope has changed. */
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
    // All together, so that a failure of either changes nothing.
    if (ends.length === 0) found.ends.delete(graph);
    else found.ends.set(graph, ends);
    found.firstEnd = Math.min(found.firstEnd, ...ends);
    const changes = [
      put(found.objects, object, access.hasNotEnded(objectUntil)),
      put(found.events, object, access.hasNotEnded(eventsUntil)),
    ];
    return changes.includes('withdrawal') ? 'withdrawal' : changes.find((change) => change !== undefined);
  }

  #isRelevant(graph: Iri): boolean {
    const { uris } = this.context;
    return uris.actionRequestId(graph) !== undefined || uris.aclObject(graph) !== undefined;
  }

  #invalidate(graph: Iri): void {
    const dropped: Iri[] = [];
    for (const [agent, found] of this.#callers.entries()) {
      found.stale.add(graph);
      if (found.stale.size > MAX_STALE && found.waiting === 0) dropped.push(agent);
    }
    for (const agent of dropped) this.#callers.delete(agent);
  }
}

type Change = 'grant' | 'withdrawal';

/** @returns how the set has changed. */
function put(set: Set<Iri>, item: Iri, isMember: boolean): Change | undefined {
  if (set.has(item) === isMember) return undefined;
  if (isMember) set.add(item);
  else set.delete(item);
  return isMember ? 'grant' : 'withdrawal';
}
