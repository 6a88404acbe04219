/** Receipts of deliveries in answers. */
import { z } from 'zod';
import { type Answer, component, count } from '../../openapi/json-schema.js';

export const receiptItem = component(
  'Receipt',
  z.object({
    notification: z.string(),
    received: z.string().nullable().meta({
      description: 'The inbox entry that was forwarded to the back end; null for a notification of this node.',
    }),
    eventType: z.string(),
    object: z.string().nullable(),
    revision: count.nullable(),
    subscriber: z.string(),
    topic: z.string().meta({ description: 'The topic of the subscription, which identifies the queue.' }),
    createdAt: z.string(),
    attempts: count,
    confirmedAt: z.string(),
    status: z
      .enum(['confirmed', 'skipped'])
      .meta({ description: 'The subscriber answered 2xx, or an operator skipped the notification.' }),
    skippedBy: z.string().nullable(),
    reason: z.string().nullable(),
  }),
);
export type ReceiptItem = Answer<typeof receiptItem>;

/** Newest first. */
export const receiptItems = component('Receipts', z.object({ items: z.array(receiptItem) }));
export type ReceiptsAnswer = Answer<typeof receiptItems>;
