/** The record's members in the order of their commits, and since when a caller may read them (W53, W54). */
import type { Access } from '../access/access.js';
import type { ReadPermission } from '../access/readers.js';
import type { ReadingTimes } from '../access/reading-times.js';
import type { Tombstones } from '../access/tombstones.js';
import { type Erasure, readErasure } from '../erasures/erasure.js';
import { ALL_ERASURES, type ErasureLookups } from '../erasures/lookups.js';
import type { Caller } from '../http/caller.js';
import { ALL_OBJECTS, type ObjectLookups } from '../logistics-objects/lookups.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import type { ParsedGraphs } from '../store/cache/parsed-graphs.js';
import type { LookupEntry, LookupReader } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** A revision or an event. */
export interface Member {
  /** In microseconds since 1970; unique, and later than that of every member of an earlier commit (W54). */
  readonly position: number;
  /** The graph that is the member. */
  readonly graph: Iri;
  /** Of an erasure (P63): the object or event that it is about; its graph is that of the erasure. */
  readonly erased?: Iri;
}

/** Since when a caller has been allowed to read without interruption, and until when. */
export interface Readable {
  /** The time of the commit, in microseconds since 1970. */
  readonly since: number;
  /** In milliseconds since 1970; Infinity without an end. */
  readonly until: number;
}

export interface MemberServices {
  readonly store: LookupReader;
  readonly lookups: {
    readonly objects: Pick<ObjectLookups, 'members'>;
    readonly erasures: Pick<ErasureLookups, 'members'>;
  };
  readonly parsedGraphs: Pick<ParsedGraphs, 'get'>;
  readonly tombstones: Pick<Tombstones, 'find' | 'wasReader'>;
  readonly access: Pick<Access, 'allowedUntil'>;
  readonly readingTimes: ReadingTimes;
  readonly uris: UriScheme;
}

const memberOf = ({ order, value }: LookupEntry): Member => ({ position: order, graph: value });

export class MemberIndex {
  readonly #parse: (data: Graph, graph: Iri) => Erasure | undefined;

  constructor(private readonly services: MemberServices) {
    const ext = erasureTerms(services.uris.extensions);
    this.#parse = (data, graph) => readErasure(data, graph, ext);
  }

  /** Members in the order of their commits. */
  async after(position: number, limit: number): Promise<readonly Member[]> {
    const { store, lookups } = this.services;
    const page = { from: position + 1, limit };
    const members = await store.lookup(lookups.objects.members, ALL_OBJECTS, page);
    return (await this.#withErasures(members, await store.lookup(lookups.erasures.members, ALL_ERASURES, page))).slice(
      0,
      limit,
    );
  }

  /** The members of an object, in the same order. */
  async ofObject(object: Iri): Promise<readonly Member[]> {
    const { store, lookups } = this.services;
    const members = await store.lookup(lookups.objects.members, object);
    return this.#withErasures(members, await store.lookup(lookups.erasures.members, object));
  }

  /** The member at a position. */
  async at(position: number): Promise<Member | undefined> {
    const { store, lookups } = this.services;
    const page = { from: position, until: position };
    const members = await store.lookup(lookups.objects.members, ALL_OBJECTS, page);
    const erasures = members.length > 0 ? [] : await store.lookup(lookups.erasures.members, ALL_ERASURES, page);
    const [member] = await this.#withErasures(members, erasures);
    return member;
  }

  /** The member that a graph is. */
  async find(graph: Iri): Promise<Member | undefined> {
    const kind = this.services.uris.graphKind(graph);
    if (kind?.kind === 'erasure') {
      const erased = (await this.services.parsedGraphs.get(graph, this.#parse))?.erased;
      const about = erased && (this.services.uris.eventObject(erased) ?? erased);
      return about && (await this.ofObject(about)).find((member) => member.graph === graph);
    }
    if (kind?.kind !== 'revision' && kind?.kind !== 'event') return undefined;
    return (await this.ofObject(kind.object)).find((member) => member.graph === graph);
  }

  /** Since when a partner may read an object's content or its events; undefined if it may not do so now. */
  async readable(caller: Caller, permission: ReadPermission, object: Iri): Promise<Readable | undefined> {
    const { access, readingTimes } = this.services;
    const since = await readingTimes.since(caller, permission, object);
    if (since === undefined) return this.#readsErased(caller, permission, object);
    return { since, until: await access.allowedUntil(caller, permission, object) };
  }

  /** Whoever gets 410 for what was erased reads that it was (P63). */
  async #readsErased(caller: Caller, permission: ReadPermission, object: Iri): Promise<Readable | undefined> {
    const { tombstones, uris } = this.services;
    const tombstone = await tombstones.find(object);
    const subject = permission === 'GET_LOGISTICS_EVENT' ? uris.events(object) : object;
    const isReader = tombstone !== undefined && tombstones.wasReader(tombstone, subject, caller);
    return isReader ? { since: 0, until: Infinity } : undefined;
  }

  /** In one order. */
  async #withErasures(members: readonly LookupEntry[], erasures: readonly LookupEntry[]): Promise<readonly Member[]> {
    const plain = members.map(memberOf);
    if (erasures.length === 0) return plain;
    const found = await Promise.all(
      erasures.map(async ({ order, value }) => {
        const erasure = await this.services.parsedGraphs.get(value, this.#parse);
        return erasure && { position: order, graph: value, erased: erasure.erased };
      }),
    );
    return [...plain, ...found.filter((one) => one !== undefined)].sort((one, other) => one.position - other.position);
  }
}
