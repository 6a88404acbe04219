/** Notifications in the OpenAPI document. */
import { z } from 'zod';
import { link, literal, oneOrMany, resource, uri } from '../openapi/json-ld.js';
import { component } from '../openapi/json-schema.js';
import type { DescriptionContext } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';

type Members = Readonly<Record<string, JsonValue>>;

export const tag = { name: 'Notifications', description: 'Notifications between nodes.' };

/** A notification in the sent form. */
export const sentNotification = (node: DescriptionContext): Members => ({
  '@type': 'api:Notification',
  'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
  'api:hasChangedProperty': literal(`${node.namespaces.cargo}goodsDescription`, 'anyURI'),
  'api:hasLogisticsObject': { '@id': 'https://forwarder.example/logistics-objects/piece-7' },
  'api:hasLogisticsObjectType': literal(`${node.namespaces.cargo}Piece`, 'anyURI'),
  'api:isTriggeredBy': { '@id': 'https://forwarder.example/action-requests/f1bec916-2d38-408d-a781-c0140207ef83' },
});

/** A notification in the stored form. */
export const storedNotification = (node: DescriptionContext): Members => ({
  ...sentNotification(node),
  '@id': 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
  'dcterms:created': literal('2026-03-01T10:00:00.4Z', 'dateTime'),
  'prov:wasAttributedTo': { '@id': 'https://forwarder.example/logistics-objects/_data-holder' },
});

/** The JSON-LD context of stored notifications. */
export const storedContext = (node: DescriptionContext): Members => ({
  ...node.context,
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  dcterms: 'http://purl.org/dc/terms/',
  prov: 'http://www.w3.org/ns/prov#',
});

/** The organization and the object of an announcement. */
export const announcement = component(
  'Announcement',
  z.strictObject({ receiver: z.string(), logisticsObject: z.string() }),
);

export const schemas: Readonly<Record<string, Schema>> = {
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
};
