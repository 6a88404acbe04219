/** Received notifications, and announcements. */
import { collectionResponse } from '../openapi/collection.js';
import { link, literal, oneOrMany, resource, schemaRef, string, uri } from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { content, jsonBody, jsonLdBody } from '../openapi/responses.js';
import { parameterRefs } from '../openapi/parameters.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';

export const notificationsTag = { name: 'Notifications', description: 'Notifications between nodes.' };

export function notifications(node: DescriptionContext): OpenApiSection {
  const tag = notificationsTag;
  const tagged = { tag: tag.name, security: node.security };
  const received = {
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    'api:hasChangedProperty': literal(`${node.namespaces.cargo}goodsDescription`, 'anyURI'),
    'api:hasLogisticsObject': { '@id': 'https://forwarder.example/logistics-objects/piece-7' },
    'api:hasLogisticsObjectType': literal(`${node.namespaces.cargo}Piece`, 'anyURI'),
    'api:isTriggeredBy': { '@id': 'https://forwarder.example/action-requests/f1bec916-2d38-408d-a781-c0140207ef83' },
  };
  const kept = {
    ...received,
    '@id': 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
    'dcterms:created': literal('2026-03-01T10:00:00.4Z', 'dateTime'),
    'prov:wasAttributedTo': { '@id': 'https://forwarder.example/logistics-objects/_data-holder' },
  };
  const listed = { ...kept, 'rdfs:seeAlso': node.link('/inbox/33121ab9-2743-464b-96b5-fcaf3fec1eee') };
  const context = {
    ...node.context,
    rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    dcterms: 'http://purl.org/dc/terms/',
    prov: 'http://www.w3.org/ns/prov#',
  };
  return {
    tag,
    paths: {
      '/notifications': address(tagged, {
        post: {
          id: 'receiveNotification',
          summary: 'Send a notification to this node',
          description: 'A repeated notification, with the same `@id` and from the same sender, is stored once.',
          accessLevel: 'authenticated',
          body: jsonLdBody(schemaRef('Notification'), node.document(received)),
          responses: { 204: { description: 'The notification is stored.' } },
          errors: [400, 403, 404, 405, 415],
        },
      }),
      '/internal/announcements': address(tagged, {
        post: {
          id: 'announceLogisticsObject',
          summary: 'Notify an organization that an object is available',
          description:
            'Sends LOGISTICS_OBJECT_AVAILABLE, which exists from API version 2.2.0 on. It gives no access to the object.',
          accessLevel: 'internal',
          body: jsonBody(schemaRef('Announcement'), {
            receiver: 'https://airline.example/logistics-objects/_data-holder',
            logisticsObject: node.uri(exampleIds.piece),
          }),
          responses: { 204: { description: 'The notification will be sent.' } },
          errors: [400, 415, 422],
        },
      }),
      '/internal/notifications': address(tagged, {
        get: {
          id: 'listReceivedNotifications',
          summary: 'List received notifications, newest first',
          accessLevel: 'internal',
          parameters: parameterRefs('limit', 'skip', 'after', 'before'),
          responses: {
            200: collectionResponse(node, 'The notifications.', '/internal/notifications', listed, context),
          },
          errors: [400],
        },
      }),
      '/internal/notifications/stream': address(tagged, {
        get: {
          id: 'streamReceivedNotifications',
          summary: 'Stream notifications as they are received',
          description: 'Server-Sent Events named `notification`; the data of each is the notification as JSON-LD.',
          accessLevel: 'internal',
          responses: {
            200: content(
              'The stream, until the caller closes the connection.',
              'text/event-stream',
              {
                schema: string,
                example: `id: 14\nevent: notification\ndata: ${JSON.stringify({ '@context': context, ...kept })}\n\n`,
              },
              ['Cache-Control'],
            ),
          },
        },
      }),
    },
    schemas: {
      Notification: resource(
        'What happened to which object, and the request that caused it.',
        { const: 'api:Notification' },
        {
          'api:hasChangedProperty': oneOrMany(uri),
          'api:hasEventType': link,
          'api:hasLogisticsEvent': oneOrMany(link),
          'api:hasLogisticsObject': link,
          'api:hasLogisticsObjectType': uri,
          'api:isTriggeredBy': link,
        },
        ['api:hasEventType'],
      ),
      Announcement: {
        type: 'object',
        properties: { receiver: string, logisticsObject: string },
        required: ['receiver', 'logisticsObject'],
        additionalProperties: false,
      },
    },
  };
}
