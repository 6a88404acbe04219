/** The outbox for operators: what waits, in which queues, and what can be done about it. */
import { schemaRef, string, uri } from '../../openapi/json-ld.js';
import { address, content, jsonBody } from '../../openapi/operation.js';
import { parameterRefs, timeParameter } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import type { Parameter, Schema, SchemaObject } from '../../openapi/types.js';
import { outboxEntry } from '../entries/openapi.js';
import { deliveryPauses } from './pauses-openapi.js';

const count = { type: 'integer', minimum: 0 } as const;
const flag = { type: 'boolean' } as const;
const orNull = (schema: Schema): SchemaObject => ({ anyOf: [schema, { type: 'null' }] });
const nullable = orNull(string);

/** An object with these members, all of them required. */
const record = (properties: Readonly<Record<string, Schema>>): SchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const subscriber = 'https://airline.example/logistics-objects/_data-holder';

function queueParameters(): Parameter[] {
  return [
    { name: 'subscriber', in: 'query', description: 'Only those to this agent.', schema: { type: 'string' } },
    { name: 'topic', in: 'query', description: 'Only those about this topic.', schema: { type: 'string' } },
  ];
}

const selection = {
  type: 'object',
  properties: { subscriber: string, topic: { ...string, description: 'Without it: all queues of the subscriber.' } },
  required: ['subscriber'],
  additionalProperties: false,
} as const;

const schemas: Readonly<Record<string, SchemaObject>> = {
  Deliveries: {
    type: 'object',
    description: 'Outgoing notifications that are not confirmed, and how many there are in all.',
    properties: { total: count, items: { type: 'array', items: schemaRef('Delivery') } },
    required: ['total', 'items'],
  },
  Delivery: {
    type: 'object',
    description: 'An outgoing notification. An unreadable one has its id, attempts and lastError; the rest is null.',
    properties: {
      id: string,
      entry: { ...uri, description: 'What it is in the outbox.' },
      eventType: nullable,
      logisticsObject: nullable,
      subscriber: nullable,
      callback: nullable,
      topic: nullable,
      createdAt: nullable,
      attempts: count,
      apiVersion: { ...nullable, description: 'Of the last attempt.' },
      nextAttempt: nullable,
      lastError: nullable,
    },
    required: ['id', 'entry', 'eventType', 'subscriber', 'callback', 'topic', 'createdAt', 'attempts'],
  },
  DeliveryQueues: record({
    token: record({ ok: flag, lastError: nullable }),
    items: { type: 'array', items: schemaRef('DeliveryQueue') },
    truncated: flag,
  }),
  DeliveryQueue: record({
    subscriber: string,
    label: nullable,
    callback: nullable,
    topic: string,
    subscription: nullable,
    waiting: count,
    oldest: nullable,
    state: { enum: ['idle', 'sending', 'backing-off', 'paused', 'waiting'] },
    attempts: count,
    failingSince: nullable,
    nextAttempt: nullable,
    lastError: nullable,
    lastConfirmed: nullable,
    paused: orNull(record({ by: string, at: string, reason: nullable })),
    latencyMs: orNull(record({ p50: count, p95: count, count })),
  }),
  Receipts: record({ items: { type: 'array', items: schemaRef('Receipt') } }),
  Receipt: record({
    notification: string,
    received: { ...nullable, description: 'The entry of the inbox that was handed on to the back end.' },
    eventType: string,
    object: nullable,
    revision: orNull(count),
    subscriber: string,
    topic: string,
    createdAt: string,
    attempts: count,
    confirmedAt: string,
    status: { enum: ['confirmed', 'skipped'] },
    skippedBy: nullable,
    reason: nullable,
  }),
  QueueSelection: selection,
  QueuePause: {
    ...selection,
    properties: { ...selection.properties, paused: flag, reason: { anyOf: [string, { type: 'null' }] } },
    required: ['subscriber', 'paused'],
  },
};

