/** Outgoing notifications, their queues and pauses, in answers and requests. */
import { z } from 'zod';
import { type Answer, component, count } from '../../openapi/json-schema.js';
import { type Iri, isIri } from '../../rdf/terms.js';

export const MAX_REASON = 1000;

const text = z.string();
const textOrNull = text.nullable();

export const deliveryItem = component(
  'Delivery',
  z
    .object({
      id: text,
      entry: text.meta({ format: 'uri', description: 'Its URI in the outbox.' }),
      eventType: textOrNull,
      logisticsObject: textOrNull,
      subscriber: textOrNull,
      callback: textOrNull,
      topic: textOrNull,
      createdAt: textOrNull,
      attempts: count,
      apiVersion: textOrNull.meta({ description: 'Of the last attempt.' }),
      nextAttempt: textOrNull,
      confirmedAt: textOrNull.meta({
        description: "The time of the receiver's confirmation while the store cannot be written; it is not sent again.",
      }),
      lastError: textOrNull,
    })
    .meta({
      description: 'An outgoing notification. A damaged one has its id, attempts and last error; the rest is null.',
    }),
);
export type DeliveryItem = Answer<typeof deliveryItem>;

/** In the order of sending. */
export const deliveryItems = component(
  'Deliveries',
  z
    .object({ total: count.nullable(), items: z.array(deliveryItem) })
    .meta({ description: 'Unconfirmed outgoing notifications, and their total number.' }),
);
export type DeliveriesAnswer = Answer<typeof deliveryItems>;

export const pauseOf = z.object({ by: text, at: text, reason: textOrNull });

const deliveryQueue = component(
  'DeliveryQueue',
  z.object({
    subscriber: text,
    label: textOrNull,
    callback: textOrNull,
    topic: text,
    subscription: textOrNull,
    waiting: count,
    oldest: textOrNull,
    state: z.enum(['idle', 'sending', 'backing-off', 'paused', 'waiting']),
    attempts: count.meta({ description: 'Of the first notification.' }),
    failingSince: textOrNull.meta({ description: 'When its first attempt failed.' }),
    nextAttempt: textOrNull,
    lastError: textOrNull,
    lastConfirmed: textOrNull,
    paused: pauseOf.nullable(),
    latencyMs: z.object({ p50: count, p95: count, count }).nullable(),
  }),
);
export type DeliveryQueue = Answer<typeof deliveryQueue>;

export const deliveryQueues = component(
  'DeliveryQueues',
  z.object({
    token: z
      .object({ ok: z.boolean(), lastError: textOrNull })
      .meta({ description: "The node's own token for calls to partners." }),
    items: z.array(deliveryQueue),
    truncated: z.boolean(),
  }),
);
export type DeliveryQueuesAnswer = Answer<typeof deliveryQueues>;

const deliveryPause = component(
  'DeliveryPause',
  z.object({
    subscriber: text,
    topic: textOrNull.meta({ description: 'Null: all queues of the subscriber.' }),
    by: text,
    at: text,
    reason: textOrNull,
    endedBy: textOrNull,
    endedAt: textOrNull.meta({ description: 'Null: the pause is in effect.' }),
  }),
);
export type DeliveryPause = Answer<typeof deliveryPause>;

/** Newest first. */
export const deliveryPauses = component('DeliveryPauses', z.object({ items: z.array(deliveryPause) }));
export type DeliveryPausesAnswer = Answer<typeof deliveryPauses>;

export const retriedQueues = component('RetriedQueues', z.object({ queues: count }));
export type RetryAnswer = Answer<typeof retriedQueues>;

const resource = z
  .string()
  .max(2000)
  .refine((value): value is Iri => isIri(value));

const selection = z.strictObject({
  subscriber: resource,
  topic: resource.optional().meta({ description: 'Without it: all queues of the subscriber.' }),
});

export const queueSelection = component('QueueSelection', selection);
export const queuePause = component(
  'QueuePause',
  selection.extend({ paused: z.boolean(), reason: z.string().max(MAX_REASON).nullish() }),
);
export const skippedDelivery = component(
  'SkippedDelivery',
  z.strictObject({ notification: resource, reason: z.string().trim().min(1).max(MAX_REASON) }),
);
