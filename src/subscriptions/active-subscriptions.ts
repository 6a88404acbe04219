/** Which subscriptions something is to be told to: an index of the accepted ones, kept up by the commit feed. */
import type { Clock } from '../clock.js';
import type { ActionRequest } from '../action-requests/action-request.js';
import { followRequests, type FollowedRequestsContext } from '../action-requests/followed-requests.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { IncrementalIndex } from '../store/cache/incremental-index.js';
import { QueryTemplates } from '../store/query-templates.js';
import type { Store } from '../store/store.js';
import { readStoredSubscription, type StoredSubscription } from './stored-subscription.js';
import type { SubscriptionEvent } from './subscription.js';

export interface ActiveSubscription extends StoredSubscription {
  /** The SubscriptionRequest through which it came, and by which it is revoked. */
  readonly request: Iri;
}

export interface ActiveSubscriptionsContext extends FollowedRequestsContext {
  readonly store: Store;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
}

export class ActiveSubscriptions {
  readonly #byRequest = new Map<Iri, ActiveSubscription>();
  readonly #byTopic = new Map<Iri, Set<ActiveSubscription>>();
  readonly #followed: IncrementalIndex<ActionRequest>;

  private constructor(
    private readonly context: ActiveSubscriptionsContext,
    known: Iterable<Iri>,
  ) {
    this.#followed = followRequests(context, 'active subscriptions', known, (uri, request) => {
      this.#replace(uri, request);
    });
  }

  /** An index of what the store holds. */
  static async open(context: ActiveSubscriptionsContext): Promise<ActiveSubscriptions> {
    const accepted = new QueryTemplates(context.vocabulary).select(
      `
      SELECT ?request WHERE {
        GRAPH ?request { ?request a api:SubscriptionRequest ; api:isRequestedBy ?requestor ; api:hasRequestStatus api:REQUEST_ACCEPTED }
        FILTER(STRSTARTS(STR(?request), ?place))
      }`,
      { place: context.addresses.graphPrefixes.actionRequests },
    );
    const solutions = await context.store.select(accepted());
    return new ActiveSubscriptions(
      context,
      solutions.map((solution) => solution.get('request')?.value ?? '').filter(isIri),
    );
  }

  /**
   * The subscriptions to one of these topics (an object's URI, its type and what that inherits from) that are accepted,
   * have not expired and include the event (D26); as of the last commit when this is called.
   */
  async matching(topics: Iterable<Iri>, event: SubscriptionEvent): Promise<ActiveSubscription[]> {
    await this.#followed.refresh();
    const now = this.context.clock.now();
    const found: ActiveSubscription[] = [];
    for (const topic of topics) {
      for (const subscription of this.#byTopic.get(topic) ?? []) {
        const { expiresAt, events } = subscription;
        if (events.includes(event) && (expiresAt === undefined || expiresAt > now)) found.push(subscription);
      }
    }
    return found;
  }

  #replace(uri: Iri, request: ActionRequest | undefined): void {
    this.#forget(uri);
    if (request?.kind !== 'SubscriptionRequest' || request.status !== 'REQUEST_ACCEPTED') return;
    const { vocabulary } = this.context;
    const subscription = {
      ...readStoredSubscription(request, vocabulary),
      request: uri,
    };
    this.#byRequest.set(uri, subscription);
    const others = this.#byTopic.get(subscription.topic) ?? new Set();
    this.#byTopic.set(subscription.topic, others.add(subscription));
  }

  #forget(request: Iri): void {
    const known = this.#byRequest.get(request);
    if (known === undefined) return;
    this.#byRequest.delete(request);
    const others = this.#byTopic.get(known.topic);
    others?.delete(known);
    if (others?.size === 0) this.#byTopic.delete(known.topic);
  }
}
