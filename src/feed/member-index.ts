/** The record's members in the order of their commits, and since when a caller may read them (W53, W54). */
import type { Access } from '../access/access.js';
import type { ReadPermission } from '../access/readers.js';
import type { ReadingTimes } from '../access/reading-times.js';
import type { Caller } from '../http/caller.js';
import { ALL_OBJECTS, type ObjectLookups } from '../logistics-objects/lookups.js';
import type { Iri } from '../rdf/terms.js';
import type { LookupEntry, LookupReader } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** A revision or an event. */
export interface Member {
  /** In microseconds since 1970; unique, and later than that of every member of an earlier commit (W54). */
  readonly position: number;
  /** The graph that is the member. */
  readonly graph: Iri;
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
  readonly lookups: { readonly objects: Pick<ObjectLookups, 'members'> };
  readonly access: Pick<Access, 'allowedUntil'>;
  readonly readingTimes: ReadingTimes;
  readonly uris: UriScheme;
}

const memberOf = ({ order, value }: LookupEntry): Member => ({ position: order, graph: value });

export class MemberIndex {
  constructor(private readonly services: MemberServices) {}

  /** Members in the order of their commits. */
  async after(position: number, limit: number): Promise<readonly Member[]> {
    const { store, lookups } = this.services;
    return (await store.lookup(lookups.objects.members, ALL_OBJECTS, { from: position + 1, limit })).map(memberOf);
  }

  /** The members of an object, in the same order. */
  async ofObject(object: Iri): Promise<readonly Member[]> {
    const { store, lookups } = this.services;
    return (await store.lookup(lookups.objects.members, object)).map(memberOf);
  }

  /** The member at a position. */
  async at(position: number): Promise<Member | undefined> {
    const { store, lookups } = this.services;
    const [entry] = await store.lookup(lookups.objects.members, ALL_OBJECTS, { from: position, until: position });
    return entry && memberOf(entry);
  }

  /** The member that a graph is. */
  async find(graph: Iri): Promise<Member | undefined> {
    const kind = this.services.uris.graphKind(graph);
    if (kind?.kind !== 'revision' && kind?.kind !== 'event') return undefined;
    return (await this.ofObject(kind.object)).find((member) => member.graph === graph);
  }

  /** Since when a partner may read an object's content or its events; undefined if it may not do so now. */
  async readable(caller: Caller, permission: ReadPermission, object: Iri): Promise<Readable | undefined> {
    const { access, readingTimes } = this.services;
    const since = await readingTimes.since(caller, permission, object);
    return since === undefined ? undefined : { since, until: await access.allowedUntil(caller, permission, object) };
  }
}
