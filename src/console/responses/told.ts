/** Who was told of an object, and what needs a clerk's attention, in answers. */
import { z } from 'zod';
import { type Answer, component, count, revisionNumber, time, uri } from '../../openapi/json-schema.js';

const textOrNull = z.string().nullable();

/** About the latest revision (K55), the one that needs most attention first. */
export const noticeStates = [
  'failing',
  'paused',
  'waiting',
  'skipped',
  'no-access',
  'no-subscription',
  'filtered',
  'not-known',
  'own',
  'told',
] as const;
export type NoticeState = (typeof noticeStates)[number];

/** Why a subscription says nothing of a revision. */
export const noticeRules = ['properties', 'condition', 'events'] as const;

const partyNotice = component(
  'PartyNotice',
  z.object({
    agent: uri,
    label: textOrNull,
    object: uri.meta({ description: 'The object that the state is about; of a whole the first one in this state.' }),
    state: z.enum(noticeStates).meta({
      description:
        'About the latest revision; of a whole that of the object that needs most attention. `not-known`: receipts are no longer stored, or a bound was met.',
    }),
    latest: revisionNumber.meta({ description: 'The latest revision of the object.' }),
    revision: revisionNumber.nullable().meta({
      description: 'The last revision that the party was told of, by the stored receipts; null for none.',
    }),
    since: time.nullable().meta({
      description:
        'When it was told, skipped or left out; since when it waits, fails or is paused; when its subscription began, if that was after the revision.',
    }),
    attempts: count,
    lastError: textOrNull,
    nextAttempt: time.nullable(),
    reason: textOrNull.meta({ description: "The operator's, of a pause or a skip." }),
    by: uri.nullable().meta({ description: 'The operator of a pause or a skip.' }),
    rule: z.enum(noticeRules).nullable().meta({ description: 'What of the subscription leaves the revision out.' }),
    properties: z.array(uri).meta({ description: 'The properties that the subscription is about; none for all.' }),
    readable: z.boolean().meta({ description: 'Whether the party may read the object now.' }),
    subscription: uri.nullable().meta({ description: 'Its accepted SubscriptionRequest.' }),
    notification: uri.nullable().meta({ description: 'The `@id` of the notification of the state.' }),
    objects: z.object({ total: count, told: count }).meta({
      description: 'The objects of the whole, and those of which the party was told or which it changed itself.',
    }),
  }),
);
export type PartyNotice = Answer<typeof partyNotice>;

export const telling = component(
  'NotifiedParties',
  z.object({
    items: z.array(partyNotice).meta({
      description: 'Those that need most attention first. For a partner: itself.',
    }),
    receiptDays: count.meta({ description: 'The retention time of receipts.' }),
    truncated: z.boolean().meta({ description: 'Whether parties or objects were left out.' }),
  }),
);
export type NotifiedPartiesAnswer = Answer<typeof telling>;

const notTold = component(
  'UnnotifiedPartner',
  z.object({
    agent: uri,
    label: textOrNull,
    waiting: count,
    failingSince: time,
    lastError: z.string(),
  }),
);
export type UnnotifiedPartner = Answer<typeof notTold>;

const silentPartner = z.object({ server: uri, label: textOrNull, since: time, reason: z.string() });

export const attention = component(
  'Attention',
  z.object({
    notTold: z.array(notTold).meta({ description: 'Partners whose first notification fails, the longest first.' }),
    silent: z.array(silentPartner).meta({ description: 'Partners’ servers that do not answer this node.' }),
    messages: z
      .object({ refused: count, unmapped: count })
      .meta({ description: 'Cargo-XML messages of the last 24 hours.' }),
    decisions: z.object({ total: count, oldest: time.nullable() }).meta({ description: 'Pending requests.' }),
    figures: z
      .array(
        z.object({
          name: z.string(),
          value: z.number().nullable(),
          limit: z.number().nullable(),
          words: z.string(),
        }),
      )
      .meta({ description: 'The figures of `/metrics` beyond their limits, with what to do.' }),
    well: z.boolean().meta({
      description: 'False once a delivery has failed for 10 seconds, and while a figure is beyond its limit.',
    }),
    truncated: z.boolean().meta({ description: 'Whether partners were left out.' }),
  }),
);
export type AttentionAnswer = Answer<typeof attention>;
