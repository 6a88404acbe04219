/** Which subscriptions something is to be told to: an index of the accepted ones, kept up by the commit feed. */
import type { Addresses } from '../addresses.js';
import type { Clock } from '../ambient.js';
import { type ActionRequest, contentOf } from '../action-requests/action-request.js';
import type { ActionRequests } from '../action-requests/action-requests.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { Preparer } from '../store/prepared.js';
import type { Store } from '../store/store.js';
import { readSubscription, type Subscription, type SubscriptionEvent } from './subscription.js';

export interface ActiveSubscription extends Subscription {
  /** The SubscriptionRequest through which it came, and by which it is revoked. */
  readonly request: Iri;
}

export interface ActiveSubscriptionsContext {
  readonly store: Store;
  readonly requests: ActionRequests;
  readonly addresses: Addresses;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
}

export class ActiveSubscriptions {
  readonly #byRequest = new Map<Iri, ActiveSubscription>();
  readonly #byTopic = new Map<Iri, Set<ActiveSubscription>>();
  /** Requests that a commit has touched since the index last looked at them. */
  readonly #stale = new Set<Iri>();
  #looking: Promise<void> | undefined;

  private constructor(private readonly context: ActiveSubscriptionsContext) {
    context.store.onCommit(({ graphs }) => {
      for (const graph of graphs) if (context.addresses.actionRequestId(graph) !== undefined) this.#stale.add(graph);
    });
  }

  /** An index of what the store holds. */
  static async open(context: ActiveSubscriptionsContext): Promise<ActiveSubscriptions> {
    const accepted = new Preparer(context.vocabulary).select(
      `
      SELECT ?request WHERE {
        GRAPH ?request { ?request a api:SubscriptionRequest ; api:isRequestedBy ?requestor ; api:hasRequestStatus api:REQUEST_ACCEPTED }
        FILTER(STRSTARTS(STR(?request), ?place))
      }`,
      { place: context.addresses.places.actionRequests },
    );
    const index = new ActiveSubscriptions(context);
    for (const solution of await context.store.select(accepted())) {
      const uri = solution.get('request')?.value ?? '';
      if (isIri(uri)) index.#stale.add(uri);
    }
    return index;
  }

  /**
   * The subscriptions to one of these topics (an object's URI, its type and what that inherits from) that are accepted,
   * have not expired and include the event (D26); as of the last commit when this is called.
   */
  async matching(topics: Iterable<Iri>, event: SubscriptionEvent): Promise<ActiveSubscription[]> {
    await this.#refresh();
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

  /** Looks at what has become stale; one look at a time, so that nobody goes on with an index that another is mending. */
  async #refresh(): Promise<void> {
    if (this.#stale.size === 0 && this.#looking === undefined) return;
    const before = this.#looking ?? Promise.resolve();
    const looking = before.catch(() => undefined).then(() => this.#look());
    this.#looking = looking;
    try {
      await looking;
    } finally {
      if (this.#looking === looking) this.#looking = undefined;
    }
  }

  async #look(): Promise<void> {
    for (const uri of [...this.#stale]) {
      // Unmarked first: a commit during the reading marks it again.
      this.#stale.delete(uri);
      try {
        this.#replace(uri, await this.context.requests.find(uri));
      } catch (error) {
        this.#stale.add(uri);
        throw error;
      }
    }
  }

  #replace(uri: Iri, request: ActionRequest | undefined): void {
    this.#forget(uri);
    if (request?.kind !== 'SubscriptionRequest' || request.status !== 'REQUEST_ACCEPTED') return;
    const { vocabulary } = this.context;
    const subscription = {
      ...readSubscription(request.data, contentOf(request, vocabulary), vocabulary),
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
