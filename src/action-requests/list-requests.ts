/** The list of action requests (specification, GET /action-requests). */
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { lookupAll, type LookupEntry } from '../store/lookup.js';
import { type ActionRequest, type RequestKind, requestKinds, type RequestStatus } from './action-request.js';
import type { ActionRequests } from './action-requests.js';
import { requestorPartition, requestPartition } from './lookups.js';

interface RequestFilter {
  /** None: any. */
  readonly statuses: readonly RequestStatus[];
  /** None: any. */
  readonly kinds: readonly RequestKind[];
  /** Only requests about this Logistics Object. */
  readonly object: Iri | undefined;
  /** Only requests of this agent. */
  readonly requestedBy: Iri | undefined;
  /** Only requests that were made then or later. */
  readonly since: Date | undefined;
}

/**
 * The requests that pass a filter, oldest first, and their number before paging; unreadable ones are left out.
 *
 * @param isListed whether the version of the answer has a kind of requests; others are not counted (L9).
 */
export async function listRequests(
  services: Pick<Services, 'store' | 'lookups'> & { readonly requests: ActionRequests },
  { statuses, kinds: namedKinds, object, requestedBy, since }: RequestFilter,
  isListed: (kind: RequestKind) => boolean,
  paging: { readonly limit: number; readonly offset: number },
): Promise<{ items: readonly ActionRequest[]; total: number }> {
  const { store, requests, lookups } = services;
  const { byState, byObject, byRequestor } = lookups.requests;
  const kinds = requestKinds.filter((kind) => isListed(kind) && (namedKinds.length === 0 || namedKinds.includes(kind)));
  const areAll = kinds.length === requestKinds.length;
  const from = since?.getTime();
  const load = (entries: readonly LookupEntry[]): Promise<ActionRequest[]> =>
    requests.readable(entries.map(({ value }) => value));
  if (object === undefined) {
    const statesOf = (status: RequestStatus | undefined): string[] =>
      areAll ? [requestPartition(status, undefined)] : kinds.map((kind) => requestPartition(status, kind));
    const states = [...new Set(statuses.length === 0 ? statesOf(undefined) : statuses.flatMap(statesOf))];
    const { entries, total } =
      requestedBy === undefined
        ? await lookupAll(store, byState, states, { ...paging, from })
        : await lookupAll(
            store,
            byRequestor,
            states.map((state) => requestorPartition(requestedBy, state)),
            { ...paging, from },
          );
    return { items: await load(entries), total };
  }
  const partitions = areAll ? [object] : kinds.map((kind) => `${object} ${kind}`);
  if (statuses.length === 0 && requestedBy === undefined) {
    const { entries, total } = await lookupAll(store, byObject, partitions, { ...paging, from });
    return { items: await load(entries), total };
  }
  // Few requests are about one object: they are filtered after they have been read.
  const { limit, offset } = paging;
  const { entries } = await lookupAll(store, byObject, partitions, { limit: Infinity, offset: 0, from });
  const passing = (await load(entries)).filter(
    (request) =>
      (statuses.length === 0 || statuses.includes(request.status)) &&
      (requestedBy === undefined || request.requestedBy === requestedBy),
  );
  return { items: passing.slice(offset, offset + limit), total: passing.length };
}
