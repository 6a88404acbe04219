/**
 * What each caller may see, for queries: found out once, kept as long as it asks, and looked at again where a commit
 * touched an access control list or a request. Whether it may is said by the rooms that decide it for HTTP (D24, D15).
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
import type { Scope } from './worker/protocol.js';
import type { CopiedStore } from './query-worker.js';

export interface AccessScopesContext {
  readonly store: CopiedStore & LookupReader;
  /** Which graphs mention an agent. */
  readonly mentions: Lookup;
  readonly access: Access;
  readonly requests: ActionRequests;
  readonly uris: UriScheme;
}

const MAX_CALLERS = 500;
/** A caller with more to look at again has not asked for long: it begins anew. */
const MAX_STALE = 20_000;
const SLICE_MS = 2;

/** What one caller may see, as far as it is known. */
interface CallerScope {
  readonly objects: Set<Iri>;
  readonly events: Set<Iri>;
  readonly requests: Set<Iri>;
  /** Access control lists and requests that may say something new. */
  readonly stale: Set<Iri>;
  version: number;
  scope: Extract<Scope, { kind: 'some' }> | undefined;
  /** The last look that was begun. */
  looking: Promise<void>;
  /** How many questions wait for it. */
  execution: number;
}

export class AccessScopes {
  readonly #known = new LRUCache<Iri, CallerScope>({ max: MAX_CALLERS });
  #version = 0;

  constructor(private readonly context: AccessScopesContext) {
    const { store } = context;
    store.onCommit(({ graphs }) => {
      for (const graph of graphs) if (this.#isRelevant(graph)) this.#invalidate(graph);
    });
  }

  /** What the caller may see as of the last commit when this is called, or a later one. */
  scopeOf = async (caller: Caller): Promise<Scope> => {
    if (caller.internal) return { kind: 'everything' };
    const known = this.#of(caller);
    known.execution += 1;
    try {
      // One look at a time, so that nobody goes on with what another is about to find out.
      known.looking = known.looking.catch(() => undefined).then(() => this.#refresh(known, caller));
      await known.looking;
    } finally {
      known.execution -= 1;
    }
    known.scope ??= {
      kind: 'some',
      agent: caller.agent,
      version: known.version,
      objects: [...known.objects].join('\n'),
      events: [...known.events].join('\n'),
      requests: [...known.requests].join('\n'),
    };
    return known.scope;
  };

  #of(caller: Caller): CallerScope {
    const present = this.#known.get(caller.agent);
    if (present !== undefined) return present;
    const known: CallerScope = {
      objects: new Set(),
      events: new Set(),
      requests: new Set(),
      stale: new Set(),
      version: (this.#version += 1),
      scope: undefined,
      looking: Promise.resolve(),
      execution: 0,
    };
    this.#begin(known, caller);
    this.#known.set(caller.agent, known);
    return known;
  }

  #begin(known: CallerScope, { agent }: Caller): void {
    const { store, mentions } = this.context;
    for (const partition of [agent, acl.AuthenticatedAgent.value])
      for (const { value } of store.lookup(mentions, partition)) known.stale.add(value);
  }

  /** Looks until nothing is left: what a commit marks meanwhile is looked at as well. */
  async #refresh(known: CallerScope, caller: Caller): Promise<void> {
    let since = performance.now();
    // A set goes on to what is added to it.
    for (const graph of known.stale) {
      // Unmarked first: a commit during the reading marks it again.
      known.stale.delete(graph);
      try {
        if (await this.#decide(graph, known, caller)) {
          known.scope = undefined;
          known.version = this.#version += 1;
        }
      } catch (error) {
        known.stale.add(graph);
        throw error;
      }
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
    }
  }

  /** Gives whether anything is different now. */
  async #decide(graph: Iri, known: CallerScope, caller: Caller): Promise<boolean> {
    const { access, requests, uris } = this.context;
    if (uris.actionRequestId(graph) !== undefined) {
      const request = await requests.find(graph);
      return put(known.requests, graph, request !== undefined && requests.mayRead(request, caller));
    }
    const object = uris.aclObject(graph);
    if (object === undefined) return false;
    const mayRead = await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object);
    const mayHear = await access.isAllowed(caller, 'GET_LOGISTICS_EVENT', object);
    // Both at once, so that a failure of either leaves nothing half known.
    const isDifferent = put(known.objects, object, mayRead);
    return put(known.events, object, mayHear) || isDifferent;
  }

  #isRelevant(graph: Iri): boolean {
    const { uris } = this.context;
    return uris.actionRequestId(graph) !== undefined || uris.aclObject(graph) !== undefined;
  }

  #invalidate(graph: Iri): void {
    const forgotten: Iri[] = [];
    for (const [agent, known] of this.#known.entries()) {
      known.stale.add(graph);
      if (known.stale.size > MAX_STALE && known.execution === 0) forgotten.push(agent);
    }
    for (const agent of forgotten) this.#known.delete(agent);
  }
}

function put(set: Set<Iri>, item: Iri, isIn: boolean): boolean {
  if (set.has(item) === isIn) return false;
  if (isIn) set.add(item);
  else set.delete(item);
  return true;
}
