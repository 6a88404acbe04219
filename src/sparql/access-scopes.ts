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
  readonly ends: Map<Iri, number>;
  /** The earliest of them. */
  firstEnd: number;
  version: number;
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
    const text = (iris: ReadonlySet<Iri>): string => [...iris].join('\n');
    found.scope ??= {
      kind: 'some',
      agent: caller.agent,
      version: found.version,
      content: { objects: text(found.objects), events: text(found.events), requests: text(found.requests) },
    };
    return found.scope;
  };

  #callerScope({ agent }: Caller): CallerScope {
    const cached = this.#callers.get(agent);
    if (cached !== undefined) return cached;
    const found: CallerScope = {
      objects: new Set(),
      events: new Set(),
      requests: new Set(),
      stale: new Set(),
      ends: new Map(),
      firstEnd: Infinity,
      version: (this.#version += 1),
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
        if (await this.#decide(graph, found, caller)) {
          found.scope = undefined;
          found.version = this.#version += 1;
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
    for (const [list, end] of found.ends) {
      if (this.context.access.hasNotEnded(end)) found.firstEnd = Math.min(found.firstEnd, end);
      else found.stale.add(list);
    }
  }

  /** @returns whether the scope has changed. */
  async #decide(graph: Iri, found: CallerScope, caller: Caller): Promise<boolean> {
    const { access, requests, uris } = this.context;
    if (uris.actionRequestId(graph) !== undefined) {
      const request = await requests.find(graph);
      return put(found.requests, graph, request !== undefined && requests.mayRead(request, caller));
    }
    const object = uris.aclObject(graph);
    if (object === undefined) return false;
    const objectUntil = await access.allowedUntil(caller, 'GET_LOGISTICS_OBJECT', object);
    const eventsUntil = await access.allowedUntil(caller, 'GET_LOGISTICS_EVENT', object);
    const held = [objectUntil, eventsUntil].filter((end) => access.hasNotEnded(end));
    // All together, so that a failure of either changes nothing.
    const end = Math.min(Infinity, ...held);
    if (end === Infinity) found.ends.delete(graph);
    else found.ends.set(graph, end);
    found.firstEnd = Math.min(found.firstEnd, end);
    const isObjectChanged = put(found.objects, object, access.hasNotEnded(objectUntil));
    return put(found.events, object, access.hasNotEnded(eventsUntil)) || isObjectChanged;
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

/** @returns whether the set has changed. */
function put(set: Set<Iri>, item: Iri, isMember: boolean): boolean {
  if (set.has(item) === isMember) return false;
  if (isMember) set.add(item);
  else set.delete(item);
  return true;
}
