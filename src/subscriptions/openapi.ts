/** Subscriptions: request one of a publisher, and offer one to a publisher. */
import { subscriptionEvents, topicTypes } from './subscription.js';
import {
  boolean,
  linkToOneOf,
  literal,
  namesIn,
  oneOrMany,
  resource,
  schemaRef,
  string,
  time,
  uri,
} from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { created, rdfResponse, jsonBody, jsonLdBody, requestLinks } from '../openapi/responses.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';

/** The URI of an organization: the part before `/logistics-objects/` is the server that is notified (D27). */
const organization = {
  type: 'string',
  format: 'uri',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?:.*/logistics-objects/',
} as const;

export function subscriptions(node: DescriptionContext): OpenApiSection {
  const tag = {
    name: 'Subscriptions',
    description: 'Who is notified of changes to one object, or to objects of a type.',
  };
  const tagged = { tag: tag.name, security: node.security };
  const { api } = node.namespaces;
  const topicNames = [...topicTypes, 'LOGISTICS_OBJECT_URI'];
  const topicIris = namesIn('api', api, topicNames);
  const topicTypeNames = [
    ...topicNames,
    ...topicIris,
    ...topicNames.map((name) => `${api.replace(/[#/]$/, '')}${api.endsWith('/') ? '#' : '/'}${name}`),
  ];
  const topic = `${node.namespaces.cargo}Piece`;
  const subscription = (subscriber: string) =>
    node.document({
      '@type': 'api:Subscription',
      'api:hasSubscriber': node.link(subscriber),
      'api:hasTopic': literal(topic, 'anyURI'),
      'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
      'api:includeSubscriptionEventType': subscriptionEvents.map((event) => ({ '@id': `api:${event}` })),
      'api:notifyRequestStatusChange': false,
      'api:sendLogisticsObjectBody': true,
    });
  return {
    tag,
    paths: {
      '/subscriptions': address(tagged, {
        get: {
          id: 'getSubscriptions',
          summary: 'List the subscriptions that this node offers',
          description:
            'For publishers. JSON-LD is an array of Subscriptions, the other forms are one graph. Where the request names API version 2.3.0, a topic for which nothing is offered is 422.',
          accessLevel: 'authenticated',
          parameters: [
            {
              name: 'topicType',
              in: 'query',
              required: true,
              description:
                'The IRI of the topic type, with `%23` or `/` before its name; its short name is read as well.',
              schema: { type: 'string', enum: topicTypeNames },
              example: `${node.namespaces.api}LOGISTICS_OBJECT_TYPE`,
            },
            {
              name: 'topic',
              in: 'query',
              required: true,
              description: "A class of the data model, or a Logistics Object's URI.",
              schema: { type: 'string', format: 'uri' },
              example: topic,
            },
          ],
          responses: {
            200: rdfResponse(
              'The matching subscriptions; an empty array if there is none.',
              { type: 'array', items: schemaRef('Subscription') },
              [{ ...subscription(exampleIds.holder), '@id': node.uri('/subscriptions/Zu3VvvKqVvqB1c2cXo8mXg') }],
            ),
          },
          errors: [400, 422],
        },
        post: {
          id: 'requestSubscription',
          summary: 'Subscribe',
          description:
            "Creates a SubscriptionRequest, on which the holder decides. Notifications go to `/notifications` beside the subscriber's `/logistics-objects/`. Where the request names API version 2.3.0, a subscription equal to one that is pending or active is 422. Extensions of this node, not of the standard: `hasPropertyOfInterest`, `hasCondition` and `coalescesFor` in the namespace that `/ns/extensions` describes.",
          accessLevel: 'permitted',
          body: jsonLdBody(schemaRef('Subscription'), subscription(exampleIds.airline)),
          responses: { 201: created('The SubscriptionRequest', requestLinks) },
          errors: [400, 415, 422],
        },
      }),
      '/ns/extensions': address(tagged, {
        get: {
          id: 'getExtensions',
          summary: 'Read the vocabulary of the extensions',
          description: 'What a Subscription may say to this node beyond the standard.',
          accessLevel: 'authenticated',
          responses: {
            200: rdfResponse('The properties, as RDF Schema.', schemaRef('Graph'), {
              '@context': { rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' },
              '@graph': [{ '@id': `${node.uri('/ns/extensions')}#hasCondition`, '@type': 'rdf:Property' }],
            }),
          },
        },
      }),
      '/internal/subscription-proposals': address(tagged, {
        post: {
          id: 'proposeSubscription',
          summary: 'Ask a partner for its subscription',
          description: 'Its subscription, if it matches the topic, is stored as an accepted SubscriptionRequest.',
          accessLevel: 'internal',
          body: jsonBody(schemaRef('SubscriptionProposal'), {
            subscriber: 'https://airline.example/logistics-objects/_data-holder',
            topicType: 'LOGISTICS_OBJECT_TYPE',
            topic,
          }),
          responses: { 201: created('The SubscriptionRequest', requestLinks) },
          errors: [400, 415, 422, 502],
        },
      }),
    },
    schemas: {
      Subscription: resource(
        'The topic and events of which a subscriber is notified.',
        { const: 'api:Subscription' },
        {
          'api:expiresAt': time,
          'api:hasContentType': oneOrMany(string),
          'api:hasDescription': string,
          'api:hasSubscriber': { type: 'object', properties: { '@id': organization }, required: ['@id'] },
          'api:hasTopic': uri,
          'api:hasTopicType': linkToOneOf(topicIris),
          'api:includeSubscriptionEventType': oneOrMany(linkToOneOf(namesIn('api', api, subscriptionEvents))),
          'api:notifyRequestStatusChange': boolean,
          'api:sendLogisticsObjectBody': boolean,
        },
        ['api:hasSubscriber', 'api:hasTopic', 'api:hasTopicType', 'api:includeSubscriptionEventType'],
      ),
      SubscriptionProposal: {
        type: 'object',
        description: 'Which partner is to be asked about which topic.',
        properties: {
          subscriber: organization,
          topicType: { type: 'string', enum: topicTypeNames, description: 'As short name or IRI.' },
          topic: { type: 'string', format: 'uri' },
        },
        required: ['subscriber', 'topicType', 'topic'],
        additionalProperties: false,
      },
    },
  };
}
