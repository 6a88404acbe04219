/** Lists action requests: pending ones first, the oldest first, since they wait for a decision. */
import type { ActionRequest, RequestKind, RequestStatus } from '../action-requests/action-request.js';
import { requestStatuses } from '../action-requests/action-request.js';
import { requestorPartition, requestPartition } from '../action-requests/lookups.js';
import type { Page } from '../http/query-parameters.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { compareTexts } from '../rdf/order.js';
import type { Iri } from '../rdf/terms.js';
import { lookupAll } from '../store/lookup.js';

export const requestOrders = ['pending', 'requested', '-requested'] as const;
export type RequestOrder = (typeof requestOrders)[number];

export interface RequestFilter {
  /** None: any. */
  readonly statuses: readonly RequestStatus[];
  /** None: any. */
  readonly kinds: readonly RequestKind[];
  readonly object: Iri | undefined;
  readonly by: Iri | undefined;
}

interface Listed {
  readonly requests: readonly ActionRequest[];
  /** Null where there are too many to be counted. */
  readonly total: number | null;
  /** How many there are in each status, whatever statuses the filter names. */
  readonly counts: Counts;
}

type Counts = Partial<Record<RequestStatus, number>>;

/** Requests about one object that are looked at: the newest ones, and all pending changes up to as many. */
const MAX_OF_OBJECT = 500;

/** Some of the partitions, in one order. */
interface Segment {
  readonly statuses: readonly RequestStatus[];
  readonly reverse: boolean;
}

function segmentsOf({ statuses }: RequestFilter, order: RequestOrder): readonly Segment[] {
  if (order !== 'pending') return [{ statuses, reverse: order === '-requested' }];
  const named = statuses.length === 0 ? requestStatuses : statuses;
  const [pending, others] = [true, false].map((isPending) =>
    named.filter((status) => (status === 'REQUEST_PENDING') === isPending),
  );
  return [
    { statuses: pending ?? [], reverse: false },
    { statuses: others ?? [], reverse: true },
  ].filter((segment) => segment.statuses.length > 0);
}

export class RequestList {
  constructor(private readonly services: Pick<ExchangeServices, 'store' | 'lookups' | 'requests'>) {}

  /** The requests that pass a filter. */
  async list(filter: RequestFilter, order: RequestOrder, page: Page): Promise<Listed> {
    if (filter.object !== undefined) return this.#ofObject(filter.object, filter, order, page);
    const { store, requests } = this.services;
    const uris: Iri[] = [];
    let total = 0;
    for (const segment of segmentsOf(filter, order)) {
      const { entries, total: count } = await lookupAll(
        store,
        this.#lookup(filter),
        this.#partitions(segment.statuses, filter),
        {
          limit: Math.max(0, page.limit - uris.length),
          offset: Math.max(0, page.offset - total),
          reverse: segment.reverse,
        },
      );
      uris.push(...entries.map(({ value }) => value));
      total += count;
    }
    return { requests: await requests.readable(uris), total, counts: await this.#counts(filter) };
  }

  /** How many requests there are in each status, of the kinds and the requestor of a filter. */
  async #counts(filter: RequestFilter): Promise<Counts> {
    const lookup = this.#lookup(filter);
    const counted = await Promise.all(
      requestStatuses.map(async (status) => {
        const partitions = this.#partitions([status], filter);
        const counts = await Promise.all(partitions.map((partition) => this.services.store.count(lookup, partition)));
        return [status, counts.reduce((sum, count) => sum + count, 0)] as const;
      }),
    );
    return Object.fromEntries(counted.filter(([, count]) => count > 0));
  }

  #lookup({ by }: RequestFilter): ExchangeServices['lookups']['objects'] {
    const { byState, byRequestor } = this.services.lookups.requests;
    return by === undefined ? byState : byRequestor;
  }

  #partitions(statuses: readonly RequestStatus[], { kinds, by }: RequestFilter): string[] {
    const anyStatus = statuses.length === 0 ? [undefined] : statuses;
    const anyKind = kinds.length === 0 ? [undefined] : kinds;
    const states = anyStatus.flatMap((status) => anyKind.map((kind) => requestPartition(status, kind)));
    return [...new Set(states)].map((state) => (by === undefined ? state : requestorPartition(by, state)));
  }

  /** Few requests are about one object: they are filtered and sorted after they have been read. */
  async #ofObject(
    object: Iri,
    { statuses, kinds, by }: RequestFilter,
    order: RequestOrder,
    { limit, offset }: Page,
  ): Promise<Listed> {
    const { store, lookups, requests } = this.services;
    const newest = await store.lookup(lookups.requests.byObject, object, { limit: MAX_OF_OBJECT, reverse: true });
    const pending = await store.lookup(lookups.pendingChanges, object, { limit: MAX_OF_OBJECT });
    const found = await requests.readable([...new Set([...newest, ...pending].map(({ value }) => value))]);
    const ofAnyStatus = found.filter(
      ({ kind, requestedBy }) =>
        (kinds.length === 0 || kinds.includes(kind)) && (by === undefined || by === requestedBy),
    );
    const counts: Counts = {};
    for (const { status } of ofAnyStatus) counts[status] = (counts[status] ?? 0) + 1;
    const passing = ofAnyStatus.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
    const isWhole = newest.length < MAX_OF_OBJECT;
    return {
      requests: passing.sort(comparing(order)).slice(offset, offset + limit),
      total: isWhole ? passing.length : null,
      counts,
    };
  }
}

function comparing(order: RequestOrder): (a: ActionRequest, b: ActionRequest) => number {
  const byTime = (a: ActionRequest, b: ActionRequest): number =>
    a.requestedAt.getTime() - b.requestedAt.getTime() || compareTexts(a.uri, b.uri);
  const isPending = ({ status }: ActionRequest): boolean => status === 'REQUEST_PENDING';
  switch (order) {
    case 'requested':
      return byTime;
    case '-requested':
      return (a, b) => byTime(b, a);
    case 'pending':
      return (a, b) => Number(isPending(b)) - Number(isPending(a)) || (isPending(a) ? byTime(a, b) : byTime(b, a));
  }
}
