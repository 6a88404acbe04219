/** The lookups of action requests: by status and kind, by object, by requestor. */
import { isIri, type Iri } from '../rdf/terms.js';
import type { Graph } from '../rdf/graph.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { IndexedLookup, LookupEntry, LookupScope } from '../store/lookup.js';
import { type ActionRequest, readRequest, type RequestKind, type RequestStatus } from './action-request.js';

/** The partition of the requests with a status, of a kind, or both; without either, of all requests. */
export function requestPartition(status: RequestStatus | undefined, kind: RequestKind | undefined): string {
  return [status, kind].filter((part) => part !== undefined).join(' ');
}

/** The partition of an agent's requests that are in a partition of all requests. */
export function requestorPartition(agent: Iri, partition: string): string {
  return partition === '' ? agent : `${agent} ${partition}`;
}

/** The partition of the requests of a kind about an object, in any status or in one. */
export function aboutPartition(object: Iri, kind: RequestKind, status?: RequestStatus): string {
  return `${object} ${requestPartition(status, kind)}`;
}

/** All partitions that a request is in. */
function statePartitions({ status, kind }: ActionRequest): string[] {
  return [
    requestPartition(undefined, undefined),
    requestPartition(status, undefined),
    requestPartition(undefined, kind),
    requestPartition(status, kind),
  ];
}

function objectPartitions(object: Iri, { kind, status, requestedBy }: ActionRequest): string[] {
  const inStatus = aboutPartition(object, kind, status);
  return [object, aboutPartition(object, kind), inStatus, requestorPartition(requestedBy, inStatus)];
}

export interface RequestLookups {
  /** By status and kind: see `requestPartition`. */
  readonly byState: IndexedLookup;
  /**
   * By Logistics Object: all requests, and `aboutPartition`. Requests of an agent with a status are in the partition
   * `requestorPartition` of `aboutPartition`.
   */
  readonly byObject: IndexedLookup;
  /** By the requestor, and by the requestor with status and kind (`<agent> <partition of byState>`). */
  readonly byRequestor: IndexedLookup;
}

/**
 * Seven lookups read each request, and read it again when it changes. The entry derives from an immutable graph, and is
 * garbage-collected with it.
 */
const parsed = new WeakMap<Vocabulary, WeakMap<Graph, ActionRequest | undefined>>();

/** The request in a graph; undefined for an unreadable one, which has no entries: reading it reports the error. */
function requestIn(statements: Graph, vocabulary: Vocabulary): ActionRequest | undefined {
  const requests = parsed.get(vocabulary) ?? new WeakMap<Graph, ActionRequest | undefined>();
  parsed.set(vocabulary, requests);
  if (!requests.has(statements)) requests.set(statements, tryToRead(statements, vocabulary));
  return requests.get(statements);
}

function tryToRead(statements: Graph, vocabulary: Vocabulary): ActionRequest | undefined {
  try {
    return readRequest(statements, vocabulary);
  } catch (error) {
    if (error instanceof DamagedDataError) return undefined;
    throw error;
  }
}

/** A lookup of requests, in the order of their creation or of the last change of their status. */
export function lookupOfRequests(
  { index, uris, vocabulary }: LookupScope,
  {
    name,
    version = 1,
    order: time = 'requestedAt',
  }: { readonly name: string; readonly version?: number; readonly order?: 'requestedAt' | 'statusSince' },
  partitions: (request: ActionRequest) => readonly string[],
): IndexedLookup {
  return index({
    name,
    version,
    covers: (graph) => uris.actionRequestId(graph) !== undefined,
    entries: (statements, graph): LookupEntry[] => {
      const request = requestIn(statements, vocabulary);
      if (request?.uri !== graph) return [];
      const order = request[time].getTime();
      return partitions(request).map((partition) => ({ partition, order, value: graph }));
    },
  });
}

/** The Logistics Objects that a request is about. */
export function objectsOf(data: Graph, { api }: Vocabulary): Iri[] {
  const objects = Array.from(data.match(null, api.hasLogisticsObject), ({ object }) => object.value);
  return [...new Set(objects.filter(isIri))];
}

/** The partition of the requests about an object, in any status or in one, in a lookup by the last change of status. */
export function updatedPartition(object: Iri, status?: RequestStatus): string {
  return status === undefined ? object : `${object} ${status}`;
}

export function updatedPartitions({ data, status }: ActionRequest, vocabulary: Vocabulary): string[] {
  return objectsOf(data, vocabulary).flatMap((object) => [updatedPartition(object), updatedPartition(object, status)]);
}

export function requestLookups(scope: LookupScope): RequestLookups {
  return {
    byState: lookupOfRequests(scope, { name: 'requests-by-state' }, statePartitions),
    byObject: lookupOfRequests(scope, { name: 'requests-by-object', version: 2 }, (request) =>
      objectsOf(request.data, scope.vocabulary).flatMap((object) => objectPartitions(object, request)),
    ),
    byRequestor: lookupOfRequests(scope, { name: 'requests-by-requestor' }, (request) =>
      statePartitions(request).map((state) => requestorPartition(request.requestedBy, state)),
    ),
  };
}

/** Whether a request has a kind and one of these states. */
export function isIn(request: ActionRequest, kind: RequestKind, ...statuses: readonly RequestStatus[]): boolean {
  return request.kind === kind && statuses.includes(request.status);
}
