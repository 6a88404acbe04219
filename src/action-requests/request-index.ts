/**
 * Which action requests there are: an index kept up by the commit feed. A query for a page of them would look at all that
 * there ever were, twice, and everybody else would wait that long.
 */
import { type Iri, isIri, detachString } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { IncrementalIndex } from '../store/cache/incremental-index.js';
import { type Timestamped, SortedIndex } from '../store/cache/sorted-index.js';
import { QueryTemplates } from '../store/query-templates.js';
import type { Store } from '../store/store.js';
import {
  type ActionRequest,
  type RequestKind,
  requestKinds,
  type RequestStatus,
  requestStatuses,
} from './action-request.js';
import { type FollowedRequestsContext, followRequests } from './followed-requests.js';

export interface RequestFilter {
  /** None: any. */
  readonly statuses: readonly RequestStatus[];
  /** None: any. */
  readonly kinds: readonly RequestKind[];
  /** Only requests about this Logistics Object. */
  readonly object: Iri | undefined;
}

interface Entry extends Timestamped {
  readonly kind: RequestKind;
  status: RequestStatus;
  readonly objects: Set<Iri>;
}

export interface RequestIndexContext extends FollowedRequestsContext {
  readonly store: Store;
  readonly vocabulary: Vocabulary;
}

export class RequestIndex {
  /** In the order in which they were made. */
  readonly #requests = new SortedIndex<Entry>();
  readonly #followed: IncrementalIndex<ActionRequest>;

  private constructor(private readonly context: RequestIndexContext) {
    this.#followed = followRequests(context, 'list of action requests', [], (uri, request) => {
      this.#take(uri, request);
    });
  }

  /** An index of what the store holds. */
  static async open(context: RequestIndexContext): Promise<RequestIndex> {
    const all = new QueryTemplates(context.vocabulary).select(
      `
      SELECT ?request ?kind ?status ?at ?requestor ?object WHERE {
        GRAPH ?request {
          ?request a ?kind
          OPTIONAL { ?request api:hasRequestStatus ?status }
          OPTIONAL { ?request api:isRequestedAt ?at }
          OPTIONAL { ?request api:isRequestedBy ?requestor }
          OPTIONAL { ?any api:hasLogisticsObject ?object }
        }
        FILTER(STRSTARTS(STR(?request), ?place))
      }`,
      { place: context.addresses.graphPrefixes.actionRequests },
    );
    const index = new RequestIndex(context);
    const { api } = context.vocabulary;
    const kinds = new Map<string, RequestKind>(requestKinds.map((kind) => [api[kind].value, kind]));
    const statuses = new Map<string, RequestStatus>(requestStatuses.map((status) => [api[status].value, status]));
    const found = new Map<Iri, Entry>();
    for (const solution of await context.store.select(all())) {
      const [uri = '', kindName = '', statusName = '', at = '', requestor = '', object = ''] = [
        'request',
        'kind',
        'status',
        'at',
        'requestor',
        'object',
      ].map((name) => solution.get(name)?.value);
      const [kind, status] = [kinds.get(kindName), statuses.get(statusName)];
      if (!isIri(uri) || kind === undefined) continue;
      if (status === undefined || !isIri(requestor) || Number.isNaN(Date.parse(at))) {
        // Reading it says what is the matter, and sets it aside.
        await context.requests.find(uri);
        continue;
      }
      const entry = found.get(uri) ?? { uri, kind, status, at: Date.parse(at), objects: new Set<Iri>() };
      if (isIri(object)) entry.objects.add(object);
      found.set(uri, entry);
    }
    index.#requests.fill(found.values());
    return index;
  }

  /**
   * The requests that pass a filter, oldest first, and how many there are before paging; as of the last commit when this
   * is called.
   */
  async list(
    { statuses, kinds, object }: RequestFilter,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<{ uris: Iri[]; total: number }> {
    await this.#followed.refresh();
    const passing = this.#requests.entries.filter(
      (entry) =>
        (statuses.length === 0 || statuses.includes(entry.status)) &&
        (kinds.length === 0 || kinds.includes(entry.kind)) &&
        (object === undefined || entry.objects.has(object)),
    );
    return { uris: passing.slice(offset, offset + limit).map(({ uri }) => uri), total: passing.length };
  }

  /** A request's status changes, and nothing else of it. */
  #take(uri: Iri, request: ActionRequest | undefined): void {
    if (request === undefined) {
      this.#requests.remove(uri);
      return;
    }
    const known = this.#requests.get(uri);
    if (known !== undefined) {
      known.status = request.status;
      return;
    }
    const { api } = this.context.vocabulary;
    const objects = Array.from(request.data.match(null, api.hasLogisticsObject), ({ object }) =>
      detachString(object.value),
    ).filter(isIri);
    const { kind, status } = request;
    // Nearly in order: the clock may have jumped back, and what shares a flush may have passed each other.
    this.#requests.add({ uri, kind, status, at: request.requestedAt.getTime(), objects: new Set(objects) });
  }
}
