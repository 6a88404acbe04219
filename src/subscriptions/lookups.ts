/** The lookups of subscriptions by topic. */
import type { ActionRequest } from '../action-requests/action-request.js';
import { isIn, lookupOfRequests, requestorPartition } from '../action-requests/lookups.js';
import { node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** The accepted SubscriptionRequests; the partitions are the topics. */
export function subscriptionLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  return lookupOfRequests(
    { name: 'subscriptions-by-topic' },
    (request) => (isIn(request, 'SubscriptionRequest', 'REQUEST_ACCEPTED') ? topicsOf(request, vocabulary) : []),
    uris,
    vocabulary,
  );
}

/** The pending SubscriptionRequests; the partitions are those of a requestor and a topic (`requestorPartition`). */
export function pendingSubscriptionLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  return lookupOfRequests(
    { name: 'pending-subscriptions' },
    (request) =>
      isIn(request, 'SubscriptionRequest', 'REQUEST_PENDING')
        ? topicsOf(request, vocabulary).map((topic) => requestorPartition(request.requestedBy, topic))
        : [],
    uris,
    vocabulary,
  );
}

function topicsOf({ data, uri }: ActionRequest, { api }: Vocabulary): string[] {
  return data
    .objects(node(uri), api.hasSubscription)
    .flatMap((subscription) => data.objects(subscription, api.hasTopic))
    .map(({ value }) => value);
}
