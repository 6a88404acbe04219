/** One entry of the outbox, and one of the inbox. */
import { listOf, nullable, record } from '../../openapi/json.js';
import { schemaRef, string, uri } from '../../openapi/json-ld.js';
import { address, type Tagged } from '../../openapi/operation.js';
import { content } from '../../openapi/responses.js';
import { type DescriptionContext, exampleIds, type SectionPart } from '../../openapi/section.js';
import type { JsonValue, Parameter, Response, Schema, SchemaObject } from '../../openapi/types.js';

/** One of several forms, told apart by `kind`. */
const oneOf = (forms: Readonly<Record<string, Readonly<Record<string, Schema>>>>): SchemaObject => ({
  anyOf: Object.entries(forms).map(([kind, members]) => record({ kind: { const: kind }, ...members })),
});

const name = '33121ab9-2743-464b-96b5-fcaf3fec1eee';
const idParameter: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The last segment of its URI.',
  schema: { type: 'string' },
  example: name,
};

const ok = (description: string, schema: string, example: JsonValue): Response =>
  content(description, 'application/json', { schema: schemaRef(schema), example }, [
    'ETag',
    'Cache-Control',
    'Content-Language',
    'Vary',
  ]);

const failing = {
  id: `urn:uuid:${name}`,
  eventType: 'LOGISTICS_OBJECT_UPDATED',
  subscriber: 'https://airline.example/logistics-objects/_data-holder',
  callback: 'https://airline.example/notifications',
  createdAt: '2026-03-01T10:00:00.400Z',
  attempts: 2,
  apiVersion: '2.3.0',
  nextAttempt: '2026-03-01T10:00:07.400Z',
  lastError: 'the receiver answered with status 503',
};

export function outboxEntry(node: DescriptionContext, tagged: Tagged): SectionPart {
  const object = node.uri(exampleIds.piece);
  const body = node.document({
    '@id': failing.id,
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    'api:hasLogisticsObject': { '@id': object },
  });
  const example = {
    entry: node.uri(`/outbox/${name}`),
    waiting: {
      delivery: {
        ...failing,
        entry: node.uri(`/outbox/${name}`),
        logisticsObject: object,
        topic: `${node.namespaces.cargo}Piece`,
      },
      revision: 2,
      subscription: node.uri('/action-requests/f1bec916-2d38-408d-a781-c0140207ef83'),
      received: null,
      waitsFor: { kind: 'retry', at: failing.nextAttempt },
      body: JSON.stringify(body),
      bodyVersion: '2.3.0',
    },
    receipt: null,
  };
  return {
    paths: {
      '/internal/outbox/{id}': address(tagged, {
        get: {
          id: 'getOutboxEntry',
          summary: 'Read one outgoing notification, or its receipt',
          description:
            'While it waits: what for, and what would be sent now. Then its receipt, for `RECEIPT_DAYS`; one that was sent together with another one, or whose subscription was revoked, has none.',
          accessLevel: 'internal',
          parameters: [idParameter],
          responses: { 200: ok('The notification.', 'OutboxEntry', example) },
          errors: [400, 404],
        },
      }),
    },
    schemas: {
      OutboxEntry: record({
        entry: uri,
        waiting: nullable(schemaRef('WaitingNotification')),
        receipt: nullable(schemaRef('Receipt')),
      }),
      WaitingNotification: record({
        delivery: schemaRef('Delivery'),
        revision: nullable({ type: 'integer', minimum: 1 }),
        subscription: nullable(string),
        received: { ...nullable(string), description: 'The entry of the inbox that is handed on to the back end.' },
        waitsFor: oneOf({
          pause: { pause: record({ by: string, at: string, reason: nullable(string) }) },
          earlier: {
            first: uri,
            ahead: { type: 'integer', maximum: 1000, description: 'Those before it in its queue, up to 1000.' },
          },
          retry: { at: string },
          collection: { until: string },
          attempt: {},
        }),
        body: { ...nullable(string), description: 'JSON-LD.' },
        bodyVersion: nullable(string),
      }),
    },
  };
}

export function inboxEntry(node: DescriptionContext, tagged: Tagged): SectionPart {
  const object = 'https://forwarder.example/logistics-objects/piece-7';
  const example = {
    entry: node.uri(`/inbox/${name}`),
    notification: `urn:uuid:${name}`,
    from: 'https://forwarder.example/logistics-objects/_data-holder',
    receivedAt: '2026-03-01T10:00:00.400Z',
    eventType: 'LOGISTICS_OBJECT_UPDATED',
    object,
    objectType: `${node.namespaces.cargo}Piece`,
    events: [],
    changedProperties: [`${node.namespaces.cargo}goodsDescription`],
    trigger: null,
    turtle: `<urn:uuid:${name}> a <${node.namespaces.api}Notification> .\n`,
    isHandedOn: false,
    handing: null,
    receipt: null,
  };
  return {
    paths: {
      '/internal/inbox/{id}': address(tagged, {
        get: {
          id: 'getInboxEntry',
          summary: 'Read one received notification',
          description: 'The list names its URI with `rdfs:seeAlso`.',
          accessLevel: 'internal',
          parameters: [idParameter],
          responses: { 200: ok('The notification.', 'InboxEntry', example) },
          errors: [400, 404],
        },
      }),
    },
    schemas: {
      InboxEntry: record({
        entry: uri,
        notification: { ...nullable(string), description: 'Its `@id`; null when the sender gave it none.' },
        from: nullable(string),
        receivedAt: string,
        eventType: nullable(string),
        object: nullable(string),
        objectType: nullable(string),
        events: listOf(string),
        changedProperties: listOf(string),
        trigger: nullable(string),
        turtle: { ...string, description: 'All that it says.' },
        isHandedOn: { type: 'boolean', description: 'Whether this node has a back end (`INBOX_WEBHOOK_URL`).' },
        handing: { ...nullable(schemaRef('Delivery')), description: 'What hands it on, while that waits.' },
        receipt: nullable(schemaRef('Receipt')),
      }),
    },
  };
}
