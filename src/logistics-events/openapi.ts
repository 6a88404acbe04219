/** Logistics Events: append, list, read. */
import { errorKinds } from '../errors.js';
import { collectionResponse } from '../openapi/collection.js';
import { headerRefs } from '../openapi/headers.js';
import {
  boolean,
  link,
  literal,
  oneOrMany,
  resource,
  schemaRef,
  string,
  time,
  wholeNumber,
} from '../openapi/json-ld.js';
import { address, created, rdfResponse, eventLinks, jsonLdBody, moved } from '../openapi/operation.js';
import { count, listParameter, parameterRefs, timeParameter } from '../openapi/parameters.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';
import type { JsonValue, Parameter, Response } from '../openapi/types.js';

const orders = ['ASC-creationDate', 'DESC-creationDate', 'ASC-eventDate', 'DESC-eventDate'];

const filters: readonly Parameter[] = [
  listParameter(
    'eventType',
    'Event types: the code, the IRI of the code or its end (`StatusCode%23DEP`), or the IRI of the class. Several are alternatives. `event-type`, `eventCode` and `event-code` are read as well.',
  ),
  timeParameter('created_after', 'Recorded after this time. `created-after` is read as well.'),
  timeParameter('created_before', 'Recorded before this time. `created-before` is read as well.'),
  timeParameter('occurred_after', 'Happened after this time. `occurred-after` is read as well.'),
  timeParameter('occurred_before', 'Happened before this time. `occurred-before` is read as well.'),
  {
    name: 'sort',
    in: 'query',
    description: 'The order of the items.',
    schema: { type: 'string', enum: orders, default: 'ASC-creationDate' },
  },
  {
    name: 'limit',
    in: 'query',
    description: 'The most items to return; there are at most 1,000 on a page.',
    schema: count,
  },
];

/** 207 with a result for each object. */
function multiStatus(node: DescriptionContext): Response {
  const count = (number: number): JsonValue => literal(String(number), 'nonNegativeInteger');
  const unknown = node.link('/logistics-objects/piece-9');
  const { title, status } = errorKinds['not-found'];
  const example = node.document({
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
  return {
    ...rdfResponse('What became of the event for each object.', schemaRef('MultiStatusResponse'), example),
    headers: headerRefs(['Type', 'Cache-Control', 'Content-Language', 'Vary']),
  };
}

export function logisticsEvents(node: DescriptionContext): OpenApiSection {
  const tag = {
    name: 'Logistics Events',
    description: 'Status updates of a Logistics Object; they are appended and never changed.',
  };
  const tagged = { tag: tag.name, security: node.security };
  const posted = {
    '@type': 'cargo:LogisticsEvent',
    'cargo:eventCode': { '@type': 'cargo:CodeListElement', 'cargo:code': 'DEP', 'cargo:codeListName': 'StatusCode' },
    'cargo:eventDate': literal('2026-03-01T09:30:00Z', 'dateTime'),
    'cargo:eventName': 'Departed',
    'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
  };
  const read = {
    ...posted,
    ...node.link(exampleIds.event),
    'cargo:creationDate': literal('2026-03-01T10:00:00.4Z', 'dateTime'),
    'cargo:eventFor': node.link(exampleIds.piece),
    'cargo:recordingOrganization': node.link(exampleIds.holder),
  };
  const one = schemaRef('LogisticsEvent');
  return {
    tag,
    paths: {
      '/logistics-objects/{id}/logistics-events': address(tagged, {
        get: {
          id: 'listLogisticsEvents',
          summary: 'List the events of a Logistics Object',
          description: 'Needs GET_LOGISTICS_EVENT.',
          accessLevel: 'permitted',
          parameters: [...parameterRefs('object'), ...filters, ...parameterRefs('skip', 'after', 'before')],
          responses: {
            200: collectionResponse(
              node,
              'The events. `Last-Modified` is when the newest event was recorded.',
              `${exampleIds.piece}/logistics-events`,
              read,
              node.context,
              ['Last-Modified'],
            ),
            ...moved,
          },
          errors: [400, 404],
        },
        post: {
          id: 'createLogisticsEvent',
          summary: 'Append an event',
          description:
            'The creation date and the recording organization are filled in when they are absent; only internal agents may name another organization than their own. Times need a time zone. Needs POST_LOGISTICS_EVENT, unless the node lets every authenticated caller post events.',
          accessLevel: 'permitted',
          parameters: parameterRefs('object'),
          body: jsonLdBody(one, node.document(posted)),
          responses: { 201: created('The event', eventLinks), ...moved },
          errors: [400, 404, 415],
        },
      }),
      '/logistics-events': address(tagged, {
        post: {
          id: 'createLogisticsEvents',
          summary: 'Append an event to the lists of many objects',
          feature: 'eventsForManyObjects',
          description:
            'Each object that `cargo:eventFor` names gets an event of its own. What fails for one of them does not hinder the others: their statuses are in the body. Naming an older API version is 404.',
          accessLevel: 'authenticated',
          body: jsonLdBody(one, node.document({ ...posted, 'cargo:eventFor': [node.link(exampleIds.piece)] })),
          responses: { 207: multiStatus(node) },
          errors: [400, 415],
        },
      }),
      '/logistics-objects/{id}/logistics-events/{event}': address(tagged, {
        get: {
          id: 'getLogisticsEvent',
          summary: 'Read an event',
          description: 'Needs GET_LOGISTICS_EVENT.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            {
              name: 'event',
              in: 'path',
              required: true,
              description: "The event's id: the last part of its URI.",
              schema: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' },
            },
          ],
          responses: { 200: rdfResponse('The event.', one, node.document(read), ['Last-Modified']), ...moved },
          errors: [404],
        },
      }),
    },
    schemas: {
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
      LogisticsEvent: resource(
        'Something that has happened, will or should happen to a Logistics Object.',
        schemaRef('LogisticsEventTypes'),
        {
          'cargo:creationDate': time,
          'cargo:eventCode': { type: 'object', description: 'A CodeListElement, or the link of a code.' },
          'cargo:eventDate': time,
          'cargo:eventFor': oneOrMany(link),
          'cargo:eventLocation': link,
          'cargo:eventName': string,
          'cargo:eventTimeType': link,
          'cargo:partialEventIndicator': boolean,
          'cargo:recordingActor': link,
          'cargo:recordingOrganization': link,
        },
        ['cargo:eventDate'],
      ),
    },
  };
}
