/** ActionRequests, and the Changes that make them (T38, T42). */
import { differenceOf } from '../changes/difference.js';
import { changeDocument, type ChangeOptions, type Operation } from '../changes/operation.js';
import { NotSupportedError, TimeoutError } from '../errors.js';
import { type CallOptions, compactTime, type Exchange, type Feature, rootOf } from '../exchange.js';
import { errorIn, type ErrorReport } from '../http/answer.js';
import { sleep } from '../http/waiting.js';
import type { List, PageOptions } from '../pages.js';
import type { Graph } from '../rdf/graph.js';
import { literal, type Quad, type Resource, xsd } from '../rdf/terms.js';
import { graphOf, type Read } from '../read.js';
import { idOf, valueOf } from '../values/read-value.js';
import { readTree } from '../values/tree.js';
import type { NodeValue, Typed } from '../values/types.js';
import { context, type Json, literalOf } from '../values/write-value.js';
import { api, localName, type RequestKind, type RequestStatus } from '../vocabulary.js';
import { list, quadsOf } from './collections.js';

/**
 * An ActionRequest.
 *
 * @since 0.3.0
 */
export interface ActionRequest {
  readonly uri: string;
  readonly kind: RequestKind;
  readonly status: RequestStatus;
  readonly requestedAt: string | undefined;
  /** The URI of the agent. */
  readonly requestedBy: string | undefined;
  readonly revokedAt: string | undefined;
  readonly revokedBy: string | undefined;
  /** Why it was rejected or failed. */
  readonly errors: readonly ErrorReport[];
  /** The objects that it is about. */
  readonly objects: readonly string[];
  /** Everything that it states, as plain objects; the API's names are full IRIs. */
  readonly value: NodeValue;
  quads(): readonly Quad[];
}

/**
 * A submitted request.
 *
 * @since 0.3.0
 */
export interface SubmittedRequest {
  /** The URI of the ActionRequest. */
  readonly uri: string;
  /** The IRI of its class, as the server says. */
  readonly type: string | undefined;
}

/**
 * @since 0.3.0
 */
export interface RequestFilter extends PageOptions {
  readonly status?: RequestStatus | readonly RequestStatus[] | undefined;
  readonly kind?: RequestKind | readonly RequestKind[] | undefined;
  /** The URI of the object that they are about. */
  readonly object?: string | undefined;
  readonly requestedBy?: string | undefined;
  readonly since?: Date | string | undefined;
}

/**
 * @since 0.3.0
 */
export interface AuditTrailOptions extends CallOptions {
  readonly from?: Date | string | undefined;
  readonly to?: Date | string | undefined;
  readonly status?: RequestStatus | undefined;
}

/**
 * @since 0.3.0
 */
