/** The outbox for operators: the notifications that are not confirmed. */
import { count, listOf, nullable } from '../../openapi/json.js';
import { schemaRef, string, uri } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { content, jsonBody } from '../../openapi/responses.js';
import { parameterRefs } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import type { SchemaObject } from '../../openapi/types.js';
import { outboxEntry } from '../entries/openapi.js';
import { receipts } from '../receipts/openapi.js';
import { deliveryPauses } from './pauses-openapi.js';
import { deliveryQueues, failing, queueParameters, subscriber } from './queues-openapi.js';

const schemas: Readonly<Record<string, SchemaObject>> = {
  Deliveries: {
    type: 'object',
    description: 'Outgoing notifications that are not confirmed, and how many there are in all.',
    properties: { total: count, items: listOf(schemaRef('Delivery')) },
    required: ['total', 'items'],
  },
  Delivery: {
    type: 'object',
    description: 'An outgoing notification. An unreadable one has its id, attempts and lastError; the rest is null.',
    properties: {
      id: string,
      entry: { ...uri, description: 'What it is in the outbox.' },
      eventType: nullable(string),
      logisticsObject: nullable(string),
      subscriber: nullable(string),
      callback: nullable(string),
      topic: nullable(string),
      createdAt: nullable(string),
      attempts: count,
      apiVersion: { ...nullable(string), description: 'Of the last attempt.' },
      nextAttempt: nullable(string),
      confirmedAt: {
        ...nullable(string),
        description: 'When the receiver has confirmed it, while the store cannot be written: it is not sent again.',
      },
      lastError: nullable(string),
    },
    required: ['id', 'entry', 'eventType', 'subscriber', 'callback', 'topic', 'createdAt', 'attempts'],
  },
};

export function deliveries(node: DescriptionContext): OpenApiSection {
  const tag = { name: 'Deliveries', description: 'Notifications that this node sends: the outbox and its queues.' };
  const tagged = { tag: tag.name, security: node.security };
  const entry = outboxEntry(node, tagged);
  const confirmed = receipts(node, tagged);
  const queues = deliveryQueues(node, tagged);
  const pauses = deliveryPauses(node, tagged);
  const topic = `${node.namespaces.cargo}Piece`;
  return {
    tag,
    paths: {
      ...entry.paths,
      '/internal/deliveries': address(tagged, {
        get: {
          id: 'listDeliveries',
          summary: 'List outgoing notifications that are not confirmed',
          description:
            'With the attempts so far, when the next one is due, and why the last one failed; in the order of their queue. Received notifications that are handed on to the back end have the subscriber `/internal/notifications`.',
          accessLevel: 'internal',
          parameters: [...parameterRefs('limit', 'skip', 'after', 'before'), ...queueParameters()],
          responses: {
            200: content(
              'The notifications.',
              'application/json',
              {
                schema: schemaRef('Deliveries'),
                example: {
                  total: 1,
                  items: [
                    {
                      id: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
                      entry: `${node.base}/outbox/33121ab9-2743-464b-96b5-fcaf3fec1eee`,
                      eventType: 'LOGISTICS_OBJECT_UPDATED',
                      logisticsObject: node.uri(exampleIds.piece),
                      subscriber,
                      callback: 'https://airline.example/notifications',
                      topic,
                      createdAt: '2026-03-01T10:00:00.400Z',
                      apiVersion: '2.3.0',
                      ...failing,
                    },
                  ],
                },
              },
              ['Link', 'Cache-Control', 'Content-Language', 'Vary'],
            ),
          },
          errors: [400],
        },
      }),
      '/internal/deliveries/skip': address(tagged, {
        post: {
          id: 'skipDelivery',
          summary: 'Give up one delivery, so that the rest of its queue goes on',
          description: 'Named by the `id` or `entry` of the list. A receipt keeps who gave it up and why.',
          accessLevel: 'internal',
          body: jsonBody(
            {
              type: 'object',
              properties: { notification: string, reason: string },
              required: ['notification', 'reason'],
              additionalProperties: false,
            },
            {
              notification: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
              reason: 'The airline answers 400 and does not need it',
            },
          ),
          responses: { 204: { description: 'The notification is no longer delivered.' } },
          errors: [400, 404, 415, 422],
        },
      }),
      ...confirmed.paths,
      ...queues.paths,
      ...pauses.paths,
    },
    schemas: { ...schemas, ...entry.schemas, ...confirmed.schemas, ...queues.schemas, ...pauses.schemas },
  };
}
