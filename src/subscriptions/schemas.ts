/** Subscriptions in the OpenAPI document. */
import { z } from 'zod';
import { boolean, linkToOneOf, literal, namesIn, oneOrMany, resource, string, time, uri } from '../openapi/json-ld.js';
import { component, uri as uriText } from '../openapi/json-schema.js';
import type { DescriptionContext } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';
import type { Namespaces } from '../rdf/vocabulary.js';
import { subscriptionEvents, topicTypes } from './subscription.js';

type Members = Readonly<Record<string, JsonValue>>;

export const tag = {
  name: 'Subscriptions',
  description: 'The agents notified of changes to one object, or to objects of a type.',
};

/**
 * The URI of an organization: the part before `/logistics-objects/` is the server that receives notifications (D27).
 */
const organization = {
  type: 'string',
  format: 'uri',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?:.*/logistics-objects/',
} as const;

/** LOGISTICS_OBJECT_URI is an older name (D26). */
const topicNames = [...topicTypes, 'LOGISTICS_OBJECT_URI'];

/** The names of topic types in queries: short, and as IRIs with `#` or `/` before the name. */
export const topicTypeNames = ({ api }: Namespaces): string[] => [
  ...topicNames,
  ...namesIn('api', api, topicNames),
  ...topicNames.map((name) => `${api.replace(/[#/]$/, '')}${api.endsWith('/') ? '#' : '/'}${name}`),
];

export const exampleTopic = ({ namespaces }: DescriptionContext): string => `${namespaces.cargo}Piece`;

/** @param subscriber the path of its URI at this node. */
export const subscriptionExample = (node: DescriptionContext, subscriber: string): Members =>
  node.document({
    '@type': 'api:Subscription',
    'api:hasSubscriber': node.link(subscriber),
    'api:hasTopic': literal(exampleTopic(node), 'anyURI'),
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
    'api:includeSubscriptionEventType': subscriptionEvents.map((event) => ({ '@id': `api:${event}` })),
    'api:notifyRequestStatusChange': false,
    'api:sendLogisticsObjectBody': true,
  });

/** The partner and the topic of a proposal. */
export const subscriptionProposal = component(
  'SubscriptionProposal',
  z
    .strictObject({
      subscriber: uriText.meta(organization),
      topicType: z.string().meta({
        pattern: `(^|[:#/])(${topicNames.join('|')})$`,
        description: 'As short name or IRI.',
      }),
      topic: uriText,
    })
    .meta({ description: 'The partner to ask, and the topic.' }),
);

export const schemas = ({ api }: Namespaces): Readonly<Record<string, Schema>> => ({
  Subscription: resource(
    'The topic and events of which a subscriber is notified.',
    { const: 'api:Subscription' },
    {
      'api:expiresAt': time,
      'api:hasContentType': oneOrMany(string),
      'api:hasDescription': string,
      'api:hasSubscriber': { type: 'object', properties: { '@id': organization }, required: ['@id'] },
      'api:hasTopic': uri,
      'api:hasTopicType': linkToOneOf(namesIn('api', api, topicNames)),
      'api:includeSubscriptionEventType': oneOrMany({
        anyOf: [
          linkToOneOf(namesIn('api', api, subscriptionEvents)),
          {
            type: 'object',
            description: 'An extension of this node: erasures come with this event type.',
            properties: { '@id': { type: 'string', pattern: '/ns/extensions#LOGISTICS_OBJECT_ERASED$' } },
            required: ['@id'],
          },
        ],
      }),
      'api:notifyRequestStatusChange': boolean,
      'api:sendLogisticsObjectBody': boolean,
    },
    ['api:hasSubscriber', 'api:hasTopic', 'api:hasTopicType', 'api:includeSubscriptionEventType'],
  ),
});