export interface SettledOptions extends CallOptions {
  /** How long to wait for a decision. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
}

const read = (exchange: Exchange, graph: Graph, root: Resource): ActionRequest => {
  const text = (...names: readonly string[]): string | undefined =>
    graph.first(root, ...names.map((name) => api + name))?.value;
  const kinds = graph.types(root).map(localName);
  const quads = quadsOf(graph, root);
  const objects = quads.filter(({ predicate }) => predicate.value === `${api}hasLogisticsObject`);
  return {
    uri: idOf(root),
    kind: known(kinds, requestKinds) ?? 'ChangeRequest',
    status: known([localName(text('hasRequestStatus') ?? '')], requestStatuses) ?? 'REQUEST_PENDING',
    requestedAt: text('isRequestedAt'),
    requestedBy: text('isRequestedBy'),
    revokedAt: text('isRevokedAt', 'revokedAt'),
    revokedBy: text('isRevokedBy'),
    errors: graph
      .values(root, `${api}hasError`)
      .flatMap((error) => (error.termType === 'Literal' ? [] : [errorIn(graph, error)])),
    objects: [...new Set(objects.map(({ object }) => object.value))],
    value: valueOf(graph, root, exchange.names),
    quads: () => quads,
  };
};

const requestKinds = [
  'ChangeRequest',
  'AccessDelegationRequest',
  'SubscriptionRequest',
  'VerificationRequest',
] as const;
const requestStatuses = [
  'REQUEST_PENDING',
  'REQUEST_ACCEPTED',
  'REQUEST_ACKNOWLEDGED',
  'REQUEST_REJECTED',
  'REQUEST_FAILED',
  'REQUEST_REVOKED',
] as const;

function known<Name extends string>(names: readonly string[], all: readonly Name[]): Name | undefined {
  return all.find((name) => names.includes(name));
}

export async function request(exchange: Exchange, uri: string, { signal }: CallOptions): Promise<ActionRequest> {
  const address = exchange.own(uri);
  const answer = await exchange.send({ name: 'request' }, 'GET', address, { signal });
  const graph = await answer.graph();
  const root = rootOf(graph, address, answer);
  if (graph.first(root, `${api}hasRequestStatus`) === undefined) throw answer.invalid('the answer is no ActionRequest');
  return read(exchange, graph, root);
}

const LIST: Feature = { name: 'requests', isOptional: true };

export function requests(exchange: Exchange, filter: RequestFilter): List<ActionRequest> {
  const all = (value: string | readonly string[] | undefined): string | undefined =>
    value === undefined ? undefined : [value].flat().join(',');
  const url = exchange.at('/action-requests', {
    status: all(filter.status),
    type: all(filter.kind),
    'logistics-object': filter.object,
    'requested-by': filter.requestedBy,
    since: filter.since === undefined ? undefined : compactTime(filter.since, 'since'),
  });
  return list(
    exchange,
    LIST,
    () => Promise.resolve(url),
    (graph, item) => read(exchange, graph, item),
    filter,
  );
}

export async function* auditTrail(
  exchange: Exchange,
  uri: string,
  { from, to, status, signal }: AuditTrailOptions,
): AsyncGenerator<ActionRequest, void, undefined> {
  const query = new URLSearchParams();
  if (from !== undefined) query.set('updated-from', compactTime(from, 'from'));
  if (to !== undefined) query.set('updated-to', compactTime(to, 'to'));
  if (status !== undefined) query.set('status', status);
  const address = `${exchange.own(uri)}/audit-trail?${query.toString()}`.replace(/\?$/, '');
  const answer = await exchange.send({ name: 'auditTrail' }, 'GET', address, { signal });
  const graph = await answer.graph();
  // 2.0.0 says hasChangeRequest.
  const names = new Set([`${api}hasActionRequest`, `${api}hasChangeRequest`]);
  const listed = graph.quads.flatMap(({ predicate, object }) =>
    names.has(predicate.value) && object.termType !== 'Literal' ? [object] : [],
  );
  for (const item of listed) yield read(exchange, graph, item);
}

export function operations<T extends Typed>(exchange: Exchange, before: Read<T>, after: Typed): Operation[] {
  const { graph, root } = graphOf(before);
  return differenceOf(graph, root, readTree(after, exchange.names), exchange.names);
}

export async function change<T extends Typed>(
  exchange: Exchange,
  before: Read<T>,
  recipe: (draft: T) => void | Promise<void>,
  options: ChangeOptions,
): Promise<SubmittedRequest | undefined> {
  const draft = structuredClone(before.value);
  await recipe(draft);
  const difference = operations(exchange, before, draft);
  if (difference.length === 0) return undefined;
  if (before.revision === undefined) throw new NotSupportedError('change', exchange.version, 'no Revision');
  return propose(exchange, before.uri, difference, { ...options, revision: before.revision });
}

export async function propose(
  exchange: Exchange,
  uri: string,
  list: readonly Operation[],
  options: ChangeOptions & { readonly revision: number },
): Promise<SubmittedRequest> {
  if (!Number.isSafeInteger(options.revision)) throw new TypeError('revision must be a whole number');
  const body = JSON.stringify(changeDocument(uri, options.revision, list, options));
  const { signal } = options;
  const made = await exchange.submit({ name: 'change' }, 'PATCH', exchange.own(uri), body, { signal });
  return { uri: made.uri, type: made.type };
}

/** PATCH of a request by the holder; a reason is the body. */
export async function decide(
  exchange: Exchange,
  feature: Feature,
  uri: string,
  status: RequestStatus,
  reason: string | undefined,
  { signal }: CallOptions,
): Promise<void> {
  const body: Json | undefined =
    reason === undefined
      ? undefined
      : {
          '@context': context,
          '@type': 'api:Error',
          'api:hasTitle': literalOf(literal(reason)),
          'api:hasErrorDetail': {
            '@type': 'api:ErrorDetails',
            'api:hasMessage': literalOf(literal(reason, `${xsd}string`)),
          },
        };
  const url = `${exchange.own(uri)}?status=${status}`;
  await exchange.send(feature, 'PATCH', url, { signal, body: body === undefined ? undefined : JSON.stringify(body) });
}

export async function revoke(exchange: Exchange, uri: string, { signal }: CallOptions): Promise<void> {
  await exchange.send({ name: 'revoke' }, 'DELETE', exchange.own(uri), { signal });
}

const SETTLED_MS = 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

export async function settled(
  exchange: Exchange,
  uri: string,
  { timeoutMs = SETTLED_MS, signal }: SettledOptions,
): Promise<ActionRequest> {
  const end = performance.now() + timeoutMs;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const found = await request(exchange, uri, { signal });
    if (found.status !== 'REQUEST_PENDING') return found;
    const left = end - performance.now();
    if (left <= 0) throw new TimeoutError('GET', uri, timeoutMs);
    await sleep(Math.min(wait, left), signal);
  }
}