export function deliveries(node: DescriptionContext): OpenApiSection {
  const tag = { name: 'Deliveries', description: 'Notifications that this node sends: the outbox and its queues.' };
  const tagged = { tag: tag.name, security: node.security };
  const entry = outboxEntry(node, tagged);
  const pauses = deliveryPauses(node, tagged);
  const topic = `${node.namespaces.cargo}Piece`;
  const failing = {
    attempts: 2,
    nextAttempt: '2026-03-01T10:00:07.400Z',
    lastError: 'the receiver answered with status 503',
  };
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
          parameters: [...parameterRefs('limit', 'skip'), ...queueParameters()],
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
              ['Link', 'Cache-Control'],
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
      '/internal/receipts': address(tagged, {
        get: {
          id: 'listReceipts',
          summary: 'List receipts of deliveries, newest first',
          description:
            'Who was told what when, and after how many attempts; kept for `RECEIPT_DAYS`. With both `subscriber` and `object`, the newest 2000 receipts of the object are looked at.',
          accessLevel: 'internal',
          parameters: [
            { name: 'subscriber', in: 'query', description: 'Only those of this agent.', schema: { type: 'string' } },
            { name: 'object', in: 'query', description: 'Only those about this object.', schema: { type: 'string' } },
            timeParameter('from', 'Only those confirmed then or later.'),
            timeParameter('to', 'Only those confirmed then or earlier.'),
            {
              name: 'limit',
              in: 'query',
              description: 'The most items to return.',
              schema: { ...count, maximum: 1000, default: 50 },
            },
            ...parameterRefs('skip'),
          ],
          responses: {
            200: content(
              'The receipts.',
              'application/json',
              {
                schema: schemaRef('Receipts'),
                example: {
                  items: [
                    {
                      notification: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
                      received: null,
                      eventType: 'LOGISTICS_OBJECT_UPDATED',
                      object: node.uri(exampleIds.piece),
                      revision: 2,
                      subscriber,
                      topic,
                      createdAt: '2026-03-01T10:00:00.400Z',
                      attempts: 1,
                      confirmedAt: '2026-03-01T10:00:00.450Z',
                      status: 'confirmed',
                      skippedBy: null,
                      reason: null,
                    },
                  ],
                },
              },
              ['Cache-Control'],
            ),
          },
          errors: [400],
        },
      }),
      '/internal/delivery-queues': address(tagged, {
        get: {
          id: 'listDeliveryQueues',
          summary: 'List the queues of deliveries',
          description:
            'One for each subscriber and topic: what waits, since when, and why. At most 200, first those in which something waits; `truncated` says that there are more.',
          accessLevel: 'internal',
          parameters: queueParameters(),
          responses: {
            200: content(
              'The queues, and whether this node gets tokens for its calls.',
              'application/json',
              {
                schema: schemaRef('DeliveryQueues'),
                example: {
                  token: { ok: true, lastError: null },
                  items: [
                    {
                      subscriber,
                      label: null,
                      callback: 'https://airline.example/notifications',
                      topic,
                      subscription: node.uri('/action-requests/f1bec916-2d38-408d-a781-c0140207ef83'),
                      waiting: 3,
                      oldest: '2026-03-01T10:00:00.400Z',
                      state: 'backing-off',
                      failingSince: '2026-03-01T10:00:00.700Z',
                      ...failing,
                      lastConfirmed: '2026-03-01T09:58:00.000Z',
                      paused: null,
                      latencyMs: { p50: 42, p95: 310, count: 50 },
                    },
                  ],
                  truncated: false,
                },
              },
              ['Cache-Control'],
            ),
          },
          errors: [400],
        },
      }),
      ...pauses.paths,
      '/internal/delivery-queues/retry': address(tagged, {
        post: {
          id: 'retryDeliveryQueues',
          summary: 'Attempt failing deliveries now',
          description: 'Of all queues of a subscriber that fail, or of one. A paused queue stays paused.',
          accessLevel: 'internal',
          body: jsonBody(schemaRef('QueueSelection'), { subscriber, topic }),
          responses: {
            202: content('How many queues will be attempted.', 'application/json', {
              schema: record({ queues: count }),
              example: { queues: 1 },
            }),
          },
          errors: [400, 415],
        },
      }),
      '/internal/delivery-queues/pause': address(tagged, {
        put: {
          id: 'pauseDeliveryQueues',
          summary: 'Pause or resume deliveries to a subscriber',
          description:
            'Of all its queues, also those to come, or of one. Nothing is dropped: what waits is sent in order after the pause, which survives restarts.',
          accessLevel: 'internal',
          body: jsonBody(schemaRef('QueuePause'), {
            subscriber,
            topic,
            paused: true,
            reason: 'Maintenance at the airline until noon',
          }),
          responses: { 204: { description: 'The queues are paused, or resumed.' } },
          errors: [400, 415, 422],
        },
      }),
    },
    schemas: { ...schemas, ...entry.schemas, ...pauses.schemas },
  };
}
