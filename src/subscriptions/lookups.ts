/** The lookup of subscriptions by topic. */
import { isIn, lookupOfRequests } from '../action-requests/lookups.js';
import { node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** The accepted SubscriptionRequests; the partitions are the topics. */
export function subscriptionLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  const { api } = vocabulary;
  return lookupOfRequests(
    { name: 'subscriptions-by-topic' },
    (request) =>
      isIn(request, 'SubscriptionRequest', 'REQUEST_ACCEPTED')
        ? request.data
            .objects(node(request.uri), api.hasSubscription)
            .flatMap((subscription) => request.data.objects(subscription, api.hasTopic))
            .map(({ value }) => value)
        : [],
    uris,
    vocabulary,
  );
}
