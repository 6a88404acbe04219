/** The form of one sent or received notification in answers. */
import { z } from 'zod';
import { type Answer, component, revisionNumber } from '../../openapi/json-schema.js';
import { deliveryItem, pauseOf } from '../queues/schemas.js';
import { receiptItem } from '../receipts/schemas.js';

const uri = z.string();
const textOrNull = z.string().nullable();

const waitsFor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pause'), pause: pauseOf }),
  z
    .object({
      kind: z.literal('earlier'),
      first: uri,
      ahead: z.number().meta({ type: 'integer', maximum: 1000 }),
    })
    .meta({ description: 'The notifications before it in its queue; `ahead` counts at most 1000.' }),
  z.object({ kind: z.literal('retry'), at: z.string() }).meta({ description: 'The next attempt, after a failed one.' }),
  z
    .object({ kind: z.literal('collection'), until: z.string() })
    .meta({ description: 'Further updates of the same object, which are sent together.' }),
  z.object({ kind: z.literal('attempt') }).meta({ description: 'A current attempt.' }),
]);
/** The reason why a notification has not been delivered yet. */
export type WaitsFor = Answer<typeof waitsFor>;

const waiting = component(
  'WaitingNotification',
  z.object({
    delivery: deliveryItem,
    revision: revisionNumber.nullable(),
    subscription: textOrNull,
    received: textOrNull.meta({
      description: 'The inbox entry that is forwarded to the back end; null for a notification of this node.',
    }),
    waitsFor,
    body: textOrNull.meta({
      description:
        'The body of the next attempt, as JSON-LD; null for a damaged notification or one that would not be sent.',
    }),
    bodyVersion: textOrNull.meta({
      description: 'The API version of the body, if known without a request to the receiver.',
    }),
  }),
);
export type WaitingNotification = Answer<typeof waiting>;

export const outboxEntry = component(
  'OutboxEntry',
  z.object({
    entry: uri,
    waiting: waiting.nullable().meta({ description: 'Its state while it waits; null afterwards.' }),
    receipt: receiptItem
      .nullable()
      .meta({ description: 'The receipt of its confirmation or skip; null while it waits.' }),
  }),
);
export type OutboxEntryAnswer = Answer<typeof outboxEntry>;

export const inboxEntry = component(
  'InboxEntry',
  z.object({
    entry: uri,
    notification: textOrNull.meta({ description: 'Its `@id`; null if the sender gave it none.' }),
    from: textOrNull,
    receivedAt: z.string(),
    eventType: textOrNull,
    object: textOrNull,
    objectType: textOrNull,
    events: z.array(z.string()),
    changedProperties: z.array(z.string()),
    trigger: textOrNull,
    turtle: z.string().meta({ description: 'Its content.' }),
    isHandedOn: z.boolean().meta({ description: 'Whether this node has a back end (`INBOX_WEBHOOK_URL`).' }),
    handing: deliveryItem.nullable().meta({ description: 'The delivery to the back end, while it waits.' }),
    receipt: receiptItem
      .nullable()
      .meta({ description: "The receipt of the back end's confirmation, or of the skip." }),
  }),
);
export type InboxEntryAnswer = Answer<typeof inboxEntry>;
