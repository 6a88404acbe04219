/** The list of action requests (specification, GET /action-requests). */
import type { PageRequest } from '../http/query-parameters.js';
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { type ListedEntries, listPage, type LookupSource, partitionsOf } from '../store/lookup-page.js';
import {
  type ActionRequest,
  type RequestKind,
  requestKinds,
  type RequestStatus,
  requestStatuses,
} from './action-request.js';
import type { ActionRequests } from './action-requests.js';
import { aboutPartition, type RequestLookups, requestorPartition, requestPartition } from './lookups.js';

interface RequestsInStates {
  /** None: any. */
  readonly statuses: readonly RequestStatus[];
  /** None: any. */
  readonly kinds: readonly RequestKind[];
  /** Only requests about this Logistics Object. */
  readonly object: Iri | undefined;
  /** Only requests of this agent. */
  readonly requestedBy: Iri | undefined;
}

interface RequestFilter extends RequestsInStates {
  /** Only requests that were made then or later. */
  readonly since: Date | undefined;
}

/**
 * A page of the requests that pass a filter, oldest first; unreadable ones are left out.
 *
 * @param isListed whether the version of the answer has a kind of requests; others are not counted (L9).
 */
export async function listRequests(
  {
    store,
    requests,
    lookups,
  }: Pick<Services, 'store'> & {
    readonly requests: ActionRequests;
    readonly lookups: { readonly requests: RequestLookups };
  },
  { since, ...filter }: RequestFilter,
  isListed: (kind: RequestKind) => boolean,
  page: PageRequest,
): Promise<{ items: readonly ActionRequest[]; listed: ListedEntries }> {
  const kinds = requestKinds.filter(
    (kind) => isListed(kind) && (filter.kinds.length === 0 || filter.kinds.includes(kind)),
  );
  const sources = kinds.length === 0 ? [] : requestSources(lookups.requests, { ...filter, kinds });
  const listed = await listPage(store, sources, { ...page, from: since?.getTime() });
  return { items: await requests.readable(listed.entries.map(({ value }) => value)), listed };
}

/** The partitions whose union contains the requests that pass a filter, each request once, in the order of creation. */
export function requestSources(
  { byState, byObject, byRequestor }: RequestLookups,
  { statuses, kinds, object, requestedBy }: RequestsInStates,
): LookupSource[] {
  const isAnyKind = kinds.length === 0 || kinds.length === requestKinds.length;
  if (object === undefined) {
    const anyKind = isAnyKind ? [undefined] : kinds;
    const anyStatus = statuses.length === 0 ? [undefined] : statuses;
    const states = anyStatus.flatMap((status) => anyKind.map((kind) => requestPartition(status, kind)));
    return requestedBy === undefined
      ? partitionsOf(byState, states)
      : partitionsOf(
          byRequestor,
          states.map((state) => requestorPartition(requestedBy, state)),
        );
  }
  const eachKind = isAnyKind ? requestKinds : kinds;
  if (statuses.length === 0 && requestedBy === undefined)
    return partitionsOf(byObject, isAnyKind ? [object] : eachKind.map((kind) => aboutPartition(object, kind)));
  const inStatus = (statuses.length === 0 ? requestStatuses : statuses).flatMap((status) =>
    eachKind.map((kind) => aboutPartition(object, kind, status)),
  );
  return partitionsOf(
    byObject,
    requestedBy === undefined ? inStatus : inStatus.map((partition) => requestorPartition(requestedBy, partition)),
  );
}
