/** Action requests, the preview of a decision, and validations. */
import type { Permission } from './access.js';
import type { DiffStatement, Page, TermValue } from './objects.js';

export type RequestKind = 'ChangeRequest' | 'AccessDelegationRequest' | 'SubscriptionRequest' | 'VerificationRequest';

export type RequestStatus =
  | 'REQUEST_PENDING'
  | 'REQUEST_ACCEPTED'
  | 'REQUEST_ACKNOWLEDGED'
  | 'REQUEST_REJECTED'
  | 'REQUEST_FAILED'
  | 'REQUEST_REVOKED';

/** `GET /internal/requests?status=&type=&object=&by=&sort=&limit=&skip=` */
export interface RequestsAnswer extends Page<RequestItem> {
  /** Requests that the caller may see, by status: of the `type` and `by` that are asked for, whatever the object. */
  readonly counts: Readonly<Partial<Record<RequestStatus, number>>>;
}

/** `GET /internal/requests/<id>` */
export interface RequestItem {
  readonly uri: string;
  readonly kind: RequestKind;
  readonly status: RequestStatus;
  /** Since when it has this status. */
  readonly since: string;
  readonly requestedBy: string;
  readonly requestedByLabel: string | null;
  readonly requestedAt: string;
  readonly history: readonly StatusEntry[];
  /** The object that it is about; null for a subscription to a class. */
  readonly object: string | null;
  readonly objectLabel: string | null;
  readonly objectType: string | null;
  /** Change requests: the revision that the change was built on. */
  readonly builtOn: number | null;
  /** The object's latest revision. */
  readonly latest: number | null;
  /** In a list the first 20 of them. */
  readonly operations: readonly RequestOperation[];
  readonly operationCount: number;
  readonly description: string | null;
  readonly errors: readonly RequestErrorItem[];
  /** Pending requests on the same revision, which acceptance would reject; in a list none. */
  readonly rivals: readonly string[];
  /** Access delegations. */
  readonly delegation?: {
    readonly objects: readonly string[];
    readonly delegates: readonly string[];
    readonly permissions: readonly Permission[];
    readonly expiresAt: string | null;
    readonly derivedFrom: string | null;
  };
  /** Subscriptions. */
  readonly subscription?: {
    readonly subscriber: string;
    readonly topicType: string;
    readonly topic: string;
    readonly events: readonly string[];
    readonly sendBody: boolean;
    readonly expiresAt: string | null;
  };
}

/** A status that a request has or had, with who brought it about; the present one is the last. */
export interface StatusEntry {
  readonly status: RequestStatus;
  readonly since: string;
  readonly by: string | null;
}

export interface RequestOperation {
  readonly op: 'ADD' | 'DELETE';
  readonly s: string;
  readonly p: string;
  readonly o: TermValue;
  readonly path: readonly string[];
}

export interface RequestErrorItem {
  readonly title: string;
  /** Whether it refuses nothing. */
  readonly isWarning: boolean;
  readonly details: readonly {
    readonly code: string | null;
    readonly message: string | null;
    readonly property: string | null;
    readonly resource: string | null;
  }[];
}

/** `GET /internal/requests/<id>/preview?decision=`: what the decision would do, run in a transaction that is given up. */
export interface PreviewAnswer {
  readonly decision: RequestStatus;
  /** Whether the decision can be made at all; when not, why. */
  readonly possible: boolean;
  readonly reason: string | null;
  /** The status that the request would have: an acceptance that violates a shape fails. */
  readonly result: RequestStatus;
  /** Change requests: the revision that would be made. */
  readonly nextRevision: number | null;
  readonly statements: readonly DiffStatement[];
  readonly violations: readonly Violation[];
  /** What shapes of the operator say of the revision that would be made, without refusing it. */
  readonly warnings: readonly Violation[];
  /** Linked resources of this node that do not exist. */
  readonly missing: readonly string[];
  /** Requests that would be rejected. */
  readonly rejects: readonly string[];
  /** Delegations that would be revoked with this one. */
  readonly revokes: readonly string[];
  readonly grants: readonly {
    readonly agent: string;
    readonly object: string;
    readonly permissions: readonly Permission[];
  }[];
  readonly withdraws: readonly {
    readonly agent: string;
    readonly object: string;
    readonly permissions: readonly Permission[];
    readonly request: string | null;
  }[];
  readonly tells: readonly { readonly subscriber: string; readonly event: string; readonly count: number }[];
}

export interface Violation {
  readonly kind: string;
  readonly message: string;
  readonly resource: string | null;
  readonly property: string | null;
  /** The shape of the operator that says so, where it has a name. */
  readonly shape: string | null;
  /** JSON pointer into the pasted document; null where the place is not known. */
  readonly pointer: string | null;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

/** `POST /internal/validations?as=&object=` */
export interface ValidationAnswer {
  readonly fits: boolean;
  /** What the body was taken for. */
  readonly kind: 'object' | 'event' | 'change' | 'subscription' | 'access-delegation' | 'verification' | 'notification';
  readonly types: readonly string[];
  readonly violations: readonly Violation[];
  /** What shapes of the operator say without refusing the document. */
  readonly warnings: readonly Violation[];
  /** JSON pointers of keys that expand to nothing. */
  readonly dropped: readonly string[];
  /** Addresses of what posting it would create; with `…` where the node chooses the id. */
  readonly creates: readonly string[];
  /** The statements as Turtle; null when the body cannot be read. */
  readonly turtle: string | null;
}
