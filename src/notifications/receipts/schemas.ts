/** Receipts of deliveries in answers. */
import { z } from 'zod';
import { type Answer, component, count, pageMembers } from '../../openapi/json-schema.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { filterRules } from './filter-rules.js';

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
    status: z.enum(['confirmed', 'skipped', 'filtered']).meta({
      description:
        'The subscriber answered 2xx, or an operator skipped the notification; or the filter of the subscription left the update out, so that nothing was sent.',
    }),
    rule: z
      .enum(filterRules)
      .nullable()
      .meta({ description: 'The part of the subscription that left the update out.' }),
    resends: z.string().nullable().meta({ description: 'The notification that this one repeated.' }),
    skippedBy: z.string().nullable(),
    reason: z.string().nullable(),
  }),
);
export type ReceiptItem = Answer<typeof receiptItem>;

/** Newest first. */
export const receiptItems = component('Receipts', z.object({ items: z.array(receiptItem), ...pageMembers }));
export type ReceiptsAnswer = Answer<typeof receiptItems>;

const resource = z
  .string()
  .max(2000)
  .refine((value): value is Iri => isIri(value));

/** A notification to repeat (K59). */
export const resentNotification = component(
  'ResentNotification',
  z.strictObject({
    notification: resource.meta({ description: 'The `@id` in the receipt.' }),
    subscriber: resource,
  }),
);

export const resentEntry = component(
  'ResentEntry',
  z.object({ entry: z.string().meta({ format: 'uri', description: 'The new notification in the outbox.' }) }),
);
export type ResentAnswer = Answer<typeof resentEntry>;
