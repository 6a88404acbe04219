/**
 * The JSON answers of the addresses that the console asks (`/internal/…`, also at `/console/api/…`). The node's routes
 * and the console's browser code import the same types. Times are ISO 8601 in UTC, URIs are absolute.
 */

/** `GET /console/config.json`: what the console knows before anyone signs in. */
export interface ConsoleConfig {
  readonly base: string;
  readonly version: string;
  readonly namespaces: { readonly api: string; readonly cargo: string; readonly codeLists: string };
  /** Whether the development identity provider runs. */
  readonly devIdp: boolean;
  readonly login: readonly LoginProvider[];
}

/** An identity provider of `CONSOLE_LOGIN`. */
export interface LoginProvider {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly audience?: string;
}

/** `GET /internal/me`: who the caller is for this node. */
export interface Me {
  readonly agent: string;
  readonly label: string | null;
  readonly internal: boolean;
  readonly issuer: string;
  readonly expiresAt: string | null;
  readonly dataHolder: string;
  readonly apiVersions: readonly string[];
  readonly validation: 'strict' | 'lenient';
  readonly eventPosting: 'acl' | 'any';
  readonly autoAccept: 'none' | 'holder' | 'all';
}

/** What a URI of this node is. */
export type ResourceKind = 'object' | 'event' | 'request' | 'revision' | 'agent';

/** `GET /internal/lookup?q=&limit=` */
export interface LookupAnswer {
  readonly items: readonly LookupItem[];
}

export interface LookupItem {
  readonly uri: string;
  readonly kind: ResourceKind;
  readonly type: string | null;
  readonly label: string | null;
  /** What was found: the URI, the id, or the identifier with the property that holds it. */
  readonly matched: {
    readonly by: 'uri' | 'id' | 'identifier';
    readonly text: string;
    readonly property: string | null;
  };
}

/** A page of a list. `total` is null where it cannot be known without reading everything. */
export interface Page<Item> {
  readonly total: number | null;
  readonly items: readonly Item[];
}

/** `GET /internal/objects?type=&q=&sort=&limit=&skip=` */
export type ObjectsAnswer = Page<ObjectItem>;

export interface ObjectItem {
  readonly uri: string;
  readonly type: string;
  readonly label: string | null;
  readonly latestRevision: number;
  readonly created: string;
  readonly modified: string;
  readonly modifiedBy: string | null;
  /** Change requests that wait for a decision. */
  readonly pending: number;
  readonly movedTo: string | null;
}

/** `GET /internal/objects/<id>/revisions?limit=&skip=`, newest first. */
export interface RevisionsAnswer {
  readonly object: string;
  readonly latest: number;
  readonly total: number;
  readonly items: readonly RevisionItem[];
}

export interface RevisionItem {
  readonly number: number;
  readonly at: string;
  readonly requestedBy: string | null;
  readonly decidedBy: string | null;
  /** The change request; null for revision 1. */
  readonly request: string | null;
  readonly description: string | null;
  readonly properties: readonly string[];
  readonly added: number;
  readonly removed: number;
}

export interface TermValue {
  readonly type: 'uri' | 'literal';
  readonly value: string;
  readonly datatype?: string;
  readonly language?: string;
}

/** `GET /internal/objects/<id>/diff?from=&to=`: exact set difference of two revisions. */
export interface DiffAnswer {
  readonly object: string;
  readonly from: number;
  readonly to: number;
  readonly statements: readonly DiffStatement[];
  /** The two revisions and those between them, newest first. */
  readonly revisions: readonly RevisionItem[];
  readonly truncated: boolean;
}

export interface DiffStatement {
  readonly op: 'added' | 'removed';
  readonly s: string;
  readonly p: string;
  readonly o: TermValue;
  /** The properties that lead from the object to the statement, the statement's own last. */
  readonly path: readonly string[];
  /** The revision that added it, or the first one without it. */
  readonly revision: number;
}

