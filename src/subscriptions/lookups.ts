/** The lookups of subscriptions by topic. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { ActionRequest } from '../action-requests/action-request.js';
import { isIn, lookupOfRequests, requestorPartition } from '../action-requests/lookups.js';
import { node } from '../rdf/terms.js';
import { prov, type Vocabulary } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';

export interface SubscriptionLookups {
  /** The accepted SubscriptionRequests; the topics are the partitions. */
  readonly byTopic: IndexedLookup;
  /** The pending SubscriptionRequests; each requestor and topic is a partition (`requestorPartition`). */
  readonly pending: IndexedLookup;
  /** The accepted ones, by subscriber, in the order of their acceptance. */
  readonly bySubscriber: IndexedLookup;
  /** The accepted ones that come from the subscription to a shipment (K48): the partitions are its requests. */
  readonly derived: IndexedLookup;
}

/** The services of this module's parts. */
export type SubscriptionServices = ExchangeServices & {
  readonly lookups: { readonly subscriptions: SubscriptionLookups };
};

export function subscriptionLookups(scope: LookupScope): SubscriptionLookups {
  const { vocabulary } = scope;
  return {
    byTopic: lookupOfRequests(scope, { name: 'subscriptions-by-topic' }, (request) =>
      isIn(request, 'SubscriptionRequest', 'REQUEST_ACCEPTED') ? topicsOf(request, vocabulary) : [],
    ),
    pending: lookupOfRequests(scope, { name: 'pending-subscriptions' }, (request) =>
      isIn(request, 'SubscriptionRequest', 'REQUEST_PENDING')
        ? topicsOf(request, vocabulary).map((topic) => requestorPartition(request.requestedBy, topic))
        : [],
    ),
    bySubscriber: lookupOfRequests(scope, { name: 'subscriptions-by-subscriber', order: 'statusSince' }, (request) =>
      isIn(request, 'SubscriptionRequest', 'REQUEST_ACCEPTED') ? subscribersOf(request, vocabulary) : [],
    ),
    derived: lookupOfRequests(scope, { name: 'derived-subscriptions' }, (request) =>
      isIn(request, 'SubscriptionRequest', 'REQUEST_ACCEPTED')
        ? request.data.iris(node(request.uri), prov.wasDerivedFrom)
        : [],
    ),
  };
}

const subscribersOf = ({ data, uri }: ActionRequest, { api }: Vocabulary): string[] =>
  data
    .objects(node(uri), api.hasSubscription)
    .flatMap((subscription) => data.objects(subscription, api.hasSubscriber))
    .map(({ value }) => value);

function topicsOf({ data, uri }: ActionRequest, { api }: Vocabulary): string[] {
  return data
    .objects(node(uri), api.hasSubscription)
    .flatMap((subscription) => data.objects(subscription, api.hasTopic))
    .map(({ value }) => value);
}
