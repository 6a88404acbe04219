/** Action requests: what all kinds have in common, and the table of their states (D18, D22). */
import type { Graph } from '../rdf/graph.js';
import { StoredPropertyReader } from '../rdf/stored-property-reader.js';
import { factory, type Iri, isIri, node, type Term } from '../rdf/terms.js';
import type { ApiName, Vocabulary } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/damaged-entries.js';

export const requestKinds = ['ChangeRequest', 'AccessDelegationRequest', 'SubscriptionRequest'] as const;
export type RequestKind = (typeof requestKinds)[number];

export const requestStatuses = [
  'REQUEST_PENDING',
  'REQUEST_ACCEPTED',
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

/** What changes a request's status. */
export type TransitionTrigger = 'accept' | 'reject' | 'fail' | 'revoke';

type Transitions = Partial<Record<RequestStatus, Partial<Record<TransitionTrigger, RequestStatus>>>>;

interface KindDefinition {
  /** The property that links the request to its Change, AccessDelegation or Subscription. */
  readonly content: ApiName;
  /** How the event types of its status notifications begin. */
  readonly eventPrefix: string;
  /** The status that each trigger leads to; others are errors (specification, States and transitions; D18, D22). */
  readonly transitions: Transitions;
}

const whilePending = {
  accept: 'REQUEST_ACCEPTED',
  reject: 'REQUEST_REJECTED',
  fail: 'REQUEST_FAILED',
  revoke: 'REQUEST_REVOKED',
} as const;

const whileAccepted = { revoke: 'REQUEST_REVOKED' } as const;

/** What each kind of request defines. */
const kinds = {
  ChangeRequest: {
    content: 'hasChange',
    eventPrefix: 'CHANGE_REQUEST',
    transitions: { REQUEST_PENDING: whilePending },
  },
  AccessDelegationRequest: {
    content: 'hasAccessDelegation',
    eventPrefix: 'ACCESS_DELEGATION_REQUEST',
    transitions: { REQUEST_PENDING: whilePending, REQUEST_ACCEPTED: whileAccepted },
  },
  SubscriptionRequest: {
    content: 'hasSubscription',
    eventPrefix: 'SUBSCRIPTION_REQUEST',
    transitions: { REQUEST_PENDING: whilePending, REQUEST_ACCEPTED: whileAccepted },
  },
} as const satisfies Readonly<Record<RequestKind, KindDefinition>>;

/** The status that a trigger leads to; undefined when the request has no such transition now. */
export function nextStatus(
  request: Pick<ActionRequest, 'kind' | 'status'>,
  trigger: TransitionTrigger,
): RequestStatus | undefined {
  const { transitions }: KindDefinition = kinds[request.kind];
  return transitions[request.status]?.[trigger];
}

/** The event type of the notification of a request's status, for example `CHANGE_REQUEST_ACCEPTED` (D41). */
export function statusEvent({ kind, status }: Pick<ActionRequest, 'kind' | 'status'>): ApiName {
  const outcomes = {
    REQUEST_PENDING: 'PENDING',
    REQUEST_ACCEPTED: 'ACCEPTED',
    REQUEST_REJECTED: 'REJECTED',
    REQUEST_FAILED: 'FAILED',
    REQUEST_REVOKED: 'REVOKED',
  } as const;
  return `${kinds[kind].eventPrefix}_${outcomes[status]}`;
}

/** A status as a caller writes it: a short name or a full IRI (D18); undefined for anything else. */
export function parseStatus(text: string, { namespaces }: Vocabulary): RequestStatus | undefined {
  const name = text.startsWith(namespaces.api) ? text.slice(namespaces.api.length) : text.replace(/^api:/, '');
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

/** Reads the Change, AccessDelegation or Subscription of a request; without one, every property is absent. */
export function contentFields(request: ActionRequest, vocabulary: Vocabulary): StoredPropertyReader {
  return new StoredPropertyReader(request.data, findContent(request, vocabulary) ?? factory.blankNode());
}

function findContent({ uri, data, kind }: ActionRequest, { api }: Vocabulary): Term | undefined {
  return data.object(node(uri), api[kinds[kind].content]);
}