export type Permission =
  'GET_LOGISTICS_OBJECT' | 'PATCH_LOGISTICS_OBJECT' | 'GET_LOGISTICS_EVENT' | 'POST_LOGISTICS_EVENT';

/** `GET /internal/objects/<id>/access?agent=`: who has access, and why. */
export interface AccessAnswer {
  readonly object: string;
  readonly effective: readonly EffectiveAccess[];
  readonly written: readonly WrittenAccess[];
  readonly delegations: readonly DelegatedAccess[];
  /** Lists that were replaced, the last first; for internal agents that ask about no one agent. */
  readonly replaced: readonly ReplacedAccess[];
  readonly truncated: boolean;
}

/** What had been written in an access control list until it was replaced. */
export interface ReplacedAccess {
  readonly number: number;
  readonly until: string | null;
  readonly replacedBy: string | null;
  readonly written: readonly WrittenAccess[];
}

/** Why an agent has a permission. */
export type AccessReason =
  | { readonly kind: 'internal' }
  | { readonly kind: 'written'; readonly authorization: string }
  | { readonly kind: 'group'; readonly authorization: string; readonly group: string }
  | { readonly kind: 'authenticated'; readonly authorization: string }
  | { readonly kind: 'delegation'; readonly request: string };

export interface EffectiveAccess {
  /** The agent; null stands for every authenticated agent. */
  readonly agent: string | null;
  readonly label: string | null;
  readonly permission: Permission;
  readonly because: readonly AccessReason[];
}

/** An authorization that an internal agent wrote. */
export interface WrittenAccess {
  readonly id: string;
  readonly agents: readonly string[];
  readonly groups: readonly string[];
  readonly everyone: boolean;
  readonly permissions: readonly Permission[];
  /** Unknown for authorizations of releases that did not keep it. */
  readonly at: string | null;
  readonly by: string | null;
}

export interface DelegatedAccess {
  readonly request: string;
  readonly requestedBy: string;
  /** The delegates. */
  readonly for: readonly string[];
  readonly permissions: readonly Permission[];
  readonly acceptedBy: string | null;
  readonly at: string | null;
  readonly expiresAt: string | null;
  /** The delegation that this one rests on. */
  readonly derivedFrom: string | null;
  /** The delegations that fall with this one. */
  readonly falls: readonly string[];
}

/** `GET /internal/agents?limit=&skip=`, `GET /internal/agent?uri=` */
export type AgentsAnswer = Page<AgentItem>;

export interface AgentItem {
  readonly uri: string;
  readonly label: string | null;
  /** The base of its server; null when its URI names none. */
  readonly server: string | null;
  readonly reads: {
    readonly total: number;
    readonly byType: Readonly<Record<string, number>>;
    readonly truncated: boolean;
  };
  readonly requests: { readonly total: number; readonly pending: number };
  readonly subscriptions: number;
  /** Notifications that wait for it. */
  readonly queues: { readonly count: number; readonly waiting: number };
  readonly lastHeard: string | null;
  readonly lastTold: string | null;
}

/** `GET /internal/agent/access?uri=`: all that one agent may; `DELETE` withdraws it. */
export interface AgentAccessAnswer {
  readonly agent: string;
  /** An internal agent may do everything; the items are what it may beside that. */
  readonly internal: boolean;
  readonly items: readonly {
    readonly object: string;
    readonly permissions: readonly Permission[];
    readonly because: readonly AccessReason[];
  }[];
  readonly truncated: boolean;
}

export interface WithdrawnAccess {
  readonly agent: string;
  /** Objects whose access control list no longer names the agent. */
  readonly objects: readonly string[];
  /** Delegations that were revoked. */
  readonly delegations: readonly string[];
  /** Whether there is more to withdraw than one transaction does: to be repeated. */
  readonly truncated: boolean;
}

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
  /** JSON pointers of keys that expand to nothing. */
  readonly dropped: readonly string[];
  /** Addresses of what posting it would create; with `…` where the node chooses the id. */
  readonly creates: readonly string[];
  /** The statements as Turtle; null when the body cannot be read. */
  readonly turtle: string | null;
}

