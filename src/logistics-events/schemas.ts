/** Logistics Events in the OpenAPI document. */
import { errorKinds } from '../errors.js';
import { link, literal, oneOrMany, resource, schemaRef, wholeNumber } from '../openapi/json-ld.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';

type Members = Readonly<Record<string, JsonValue>>;

export const tag = {
  name: 'Logistics Events',
  description: 'Status updates of a Logistics Object; they are appended and never changed.',
};

/** The example of a posted event. */
export const postedEvent: Members = {
  '@type': 'cargo:LogisticsEvent',
  'cargo:eventCode': { '@type': 'cargo:CodeListElement', 'cargo:code': 'DEP', 'cargo:codeListName': 'StatusCode' },
  'cargo:eventDate': literal('2026-03-01T09:30:00Z', 'dateTime'),
  'cargo:eventName': 'Departed',
  'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
};

/** The same event when it is read. */
export const readEvent = (node: DescriptionContext): Members => ({
  ...postedEvent,
  ...node.link(exampleIds.event),
  'cargo:creationDate': literal('2026-03-01T10:00:00.4Z', 'dateTime'),
  'cargo:eventFor': node.link(exampleIds.piece),
  'cargo:recordingOrganization': node.link(exampleIds.holder),
});

/** The results of an event for two objects, one of which does not exist. */
export function multiStatusExample(node: DescriptionContext): Members {
  const count = (number: number): JsonValue => literal(String(number), 'nonNegativeInteger');
  const unknown = node.link('/logistics-objects/piece-9');
  const { title, status } = errorKinds['not-found'];
  return node.document({
    '@id': 'internal:m1',
    '@type': 'api:MultiStatusResponse',
    'api:hasTotalItems': count(2),
    'api:hasTotalCreated': count(1),
    'api:hasTotalFailed': count(1),
    'api:hasCreationResult': [
      {
        '@id': 'internal:r1',
        '@type': 'api:EventCreationResult',
        'api:hasHTTPStatus': count(201),
        'api:hasLogisticsEvent': node.link(exampleIds.event),
        'api:hasLogisticsObject': node.link(exampleIds.piece),
      },
      {
        '@id': 'internal:r2',
        '@type': 'api:EventCreationResult',
        'api:hasError': {
          '@id': 'internal:r3',
          '@type': 'api:Error',
          'api:hasErrorDetail': {
            '@id': 'internal:r4',
            '@type': 'api:ErrorDetail',
            'api:hasCode': String(status),
            'api:hasMessage': 'this node has no Logistics Object with this URI',
            'api:hasResource': literal(unknown['@id'], 'anyURI'),
          },
          'api:hasSeverity': { '@id': 'api:ERROR' },
          'api:hasTitle': title,
        },
        'api:hasHTTPStatus': count(status),
        'api:hasLogisticsObject': unknown,
      },
    ],
  });
}

export const schemas: Readonly<Record<string, Schema>> = {
  MultiStatusResponse: resource(
    'The results of one event for many objects.',
    { const: 'api:MultiStatusResponse' },
    {
      'api:hasTotalItems': wholeNumber,
      'api:hasTotalCreated': wholeNumber,
      'api:hasTotalFailed': wholeNumber,
      'api:hasCreationResult': oneOrMany(schemaRef('EventCreationResult')),
    },
    ['api:hasTotalItems', 'api:hasTotalCreated', 'api:hasTotalFailed', 'api:hasCreationResult'],
  ),
  EventCreationResult: resource(
    'The event that was created for an object, or why there is none.',
    { const: 'api:EventCreationResult' },
    {
      'api:hasHTTPStatus': wholeNumber,
      'api:hasLogisticsObject': link,
      'api:hasLogisticsEvent': link,
      'api:hasError': schemaRef('Error'),
    },
    ['api:hasHTTPStatus', 'api:hasLogisticsObject'],
  ),
};
