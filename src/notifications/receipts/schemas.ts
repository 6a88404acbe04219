/** Receipts of deliveries, as they are answered. */
import { z } from 'zod';
import { type Answer, component, count } from '../../openapi/json-schema.js';

export const receiptItem = component(
  'Receipt',
  z.object({
    notification: z.string(),
    received: z.string().nullable().meta({
      description: 'The entry of the inbox that was handed on to the back end; null for a notification of this node.',
    }),
    eventType: z.string(),
    object: z.string().nullable(),
    revision: count.nullable(),
    subscriber: z.string(),
    topic: z.string().meta({ description: 'What the subscriber subscribed to; names its queue.' }),
    createdAt: z.string(),
    attempts: count,
    confirmedAt: z.string(),
    status: z
      .enum(['confirmed', 'skipped'])
      .meta({ description: 'The subscriber answered 2xx, or an operator gave the delivery up.' }),
    skippedBy: z.string().nullable(),
    reason: z.string().nullable(),
  }),
);
export type ReceiptItem = Answer<typeof receiptItem>;

/** Newest first. */
export const receiptItems = component('Receipts', z.object({ items: z.array(receiptItem) }));
export type ReceiptsAnswer = Answer<typeof receiptItems>;
