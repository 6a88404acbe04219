/** Lists action requests: pending ones first, the oldest first, since they wait for a decision. */
import type { ActionRequest, RequestKind, RequestStatus } from '../action-requests/action-request.js';
import { requestStatuses } from '../action-requests/action-request.js';
import { requestSources } from '../action-requests/list-requests.js';
import type { PageRequest } from '../http/query-parameters.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Iri } from '../rdf/terms.js';
import { type ListedEntries, listPage, type LookupSource } from '../store/lookup-page.js';
import { segmentPage } from './segment-page.js';

export const requestOrders = ['pending', 'requested', '-requested'] as const;
export type RequestOrder = (typeof requestOrders)[number];

export interface RequestFilter {
  /** None: any. */
  readonly statuses: readonly RequestStatus[];
  /** None: any. */
  readonly kinds: readonly RequestKind[];
  readonly object: Iri | undefined;
  readonly by: Iri | undefined;
  /** When the requests were made; bounds included. */
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

interface Listed {
  readonly requests: readonly ActionRequest[];
  /** The places of the page's ends, for cursors. */
  readonly page: ListedEntries;
  /** Undefined where the requests would have to be counted one by one. */
  readonly total: number | undefined;
  /** The number in each status, whatever statuses the filter names. */
  readonly counts: Counts;
}

type Counts = Partial<Record<RequestStatus, number>>;

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

  /** The requests that pass a filter. With bounds of time `pending` is an order by time, the newest first. */
  async list(filter: RequestFilter, order: RequestOrder, page: PageRequest): Promise<Listed> {
    const { requests } = this.services;
    const { from, until } = filter;
    const isBounded = from !== undefined || until !== undefined;
    const listed = await (isBounded ? this.#bounded(filter, order, page) : this.#segmented(filter, order, page));
    return {
      requests: await requests.readable(listed.entries.map(({ value }) => value)),
      page: listed,
      total: listed.total,
      counts: await this.#counts(filter),
    };
  }

  #bounded(filter: RequestFilter, order: RequestOrder, page: PageRequest): Promise<ListedEntries> {
    const bounds = { from: filter.from?.getTime(), until: filter.until?.getTime() };
    const sources = this.#sources(filter.statuses, filter);
    return listPage(this.services.store, sources, { ...page, ...bounds, reverse: order !== 'requested' });
  }

  #segmented(filter: RequestFilter, order: RequestOrder, page: PageRequest): Promise<ListedEntries> {
    const segments = segmentsOf(filter, order).map(({ statuses, reverse }) => ({
      sources: this.#sources(statuses, filter),
      reverse,
    }));
    return segmentPage(this.services.store, segments, page);
  }

  /** The number of requests in each status, of the kinds, the object and the requestor of a filter. */
  async #counts(filter: RequestFilter): Promise<Counts> {
    const { store } = this.services;
    const counted = await Promise.all(
      requestStatuses.map(async (status) => {
        const sources = this.#sources([status], filter);
        const counts = await Promise.all(sources.map(({ lookup, partition }) => store.count(lookup, partition)));
        return [status, counts.reduce((sum, count) => sum + count, 0)] as const;
      }),
    );
    return Object.fromEntries(counted.filter(([, count]) => count > 0));
  }

  #sources(statuses: readonly RequestStatus[], { kinds, object, by }: RequestFilter): LookupSource[] {
    return requestSources(this.services.lookups.requests, { statuses, kinds, object, requestedBy: by });
  }
}
