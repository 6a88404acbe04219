/**
 * What each caller may see, for queries: found out once, kept as long as it asks, and looked at again where a commit
 * touched an access control list or a request. Whether it may is said by the rooms that decide it for HTTP (D24, D15).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Access } from '../access/access.js';
import type { ActionRequests } from '../action-requests/action-requests.js';
import type { Addresses } from '../addresses.js';
import type { Caller } from '../identity/caller.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { Preparer } from '../store/prepared.js';
import type { Store } from '../store/store.js';
import type { Scope } from './messages.js';

export interface ScopesContext {
  readonly store: Store;
  readonly access: Access;
  readonly requests: ActionRequests;
  readonly addresses: Addresses;
  readonly vocabulary: Vocabulary;
}

const CALLERS = 500;
const SLICE_MS = 2;
const ACL = '/acl';

/** What one caller may see, as far as it is known. */
interface Known {
  readonly objects: Set<Iri>;
  readonly events: Set<Iri>;
  readonly requests: Set<Iri>;
  /** Access control lists and requests that may say something new. */
  readonly stale: Set<Iri>;
  version: number;
  scope: Extract<Scope, { kind: 'some' }> | undefined;
  /** The last look that was begun. */
  looking: Promise<void>;
}

export class Scopes {
  readonly #known = new LRUCache<Iri, Known>({ max: CALLERS });
  readonly #granted;
  readonly #concerning;
  #version = 0;

  constructor(private readonly context: ScopesContext) {
    const sparql = new Preparer(context.vocabulary);
    // Which lists name the caller at all; what they say to it is read by the room that knows how.
    this.#granted = sparql.select(`
      PREFIX vcard: <http://www.w3.org/2006/vcard/ns#>
      SELECT DISTINCT ?graph WHERE {
        { GRAPH ?graph { ?any acl:agent ?agent } }
        UNION { GRAPH ?graph { ?any acl:agentClass acl:AuthenticatedAgent } }
        UNION { GRAPH ?graph { ?any vcard:hasMember ?agent } }
      }`);
    this.#concerning = sparql.select(`
      SELECT DISTINCT ?graph WHERE {
        { GRAPH ?graph { ?graph api:isRequestedBy ?agent } }
        UNION { GRAPH ?graph { ?any api:isRequestedFor ?agent } }
      }`);
    context.store.onCommit(({ graphs }) => {
      for (const graph of graphs) if (this.#matters(graph)) this.#distrust(graph);
    });
  }

  /** What the caller may see as of the last commit when this is called, or a later one. */
  scopeOf = async (caller: Caller): Promise<Scope> => {
    if (caller.internal) return { kind: 'everything' };
    const known = this.#of(caller);
    // One look at a time, so that nobody goes on with what another is about to find out.
    known.looking = known.looking.catch(() => undefined).then(() => this.#look(known, caller));
    await known.looking;
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

  #of(caller: Caller): Known {
    const present = this.#known.get(caller.agent);
    if (present !== undefined) return present;
    const known: Known = {
      objects: new Set(),
      events: new Set(),
      requests: new Set(),
      stale: new Set(),
      version: (this.#version += 1),
      scope: undefined,
      looking: Promise.resolve(),
    };
    // Before the first question, so that a commit between it and its answer is noticed.
    this.#known.set(caller.agent, known);
    known.looking = this.#begin(known, caller).catch((error: unknown) => {
      this.#known.delete(caller.agent);
      throw error;
    });
    return known;
  }

  async #begin(known: Known, { agent }: Caller): Promise<void> {
    for (const query of [this.#granted, this.#concerning]) {
      for (const solution of await this.context.store.select(query({ agent: node(agent) }))) {
        const graph = solution.get('graph')?.value ?? '';
        if (isIri(graph) && this.#matters(graph)) known.stale.add(graph);
      }
    }
  }

  async #look(known: Known, caller: Caller): Promise<void> {
    let since = performance.now();
    for (const graph of [...known.stale]) {
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
  async #decide(graph: Iri, known: Known, caller: Caller): Promise<boolean> {
    const { access, requests, addresses } = this.context;
    if (addresses.actionRequestId(graph) !== undefined) {
      const request = await requests.find(graph);
      return put(known.requests, graph, request !== undefined && requests.mayRead(request, caller));
    }
    const object = graph.slice(0, -ACL.length);
    if (!isIri(object)) return false;
    const read = put(known.objects, object, await access.may(caller, 'GET_LOGISTICS_OBJECT', object));
    const hear = put(known.events, object, await access.may(caller, 'GET_LOGISTICS_EVENT', object));
    return read || hear;
  }

  #matters(graph: Iri): boolean {
    const { addresses } = this.context;
    if (addresses.actionRequestId(graph) !== undefined) return true;
    return graph.endsWith(ACL) && addresses.objectId(graph.slice(0, -ACL.length)) !== undefined;
  }

  #distrust(graph: Iri): void {
    for (const known of this.#known.values()) known.stale.add(graph);
  }
}

function put(set: Set<Iri>, item: Iri, isIn: boolean): boolean {
  if (set.has(item) === isIn) return false;
  if (isIn) set.add(item);
  else set.delete(item);
  return true;
}
