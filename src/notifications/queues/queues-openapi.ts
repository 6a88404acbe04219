/** The queues of deliveries for operators: what waits in them, and what can be done about it. */
import { count, flag, listOf, nullable, record } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address, type Tagged } from '../../openapi/operation.js';
import { content, jsonBody } from '../../openapi/responses.js';
import type { DescriptionContext, SectionPart } from '../../openapi/section.js';
import type { Parameter, SchemaObject } from '../../openapi/types.js';
import { RETRIES_A_MINUTE } from './retry-limit.js';

/** In examples. */
export const subscriber = 'https://airline.example/logistics-objects/_data-holder';
export const failing = {
  attempts: 2,
  nextAttempt: '2026-03-01T10:00:07.400Z',
  lastError: 'the receiver answered with status 503',
};

/** What chooses queues of a list. */
export function queueParameters(): Parameter[] {
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
  DeliveryQueues: record({
    token: record({ ok: flag, lastError: nullable(string) }),
    items: listOf(schemaRef('DeliveryQueue')),
    truncated: flag,
  }),
  DeliveryQueue: record({
    subscriber: string,
    label: nullable(string),
    callback: nullable(string),
    topic: string,
    subscription: nullable(string),
    waiting: count,
    oldest: nullable(string),
    state: { enum: ['idle', 'sending', 'backing-off', 'paused', 'waiting'] },
    attempts: count,
    failingSince: nullable(string),
    nextAttempt: nullable(string),
    lastError: nullable(string),
    lastConfirmed: nullable(string),
    paused: nullable(record({ by: string, at: string, reason: nullable(string) })),
    latencyMs: nullable(record({ p50: count, p95: count, count })),
  }),
  QueueSelection: selection,
  QueuePause: {
    ...selection,
    properties: { ...selection.properties, paused: flag, reason: nullable(string) },
    required: ['subscriber', 'paused'],
  },
};

export function deliveryQueues(node: DescriptionContext, tagged: Tagged): SectionPart {
  const topic = `${node.namespaces.cargo}Piece`;
  return {
    paths: {
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
              ['Cache-Control', 'Content-Language', 'Vary'],
            ),
          },
          errors: [400],
        },
      }),
      '/internal/delivery-queues/retry': address(tagged, {
        post: {
          id: 'retryDeliveryQueues',
          summary: 'Attempt failing deliveries now',
          description: `Of all queues of a subscriber that fail, or of one. A paused queue stays paused. A partner may ask for its own, ${RETRIES_A_MINUTE} times a minute, after it was away.`,
          accessLevel: 'permitted',
          body: jsonBody(schemaRef('QueueSelection'), { subscriber, topic }),
          responses: {
            202: content(
              'How many queues will be attempted.',
              'application/json',
              { schema: record({ queues: count }), example: { queues: 1 } },
              ['Cache-Control', 'Content-Language', 'Vary'],
            ),
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
    schemas,
  };
}
