/**
 * Subscriptions to a shipment that are for what is linked to it later, too (K48): their requests say `acl:default`. The
 * pieces get subscriptions of their own, derived from that one, and revoked with it.
 */
import type { ActionRequest } from '../action-requests/action-request.js';
import type { ActionRequests, Decision } from '../action-requests/action-requests.js';
import type { Services } from '../services.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, node, triple } from '../rdf/terms.js';
import { acl, prov } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { GraphReader } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';
import type { SubscriptionLookups } from './lookups.js';
import { readStoredSubscription, type StoredSubscription } from './stored-subscription.js';
import { describeSubscription } from './subscription.js';

export type LaterServices = Pick<Services, 'store' | 'uris' | 'vocabulary' | 'clock' | 'ids'> & {
  readonly requests: ActionRequests;
  readonly lookups: { readonly subscriptions: SubscriptionLookups };
};

/** Whether a subscription is for what is linked to its object later, too. */
export const isForLater = (data: Graph, request: Iri): boolean => data.match(node(request), acl.default).size > 0;

/** An accepted subscription, with its request. */
export interface GivenSubscription extends StoredSubscription {
  readonly request: ActionRequest;
}

/** The accepted subscriptions to a topic that have not ended, as a transaction sees them. */
export async function subscriptionsTo(
  { store, lookups, requests, vocabulary, clock }: Omit<LaterServices, 'ids' | 'uris'>,
  reader: GraphReader,
  topic: Iri,
): Promise<GivenSubscription[]> {
  const found: GivenSubscription[] = [];
  for (const { value } of await store.lookup(lookups.subscriptions.byTopic, topic)) {
    try {
      const request = await requests.getOrThrowIn(reader, value);
      const stored = readStoredSubscription(request, vocabulary);
      const hasEnded = stored.expiresAt !== undefined && stored.expiresAt <= clock.now();
      if (request.status === 'REQUEST_ACCEPTED' && !hasEnded) found.push({ ...stored, request });
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
    }
  }
  return found;
}

/** What a subscription of the holder is made of. */
export type SubscriptionTerms = Pick<StoredSubscription, 'subscriber' | 'topicType' | 'topic' | 'events'> &
  Partial<Pick<StoredSubscription, 'sendLogisticsObjectBody' | 'expiresAt'>>;

/**
 * Makes an accepted SubscriptionRequest of an internal agent for a partner, in a transaction.
 *
 * @param derivedFrom the request of the shipment that it comes from; `isForLater`: it is for later links itself.
 */
export async function subscribeFor(
  { requests, vocabulary, clock, ids }: Pick<LaterServices, 'requests' | 'vocabulary' | 'clock' | 'ids'>,
  tx: EventTransaction,
  { subscriber, topicType, topic, events, sendLogisticsObjectBody = false, expiresAt }: SubscriptionTerms,
  { by, derivedFrom, later = false }: { readonly by: Iri; readonly derivedFrom?: Iri; readonly later?: boolean },
): Promise<ActionRequest> {
  const { root, statements } = describeSubscription(
    {
      ...{ id: undefined, subscriber, topicType, topic, events, expiresAt, sendLogisticsObjectBody },
      ...{ description: undefined, notifyRequestStatusChange: false, contentTypes: [] },
    },
    vocabulary,
    ids,
  );
  const request = await requests.create(
    tx,
    'SubscriptionRequest',
    (uri) => [
      triple(uri, vocabulary.api.hasSubscription, root),
      ...statements,
      ...(derivedFrom === undefined ? [] : [triple(uri, prov.wasDerivedFrom, node(derivedFrom))]),
      ...(later ? [triple(uri, acl.default, node(topic))] : []),
    ],
    { agent: by, apiVersion: undefined },
    clock.now(),
  );
  return requests.transition(tx, request, 'accept', { agent: by, at: clock.now() });
}

/** Whether one of these subscriptions already tells a subscriber of all these events. */
export const isSubscribed = (
  given: readonly GivenSubscription[],
  subscriber: Iri,
  events: readonly StoredSubscription['events'][number][],
): boolean => given.some((one) => one.subscriber === subscriber && events.every((event) => one.events.includes(event)));

/** Subscriptions as what is passed on to objects that are linked later. */
export class InheritedSubscriptions {
  constructor(private readonly services: LaterServices) {}

  async isPassedOn(reader: GraphReader, whole: Iri): Promise<boolean> {
    const { store, lookups } = this.services;
    for (const { value } of await store.lookup(lookups.subscriptions.byTopic, whole))
      if (isForLater(await reader.read(value), value)) return true;
    return false;
  }

  async follow(tx: EventTransaction, whole: Iri, object: Iri): Promise<void> {
    const passed = (await subscriptionsTo(this.services, tx, whole)).filter(({ request }) =>
      isForLater(request.data, request.uri),
    );
    if (passed.length === 0) return;
    const given = await subscriptionsTo(this.services, tx, object);
    for (const { request, ...subscription } of passed) {
      if (isSubscribed(given, subscription.subscriber, subscription.events)) continue;
      await subscribeFor(
        this.services,
        tx,
        { ...subscription, topic: object },
        {
          ...{ by: request.requestedBy, derivedFrom: request.uri },
        },
      );
    }
  }

  /** Revokes what came from a subscription. */
  async revoke(tx: EventTransaction, { uri }: ActionRequest, decision: Decision): Promise<void> {
    const { store, lookups, requests } = this.services;
    for (const { value } of await store.lookup(lookups.subscriptions.derived, uri)) {
      const derived = await requests.getOrThrowIn(tx, value);
      if (derived.status === 'REQUEST_ACCEPTED') await requests.transition(tx, derived, 'revoke', decision);
    }
  }
}
