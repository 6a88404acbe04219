/** What the reader makes of a partner's answer. Plain values: they come from a thread. */
import type { Iri } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import type { Poison } from '../copies/copy-facts.js';
import type { AuditTrail } from './audit-trail.js';

/** The bounds of one answer (M21). */
export const MAX_STATEMENTS = 20_000;
export const MAX_BLANK_NODES = 200;
export const MAX_EVENTS = 1_000;

/** A graph of an answer in its normal form (M23). */
export interface ReceivedGraph {
  /** N-Triples of the statements about the resource and its embedded nodes, which have names of this node (M26). */
  readonly main: string;
  /** N-Triples of the others (M55); empty without any. */
  readonly beside: string;
  /** Over both, with the names as received (M24). */
  readonly digest: string;
  readonly statements: number;
  /** Objects of the same server to which the resource links, without itself. */
  readonly links: readonly Iri[];
}

/** An object as received. */
export interface ReceivedObject extends ReceivedGraph {
  readonly types: readonly [Iri, ...Iri[]];
  readonly label: string | undefined;
  /** Its business identifiers in canonical form, each with its property (`Identifiers`). */
  readonly identifiers: readonly string[];
  /** The numbers in the body. */
  readonly revision: number | undefined;
  readonly latest: number | undefined;
}

export interface ReceivedEvent extends ReceivedGraph {
  readonly event: Iri;
  /** Its `creationDate`, in milliseconds since 1970. */
  readonly createdAt: number | undefined;
}

/** What is to be read. */
export interface ReadRequest {
  readonly kind: 'object' | 'events' | 'audit-trail' | 'tombstone';
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly namespaces: Namespaces;
  readonly object: Iri;
  /** The URL that answered. */
  readonly url: Iri;
  readonly server: Iri;
  /** The time in the query, if the answer is of a past time. */
  readonly at: string | undefined;
  /** The prefix of the names of embedded nodes. */
  readonly nodes: Iri;
}

/** A property of which values were erased: at some resources, or everywhere in the revision. */
export interface ErasedProperty {
  readonly property: Iri;
  readonly subjects: readonly Iri[] | undefined;
}

/** A stored revision, or variant, of which an erasure is to be made. Texts are N-Triples with names of this node. */
export interface ErasureRequest {
  readonly kind: 'erasure';
  readonly object: Iri;
  /** The URL that answered, without its query. */
  readonly url: string;
  readonly server: Iri;
  readonly nodes: Iri;
  readonly held: string;
  readonly erased: {
    readonly properties: readonly ErasedProperty[];
    /** An answer, which says where the properties were erased. */
    readonly received?: string;
  };
}

export interface ErasureResult {
  readonly kind: 'erasure';
  readonly properties: readonly ErasedProperty[];
  /** Undefined for a revision that loses nothing. */
  readonly left: ReceivedGraph | undefined;
}

export type ReadResult =
  | ErasureResult
  | { readonly kind: 'object'; readonly object: ReceivedObject }
  | {
      readonly kind: 'events';
      readonly events: readonly ReceivedEvent[];
      /** All events of the list, also those that it only names. */
      readonly listed: readonly Iri[];
      /** The number of events that the list says there are on all its pages. */
      readonly total: number | undefined;
    }
  /** That the object was erased, with the local name of the reason's term. */
  | { readonly kind: 'tombstone'; readonly reason: string | undefined }
  | { readonly kind: 'audit-trail'; readonly trail: AuditTrail }
  | { readonly kind: 'poison'; readonly poison: Poison };
