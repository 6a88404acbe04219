/** The accepted subscriptions that match a domain event (D26). */
import type { Services } from '../services.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import type { ActionRequests } from '../action-requests/action-requests.js';
import type { Iri } from '../rdf/terms.js';
import { extensionTerms, readStoredExtensions, type SubscriptionExtensions } from './extensions.js';
import type { SubscriptionLookups } from './lookups.js';
import { readStoredSubscription, type StoredSubscription } from './stored-subscription.js';
import type { SubscriptionEvent } from './subscription.js';

interface ActiveSubscription extends StoredSubscription {
  /** Its SubscriptionRequest, through which it is revoked. */
  readonly request: Iri;
  readonly extensions: SubscriptionExtensions;
}

const KIND = 'active subscriptions';

export class ActiveSubscriptions {
  /** Derived from an immutable value, and garbage-collected with it; not a cache of the store. */
  readonly #read = new WeakMap<ActionRequest, ActiveSubscription>();

  constructor(
    private readonly services: Services & {
      readonly requests: ActionRequests;
      readonly lookups: { readonly subscriptions: SubscriptionLookups };
    },
  ) {}

  /**
   * The accepted, unexpired subscriptions to one of these topics (an object's URI, its type and the type's ancestors)
   * that include the event (D26), at the last commit; without an event those to any.
   */
  async matching(topics: Iterable<Iri>, event?: SubscriptionEvent): Promise<ActiveSubscription[]> {
    const { store, lookups, requests, clock } = this.services;
    const now = clock.now();
    const entries = await Promise.all(
      Array.from(topics, (topic) => store.lookup(lookups.subscriptions.byTopic, topic)),
    );
    const found = await Promise.all(entries.flat().map(({ value }) => requests.find(value)));
    return found
      .flatMap((request) => this.#subscription(request) ?? [])
      .filter(({ events }) => event === undefined || events.includes(event))
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  }

  /** The subscription of a request; undefined for an unreadable one in quarantine. */
  #subscription(request: ActionRequest | undefined): ActiveSubscription | undefined {
    if (request === undefined) return undefined;
    const cached = this.#read.get(request);
    if (cached !== undefined) return cached;
    const { vocabulary, quarantine, uris } = this.services;
    try {
      const stored = readStoredSubscription(request, vocabulary);
      const extensions = readStoredExtensions(contentFields(request, vocabulary), extensionTerms(uris), vocabulary);
      const subscription = { ...stored, request: request.uri, extensions };
      this.#read.set(request, subscription);
      quarantine.release(KIND, request.uri);
      return subscription;
    } catch (error) {
      quarantine.add(KIND, request.uri, error);
      return undefined;
    }
  }
}
