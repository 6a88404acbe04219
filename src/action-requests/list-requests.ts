/** The list of action requests (specification, GET /action-requests). */
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { lookupAll, type LookupEntry } from '../store/lookup.js';
import { type ActionRequest, type RequestKind, requestKinds, type RequestStatus } from './action-request.js';
import type { ActionRequests } from './action-requests.js';
import { requestPartition } from './lookups.js';

interface RequestFilter {
  /** None: any. */
  readonly statuses: readonly RequestStatus[];
  /** None: any. */
  readonly kinds: readonly RequestKind[];
  /** Only requests about this Logistics Object. */
  readonly object: Iri | undefined;
}

/**
 * The requests that pass a filter, oldest first, and their number before paging; unreadable ones are left out.
 *
 * @param isListed whether the version of the answer has a kind of requests; others are not counted (L9).
 */
export async function listRequests(
  services: Pick<Services, 'store' | 'lookups'> & { readonly requests: ActionRequests },
  { statuses, kinds: namedKinds, object }: RequestFilter,
  isListed: (kind: RequestKind) => boolean,
  paging: { readonly limit: number; readonly offset: number },
): Promise<{ items: readonly ActionRequest[]; total: number }> {
  const { store, requests, lookups } = services;
  const { byState, byObject } = lookups.requests;
  const kinds = requestKinds.filter((kind) => isListed(kind) && (namedKinds.length === 0 || namedKinds.includes(kind)));
  const areAll = kinds.length === requestKinds.length;
  const load = (entries: readonly LookupEntry[]): Promise<ActionRequest[]> =>
    requests.readable(entries.map(({ value }) => value));
  if (object === undefined) {
    const statesOf = (status: RequestStatus | undefined): string[] =>
      areAll ? [requestPartition(status, undefined)] : kinds.map((kind) => requestPartition(status, kind));
    const partitions = statuses.length === 0 ? statesOf(undefined) : statuses.flatMap(statesOf);
    const { entries, total } = lookupAll(store, byState, [...new Set(partitions)], paging);
    return { items: await load(entries), total };
  }
  const partitions = areAll ? [object] : kinds.map((kind) => `${object} ${kind}`);
  const { limit, offset } = paging;
  if (statuses.length === 0) {
    const { entries, total } = lookupAll(store, byObject, partitions, paging);
    return { items: await load(entries), total };
  }
  // Few requests are about one object: they are filtered by status after they have been read.
  const { entries } = lookupAll(store, byObject, partitions, { limit: Infinity, offset: 0 });
  const passing = (await load(entries)).filter(({ status }) => statuses.includes(status));
  return { items: passing.slice(offset, offset + limit), total: passing.length };
}
