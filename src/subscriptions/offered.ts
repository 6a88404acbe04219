/**
 * `GET /subscriptions`: the subscriptions that this node wants, for publishers (specification, /subscriptions; D31).
 */
import { hasFeature } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import { invalidQuery } from '../http/query-parameters.js';
import { contentType } from '../http/representation/negotiation.js';
import { digest, entityTag, type RdfResource } from '../http/representation/representation.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { rdfResponse } from '../openapi/responses.js';
import { exampleIds } from '../openapi/section.js';
import { graphOf } from '../rdf/graph.js';
import { type Iri, iri, isIri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { UriScheme } from '../uris.js';
import type { SubscriptionServices } from './lookups.js';
import { subscriptionExample, topicTypeNames } from './schemas.js';
import {
  describeSubscription,
  offeredContentTypes,
  parseTopicType,
  type Subscription,
  type TopicType,
  topicTypes,
} from './subscription.js';

/** The subscriptions of `SUBSCRIPTION_TOPICS`, with the data holder as the subscriber. */
function offeredSubscriptions(
  topics: readonly (Pick<Subscription, 'topicType' | 'topic' | 'events'> & { readonly sendBody: boolean })[],
  dataHolder: Iri,
  uris: UriScheme,
): Subscription[] {
  return topics.map(({ topicType, topic, events, sendBody }) => ({
    id: iri(`${uris.subscriptions}/${digest(Buffer.from(JSON.stringify([topicType, topic, events, sendBody])))}`),
    subscriber: dataHolder,
    topicType,
    topic,
    events,
    description: undefined,
    expiresAt: undefined,
    notifyRequestStatusChange: false,
    sendLogisticsObjectBody: sendBody,
    contentTypes: offeredContentTypes,
  }));
}

/** A `#` would begin the fragment of a URL: a query has `/` in its place. */
function withFragment(type: string, { namespaces: { cargo } }: Vocabulary): string {
  const path = cargo.replace(/#$/, '/');
  return type.startsWith(path) ? cargo + type.slice(path.length) : type;
}

/** The subscriptions to a topic that another part of the node wants of a caller (M14). */
export type FurtherOffers = (caller: Iri, topicType: TopicType, topic: Iri) => Promise<readonly Subscription[]>;

export function getSubscriptions(
  { settings, dataHolder, uris, model, vocabulary, representations, ids }: SubscriptionServices,
  furtherOffers: FurtherOffers,
): DeclaredOperation {
  const offers = offeredSubscriptions(settings.subscriptionTopics, dataHolder, uris);
  const { api, namespaces } = vocabulary;

  function describe(subscription: Subscription): RdfResource {
    const { root, statements } = describeSubscription(subscription, vocabulary, ids);
    return { root, data: graphOf(statements) };
  }

  return operation({
    method: 'GET',
    path: '/subscriptions',
    id: 'getSubscriptions',
    summary: 'List the subscriptions that this node offers',
    description:
      'For publishers. JSON-LD is an array of Subscriptions, the other forms are one graph. With API version 2.3.0, a topic without an offer gets 422.',
    accessLevel: 'authenticated',
    query: {
      typeName: query.required(
        query.text('topicType', {
          description: 'The IRI of the topic type, with `%23` or `/` before its name; its short name is accepted, too.',
          schema: { type: 'string', enum: topicTypeNames(namespaces) },
          example: `${namespaces.api}LOGISTICS_OBJECT_TYPE`,
        }),
      ),
      topicName: query.required(
        query.text('topic', {
          description: "A class of the data model, or a Logistics Object's URI.",
          schema: { type: 'string', format: 'uri' },
          example: `${namespaces.cargo}Piece`,
        }),
      ),
    },
    errors: [422],
    responses: (node) => ({
      200: rdfResponse(
        'The matching subscriptions; an empty array if there is none.',
        { type: 'array', items: schemaRef('Subscription') },
        [{ ...subscriptionExample(node, exampleIds.holder), '@id': node.uri('/subscriptions/Zu3VvvKqVvqB1c2cXo8mXg') }],
      ),
    }),
    handle: async ({ form, namedVersion, caller }, asks) => {
      const { typeName, topicName } = asks();
      const topicType = parseTopicType(typeName, vocabulary);
      if (topicType === undefined) throw invalidQuery('topicType', `must be the IRI of ${topicTypes.join(' or ')}`);
      const topic = topicType === 'LOGISTICS_OBJECT_TYPE' ? withFragment(topicName, vocabulary) : topicName;
      if (!isIri(topic)) throw invalidQuery('topic', 'must be a URI');
      if (topicType === 'LOGISTICS_OBJECT_TYPE' && !model.isLogisticsObject([topic])) {
        throw invalidQuery('topic', `is an unsupported Logistics Object type: ${topic}`);
      }
      const matching = [
        ...offers.filter((offer) => offer.topicType === topicType && offer.topic === topic),
        ...(await furtherOffers(caller.agent, topicType, topic)),
      ].map(describe);
      if (matching.length === 0 && namedVersion !== undefined && hasFeature(namedVersion, 'declinedProposals')) {
        const message = `this node has no subscription of its own to ${topic}`;
        throw new ServiceError('unprocessable', { message, property: api.hasTopic.value, resource: topic });
      }
      const body = await representations.writeList(matching, form);
      return {
        kind: 'content',
        body,
        contentType: contentType(form),
        etag: entityTag(body, form),
        type: api.Subscription.value,
      };
    },
  });
}
