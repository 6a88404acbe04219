/** What this node knows about a copy of a partner's object; the state of the copy follows from it (copy-state.ts). */
import type { ApiVersion } from '../../api-versions.js';
import type { Iri } from '../../rdf/terms.js';
import type { UnreachableReason } from '../partners/unreachable.js';

/** What led to the request that brought a revision (M37). */
export const foundBys = ['start', 'notification', 'sweep', 'repair'] as const;
export type FoundBy = (typeof foundBys)[number];

/** The precedence of requests, most urgent first: notified changes before the first copies, and these before checks. */
export const priorities = ['notified', 'root', 'link', 'repair', 'sweep'] as const;
export type Priority = (typeof priorities)[number];

/** A follow that reaches a copy, and the number of links between. */
export interface Reach {
  readonly follow: Iri;
  readonly distance: number;
  /** The number of links of its newest revision beyond the bounds of the follow; absent for none. */
  readonly truncated?: number;
}

/** Whether the partner's server gives the object to this node. */
export type CopyAccess =
  | { readonly kind: 'unknown' | 'granted' }
  /** It never did. */
  | { readonly kind: 'refused'; readonly reason: 'forbidden' | 'not-found' }
  /** It did. */
  | { readonly kind: 'frozen'; readonly reason: 'forbidden' | 'gone' | 'erased' }
  | { readonly kind: 'frozen'; readonly reason: 'moved'; readonly target: string };

/** The next request about a copy. */
export interface Due {
  readonly at: Date;
  readonly priority: Priority;
  readonly foundBy: FoundBy;
  /** The failed attempts so far. */
  readonly attempts: number;
  /** The notification that led to it. */
  readonly hint: Iri | undefined;
}

export const gapReasons = ['pending', 'same-second', 'no-history', 'no-access', 'unreadable', 'too-large'] as const;
export type GapReason = (typeof gapReasons)[number];

/** Revisions that this node does not hold (M35). */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
  readonly tried: number;
  /** The next attempt; undefined for none. */
  readonly next: Date | undefined;
}

export const poisonReasons = ['unreadable', 'too-large', 'about-another', 'no-type', 'not-modified'] as const;

/** An answer that could not be read (M39). */
export interface Poison {
  readonly reason: (typeof poisonReasons)[number];
  /** The place of the error, and what it is. */
  readonly place: string;
}

export const disputeKinds = ['changed-in-place', 'went-back', 'numbers', 'type-changed', 'holder-changed'] as const;

/** A contradiction in the partner's answers (M40). */
export interface Dispute {
  readonly kind: (typeof disputeKinds)[number];
  readonly since: Date;
  readonly revision: number | undefined;
  readonly text: string;
}

/** What an internal agent may decide about contradictions: what was first received stays, or the newest is shown. */
export const takes = ['kept', 'received'] as const;

export interface Decision {
  readonly at: Date;
  readonly by: Iri | undefined;
  readonly take: (typeof takes)[number];
  readonly note: string | undefined;
}

export interface DecidedDispute extends Dispute {
  readonly decision: Decision;
}

export interface CopyFacts {
  readonly object: Iri;
  /** The base URL of the object's server. */
  readonly server: Iri;
  readonly createdAt: Date;
  /** The most specific type of the newest revision held. */
  readonly type: Iri | undefined;
  /** Its name in a list, and its business identifiers in canonical form, each with its property. */
  readonly label: string | undefined;
  readonly identifiers: readonly string[];
  readonly access: CopyAccess;
  readonly poison: Poison | undefined;
  /** Why the list of its events could not be read, or only in part (M21, M39). */
  readonly unreadEvents: Poison | undefined;
  readonly disputes: readonly Dispute[];
  /** The latest ones that were decided: they are no contradictions any more. */
  readonly decidedDisputes: readonly DecidedDispute[];
  /** Why the whole server does not answer. */
  readonly silence: UnreachableReason | undefined;
  readonly checkedAt: Date | undefined;
  readonly heardAt: Date | undefined;
  /** The highest revision held, and the highest one seen; 0 for none. */
  readonly held: number;
  readonly seen: number;
  /** Whether this node counts the revisions (M41). */
  readonly isCounted: boolean;
  /** The entity tag of the newest answer. */
  readonly etag: string | undefined;
  readonly version: ApiVersion | undefined;
  /** The address of the TimeMap that it named (RFC 7089). */
  readonly timeMap: string | undefined;
  /** An accepted variant of the newest revision. */
  readonly acceptedVariant: Iri | undefined;
  /** Undefined if nothing is to be done. */
  readonly due: Due | undefined;
  readonly reaches: readonly Reach[];
  readonly linksFollowed: number;
  readonly gaps: readonly Gap[];
  /** The numbers of revisions held, by what led to them. */
  readonly found: Readonly<Record<FoundBy, number>>;
  /** The number of events held. */
  readonly events: number;
  readonly newestEvent: Date | undefined;
}

export interface CopyHead extends CopyFacts {
  /** The time since when it is in its state. */
  readonly since: Date;
}

/** A head without any answer yet. */
export function newHead(
  at: Date,
  about: Pick<CopyFacts, 'object' | 'server' | 'reaches' | 'due' | 'silence'>,
): CopyHead {
  return {
    ...about,
    createdAt: at,
    since: at,
    type: undefined,
    label: undefined,
    identifiers: [],
    access: { kind: 'unknown' },
    poison: undefined,
    unreadEvents: undefined,
    disputes: [],
    decidedDisputes: [],
    checkedAt: undefined,
    heardAt: undefined,
    held: 0,
    seen: 0,
    isCounted: false,
    etag: undefined,
    version: undefined,
    timeMap: undefined,
    acceptedVariant: undefined,
    linksFollowed: 0,
    gaps: [],
    found: { start: 0, notification: 0, sweep: 0, repair: 0 },
    events: 0,
    newestEvent: undefined,
  };
}

/** The number of revisions held. */
export const revisionsHeld = ({ found }: Pick<CopyFacts, 'found'>): number =>
  foundBys.reduce((sum, by) => sum + found[by], 0);
