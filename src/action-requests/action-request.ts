/** Action requests: the properties common to all kinds, and the table of their states (D18, D22, V35, V80). */
import type { Graph } from '../rdf/graph.js';
import { StoredPropertyReader } from '../rdf/stored-property-reader.js';
import { factory, type Iri, isIri, node, type Term } from '../rdf/terms.js';
import type { ApiName, Vocabulary } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';

export const requestKinds = [
  'ChangeRequest',
  'AccessDelegationRequest',
  'SubscriptionRequest',
  'VerificationRequest',
] as const;
export type RequestKind = (typeof requestKinds)[number];

export const requestStatuses = [
  'REQUEST_PENDING',
  'REQUEST_ACCEPTED',
  'REQUEST_ACKNOWLEDGED',
  'REQUEST_REJECTED',
  'REQUEST_FAILED',
  'REQUEST_REVOKED',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export interface ActionRequest {
  readonly uri: Iri;
  readonly kind: RequestKind;
  readonly status: RequestStatus;
  readonly requestedBy: Iri;
  readonly requestedAt: Date;
  /** When its status last changed. */
  readonly statusSince: Date;
  /** The statements of its graph. */
  readonly data: Graph;
}

/** The cause of a change of status. */
export type TransitionTrigger = 'accept' | 'acknowledge' | 'reject' | 'fail' | 'revoke';

/** The decisions that the holder can make on a request (D18, V35). */
export type Decided = Exclude<TransitionTrigger, 'revoke'>;

type Transitions = Partial<Record<RequestStatus, Partial<Record<TransitionTrigger, RequestStatus>>>>;

interface KindDefinition {
  /** The property that links the request to its Change, AccessDelegation, Subscription or Verification. */
  readonly content: ApiName;
  /** The event types of its status notifications (D41, V39). */
  readonly events: Partial<Record<RequestStatus, ApiName>>;
  /** The holder's decision in favour of the request, which `AUTO_ACCEPT` makes. */
  readonly approval: Decided;
  /**
   * The other decisions. Only VerificationRequests can be decided to fail; other kinds fail when accepting them fails
   * (L12).
   */
  readonly otherDecisions: readonly Decided[];
  /** The status that each trigger leads to; others are errors (specification, States and transitions; D18, V80). */
  readonly transitions: Transitions;
}

const whilePending = {
  accept: 'REQUEST_ACCEPTED',
  reject: 'REQUEST_REJECTED',
  fail: 'REQUEST_FAILED',
  revoke: 'REQUEST_REVOKED',
} as const;

const whileAccepted = { revoke: 'REQUEST_REVOKED' } as const;

const accepting = { approval: 'accept', otherDecisions: ['reject'] } as const;

function eventsOf(
  prefix: 'CHANGE_REQUEST' | 'ACCESS_DELEGATION_REQUEST' | 'SUBSCRIPTION_REQUEST',
): KindDefinition['events'] {
  return {
    REQUEST_PENDING: `${prefix}_PENDING`,
    REQUEST_ACCEPTED: `${prefix}_ACCEPTED`,
    REQUEST_REJECTED: `${prefix}_REJECTED`,
    REQUEST_FAILED: `${prefix}_FAILED`,
    REQUEST_REVOKED: `${prefix}_REVOKED`,
  };
}

const kinds: Readonly<Record<RequestKind, KindDefinition>> = {
  ChangeRequest: {
    content: 'hasChange',
    events: eventsOf('CHANGE_REQUEST'),
    ...accepting,
    transitions: { REQUEST_PENDING: whilePending },
  },
  AccessDelegationRequest: {
    content: 'hasAccessDelegation',
    events: eventsOf('ACCESS_DELEGATION_REQUEST'),
    ...accepting,
    transitions: { REQUEST_PENDING: whilePending, REQUEST_ACCEPTED: whileAccepted },
  },
  SubscriptionRequest: {
    content: 'hasSubscription',
    events: eventsOf('SUBSCRIPTION_REQUEST'),
    ...accepting,
    transitions: { REQUEST_PENDING: whilePending, REQUEST_ACCEPTED: whileAccepted },
  },
  VerificationRequest: {
    content: 'hasVerification',
    events: {
      REQUEST_PENDING: 'VERIFICATION_REQUEST_PENDING',
      REQUEST_ACKNOWLEDGED: 'VERIFICATION_REQUEST_ACKNOWLEDGED',
      REQUEST_REJECTED: 'VERIFICATION_REQUEST_REJECTED',
      REQUEST_FAILED: 'VERIFICATION_REQUEST_FAILED',
      REQUEST_REVOKED: 'VERIFICATION_REQUEST_REVOKED',
    },
    approval: 'acknowledge',
    otherDecisions: ['reject', 'fail'],
    transitions: {
      REQUEST_PENDING: {
        acknowledge: 'REQUEST_ACKNOWLEDGED',
        reject: 'REQUEST_REJECTED',
        fail: 'REQUEST_FAILED',
        revoke: 'REQUEST_REVOKED',
      },
    },
  },
};

/** The status that a trigger leads to; undefined when the request has no such transition now. */
export function nextStatus(
  { kind, status }: Pick<ActionRequest, 'kind' | 'status'>,
  trigger: TransitionTrigger,
): RequestStatus | undefined {
  return kinds[kind].transitions[status]?.[trigger];
}

/** The holder's decision in favour of a request: acknowledging a verification, accepting the others (V38). */
export function approvalOf({ kind }: Pick<ActionRequest, 'kind'>): Decided {
  return kinds[kind].approval;
}

/** Whether the holder may decide so on requests of a kind (V35, L12). */
export function mayBeDecided({ kind }: Pick<ActionRequest, 'kind'>, decided: Decided): boolean {
  const { approval, otherDecisions } = kinds[kind];
  return decided === approval || otherDecisions.includes(decided);
}

/** The event type of the notification of a request's status, for example `CHANGE_REQUEST_ACCEPTED` (D41). */
export function statusEvent({ kind, status }: Pick<ActionRequest, 'kind' | 'status'>): ApiName | undefined {
  return kinds[kind].events[status];
}

/** A name of the API vocabulary in a query: short, as `api:…`, or as IRI with `#` or `/` before the name (L16). */
export function shortName(text: string, { namespaces: { api } }: Vocabulary): string {
  const prefix = [api, api.replace(/#$/, '/'), 'api:'].find((start) => text.startsWith(start));
  return text.slice(prefix?.length ?? 0);
}

/** A status as a caller writes it (D18, V81); undefined for anything else. */
export function parseStatus(text: string, vocabulary: Vocabulary): RequestStatus | undefined {
  const name = shortName(text, vocabulary);
  return requestStatuses.find((status) => status === name);
}

/** The values that the specification publishes for the audit trail's `status` (D12). */
const publishedStatuses = new Map<string, RequestStatus>([
  ['PENDING', 'REQUEST_PENDING'],
  ['ACCEPTED', 'REQUEST_ACCEPTED'],
  ['REJECTED', 'REQUEST_REJECTED'],
]);

/** A status in the query of an audit trail (D12); undefined for anything else. */
export function parseFilterStatus(text: string, vocabulary: Vocabulary): RequestStatus | undefined {
  return publishedStatuses.get(text) ?? parseStatus(text, vocabulary);
}

/**
 * Reads a request from its graph; undefined when the graph is empty.
 *
 * @throws DamagedDataError for a graph that is not as this node writes it.
 */
export function readRequest(data: Graph, vocabulary: Vocabulary): ActionRequest | undefined {
  if (data.size === 0) return undefined;
  const { api } = vocabulary;
  for (const { subject: uri, predicate, object: requestedBy } of data) {
    if (!predicate.equals(api.isRequestedBy)) continue;
    const fields = new StoredPropertyReader(data, uri);
    const types = data.types(uri);
    const kind = requestKinds.find((name) => types.includes(api[name].value));
    const stated = data.object(uri, api.hasRequestStatus)?.value;
    const status = requestStatuses.find((name) => api[name].value === stated);
    const requestedAt = fields.date(api.isRequestedAt);
    const statusSince = fields.date(api.hasRequestStatusSince);
    if (!isIri(uri.value) || !isIri(requestedBy.value)) throw new DamagedDataError('an action request without an IRI');
    if (kind === undefined || status === undefined)
      throw new DamagedDataError('an action request of an unknown kind or status');
    if (requestedAt === undefined || statusSince === undefined)
      throw new DamagedDataError('an action request without a time');
    return { uri: uri.value, kind, status, requestedBy: requestedBy.value, requestedAt, statusSince, data };
  }
  throw new DamagedDataError('an action request without a requestor');
}

/** Reads the Change, AccessDelegation, Subscription or Verification of a request; without one, every property is absent. */
export function contentFields(request: ActionRequest, vocabulary: Vocabulary): StoredPropertyReader {
  return new StoredPropertyReader(request.data, findContent(request, vocabulary) ?? factory.blankNode());
}

function findContent({ uri, data, kind }: ActionRequest, { api }: Vocabulary): Term | undefined {
  return data.object(node(uri), api[kinds[kind].content]);
}