/** `GET /internal/deliveries?subscriber=&topic=&limit=&skip=`: what waits, in the order in which it is sent. */
export type DeliveriesAnswer = Page<DeliveryItem>;

/** An outgoing notification. One that cannot be read has its id, attempts and last error only. */
export interface DeliveryItem {
  readonly id: string;
  readonly entry: string;
  readonly eventType: string | null;
  readonly logisticsObject: string | null;
  readonly subscriber: string | null;
  readonly callback: string | null;
  readonly topic: string | null;
  readonly createdAt: string | null;
  readonly attempts: number;
  readonly apiVersion: string | null;
  readonly nextAttempt: string | null;
  readonly lastError: string | null;
}

/** `GET /internal/delivery-queues` */
export interface DeliveryQueuesAnswer {
  /** The node's own token for calls to partners. */
  readonly token: { readonly ok: boolean; readonly lastError: string | null };
  readonly items: readonly DeliveryQueue[];
  readonly truncated: boolean;
}

export interface DeliveryQueue {
  readonly subscriber: string;
  readonly label: string | null;
  readonly callback: string | null;
  readonly topic: string;
  readonly subscription: string | null;
  readonly waiting: number;
  readonly oldest: string | null;
  readonly state: 'idle' | 'sending' | 'backing-off' | 'paused' | 'waiting';
  /** Of the first notification. */
  readonly attempts: number;
  /** When its first attempt failed. */
  readonly failingSince: string | null;
  readonly nextAttempt: string | null;
  readonly lastError: string | null;
  readonly lastConfirmed: string | null;
  readonly paused: { readonly by: string; readonly at: string; readonly reason: string | null } | null;
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly count: number } | null;
}

/** `POST /internal/delivery-queues/retry` with `{subscriber, topic?}`: 202. */
export interface RetryAnswer {
  readonly queues: number;
}

/** `GET /internal/receipts?subscriber=&object=&from=&to=&limit=&skip=`, newest first. */
export interface ReceiptsAnswer {
  readonly items: readonly ReceiptItem[];
}

export interface ReceiptItem {
  readonly notification: string;
  /** The entry of the inbox that was handed on; null for a notification of this node. */
  readonly received: string | null;
  readonly eventType: string;
  readonly object: string | null;
  readonly revision: number | null;
  readonly subscriber: string;
  /** What the subscriber subscribed to; names its queue. */
  readonly topic: string;
  readonly createdAt: string;
  readonly attempts: number;
  readonly confirmedAt: string;
  /** `confirmed`: the subscriber answered 2xx; `skipped`: an operator gave the delivery up. */
  readonly status: 'confirmed' | 'skipped';
  /** Of a skipped one. */
  readonly skippedBy: string | null;
  readonly reason: string | null;
}

/** `GET /internal/stream`, Server-Sent Events: `event: changed`, the id is the commit's sequence. */
export interface StreamChange {
  readonly kind: 'object' | 'event' | 'request' | 'access' | 'delivery' | 'notification';
  readonly uri: string;
  readonly object?: string;
  readonly status?: string;
}

/** `GET /internal/status` */
export interface StatusAnswer {
  readonly version: string;
  readonly startedAt: string;
  /** The settings of this node, without secrets. */
  readonly settings: Readonly<Record<string, string>>;
  readonly issuers: readonly {
    readonly issuer: string;
    readonly keysAt: string | null;
    readonly lastError: string | null;
  }[];
  readonly ownToken: { readonly ok: boolean; readonly lastError: string | null };
  readonly analytics: { readonly warm: boolean; readonly statements: number | null; readonly lastError: string | null };
}
