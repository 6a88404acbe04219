/** Answers that the console draws: neighbours, the life of a shipment, who knew what when. */
import type { TermValue } from './objects.js';
import type { RequestKind, RequestStatus } from './requests.js';

/** `GET /internal/objects/<id>/links?direction=&depth=&at=&limit=` */
export interface LinksAnswer {
  readonly object: string;
  /** The object first, then by distance. */
  readonly nodes: readonly LinkNode[];
  readonly edges: readonly LinkEdge[];
  /** How many more neighbours a node has, at most, than are in the answer. */
  readonly more: Readonly<Record<string, number>>;
  /** Whether not all objects that point to one of the nodes were looked at. */
  readonly truncated: boolean;
}

export interface LinkNode {
  readonly uri: string;
  /** Null for an object of elsewhere, and for one that the caller may not read or that does not exist. */
  readonly type: string | null;
  readonly label: string | null;
  /** Whether it is a resource of this node. */
  readonly here: boolean;
  readonly readable: boolean;
  /** Whether it is known not to exist: told to internal agents of objects of this node. */
  readonly missing: boolean;
}

export interface LinkEdge {
  readonly from: string;
  readonly to: string;
  readonly property: string;
}

/** `GET /internal/objects/<id>/life?depth=` */
export interface LifeAnswer {
  readonly object: string;
  readonly lanes: readonly LifeLane[];
  /** The agents that asked for revisions or requests, or recorded events. */
  readonly parties: readonly Party[];
  /** Whether there are more objects, or more of a lane, than an answer has: the newest are given. */
  readonly truncated: boolean;
}

export interface Party {
  readonly uri: string;
  readonly label: string | null;
}

export interface LifeLane {
  readonly uri: string;
  readonly type: string;
  readonly label: string | null;
  /** Oldest first; the last one is the latest. */
  readonly revisions: readonly LifeRevision[];
  /** In the order in which they were recorded. */
  readonly events: readonly LifeEvent[];
  /** Changes that were asked for, in the order of their requests. */
  readonly requests: readonly LifeRequest[];
}

export interface LifeRevision {
  readonly number: number;
  readonly at: string;
  /** Who asked for it. */
  readonly by: string | null;
  readonly request: string | null;
}

export interface LifeEvent {
  readonly uri: string;
  readonly code: string | null;
  readonly timeType: string | null;
  /** When it happened, as the event says. */
  readonly happened: string | null;
  /** When this node recorded it. */
  readonly recorded: string | null;
  readonly by: string | null;
  /** The latest revision of the object when the event was recorded. */
  readonly revision: number | null;
}

export interface LifeRequest {
  readonly uri: string;
  readonly kind: RequestKind;
  readonly status: RequestStatus;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  /** The revision that the change was built on. */
  readonly builtOn: number | null;
}

/** `GET /internal/objects/<id>/knowledge?property=`: who knew which value of a property when. */
export interface KnowledgeAnswer {
  readonly object: string;
  readonly type: string;
  readonly label: string | null;
  readonly property: string;
  /** The values in their order, each from the revision that made it; the last one is the present one. */
  readonly values: readonly KnownValue[];
  /** For a partner: itself. */
  readonly parties: readonly KnowingParty[];
  /** How long receipts are kept: what was told before is not known. */
  readonly receiptDays: number;
  /** Whether revisions, parties or notifications were left out: the newest are given. */
  readonly truncated: boolean;
}

export interface KnownValue {
  readonly revision: number;
  readonly at: string;
  /** Who asked for it. */
  readonly by: string | null;
  /** None where the object did not have the property. */
  readonly value: readonly TermValue[];
}

export interface KnowingParty {
  readonly uri: string;
  readonly label: string | null;
  /** When it could read the object. */
  readonly readable: readonly ReadableTime[];
  /** For each of the values, in their order. */
  readonly known: readonly Knowledge[];
}

export interface ReadableTime {
  /** Null where the access list does not say since when. */
  readonly from: string | null;
  /** Null: still. */
  readonly until: string | null;
  readonly because: 'written' | 'group' | 'authenticated' | 'delegation';
  /** The delegation request. */
  readonly request: string | null;
}

export interface Knowledge {
  readonly revision: number;
  /** Whether the party asked for this value itself. */
  readonly asked: boolean;
  /** From when on it could read the value; null: not yet. */
  readonly couldRead: string | null;
  /**
   * The notification of this value: `none` was written, it waits, or it was confirmed, or given up by an operator;
   * `unknown` where none was found, and not all was read or kept that may tell of one.
   */
  readonly status: 'none' | 'waiting' | 'confirmed' | 'skipped' | 'unknown';
  readonly written: string | null;
  readonly confirmed: string | null;
  readonly attempts: number;
  /** Why the last attempt failed, of one that waits. */
  readonly lastError: string | null;
}
