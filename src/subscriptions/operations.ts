/** Subscriptions over HTTP: requests, and proposals to partners (specification, /subscriptions; D31). */
import type { Decisions } from '../action-requests/decisions.js';
import { ServiceError } from '../errors.js';
import { jsonBodyOf } from '../openapi/json-operation.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { created, jsonLdBody, requestLinks } from '../openapi/responses.js';
import { exampleIds } from '../openapi/section.js';
import { isIri } from '../rdf/terms.js';
import type { SubscriptionServices } from './lookups.js';
import type { Proposals } from './proposals.js';
import { exampleTopic, subscriptionExample, subscriptionProposal } from './schemas.js';
import { parseTopicType, serverBaseOf, topicTypes } from './subscription.js';
import type { SubscriptionRequests } from './subscription-requests.js';

export function requestSubscription(
  { vocabulary: { api } }: SubscriptionServices,
  subscriptions: SubscriptionRequests,
  decisions: Decisions,
): DeclaredOperation {
  return operation({
    method: 'POST',
    path: '/subscriptions',
    id: 'requestSubscription',
    summary: 'Subscribe',
    description:
      "Creates a SubscriptionRequest, on which the holder decides. Notifications go to `/notifications` beside the subscriber's `/logistics-objects/`. With API version 2.3.0, a subscription equal to a pending or active one gets 422. Extensions of this node, not of the standard: `hasPropertyOfInterest`, `hasCondition` and `coalescesFor` in the namespace that `/ns/extensions` describes.",
    isIdempotent: true,
    accessLevel: 'permitted',
    body: (node) => jsonLdBody(schemaRef('Subscription'), subscriptionExample(node, exampleIds.airline)),
    errors: [422],
    responses: () => ({ 201: created('The SubscriptionRequest', requestLinks) }),
    handle: async (context) => {
      const document = await context.document({ isRootType: (types) => types.includes(api.Subscription.value) });
      const request = await subscriptions.submit(document, context.requestor);
      await decisions.autoAccept(request, context.caller);
      return { kind: 'created', location: request.uri, type: api.SubscriptionRequest.value };
    },
  });
}

const proposal = jsonBodyOf(
  subscriptionProposal,
  '{"subscriber": "<organization URI>", "topicType": "…", "topic": "…"}',
  (node) => ({
    subscriber: 'https://airline.example/logistics-objects/_data-holder',
    topicType: 'LOGISTICS_OBJECT_TYPE',
    topic: exampleTopic(node),
  }),
);

export function proposeSubscription(
  { vocabulary }: SubscriptionServices,
  subscriptions: SubscriptionRequests,
  proposals: Proposals,
): DeclaredOperation {
  return operation({
    method: 'POST',
    path: '/internal/subscription-proposals',
    id: 'proposeSubscription',
    summary: 'Ask a partner for its subscription',
    description: 'Its subscription, if it matches the topic, is stored as an accepted SubscriptionRequest.',
    accessLevel: 'internal',
    body: proposal.describe,
    errors: [422, 502],
    responses: () => ({ 201: created('The SubscriptionRequest', requestLinks) }),
    handle: async (context) => {
      const { subscriber, topic, topicType: typeName } = await proposal.read(context);
      const topicType = parseTopicType(typeName, vocabulary);
      if (!isIri(subscriber) || serverBaseOf(subscriber) === undefined) {
        throw new ServiceError(
          'invalid-body',
          'subscriber must be the URI of an organization, with /logistics-objects/ in it',
        );
      }
      if (topicType === undefined)
        throw new ServiceError('invalid-body', `topicType must be one of ${topicTypes.join(', ')}`);
      if (!isIri(topic)) throw new ServiceError('invalid-body', 'topic must be a URI');
      await subscriptions.assertTopic(topicType, topic);
      const offer = await proposals.request(subscriber, { topicType, topic }, context.caller);
      const request = await subscriptions.createAccepted(offer, context.caller);
      return { kind: 'created', location: request.uri, type: vocabulary.api.SubscriptionRequest.value };
    },
  });
}
