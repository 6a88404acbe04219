/** The lookups of subscriptions by topic. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { ActionRequest } from '../action-requests/action-request.js';
import { isIn, lookupOfRequests, requestorPartition } from '../action-requests/lookups.js';
import { node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';

export interface SubscriptionLookups {
  /** The accepted SubscriptionRequests; the topics are the partitions. */
  readonly byTopic: IndexedLookup;
  /** The pending SubscriptionRequests; each requestor and topic is a partition (`requestorPartition`). */
  readonly pending: IndexedLookup;
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
  };
}

function topicsOf({ data, uri }: ActionRequest, { api }: Vocabulary): string[] {
  return data
    .objects(node(uri), api.hasSubscription)
    .flatMap((subscription) => data.objects(subscription, api.hasTopic))
    .map(({ value }) => value);
}
