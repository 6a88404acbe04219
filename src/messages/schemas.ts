/** Reports of messages in answers (X58 to X62). */
import { z } from 'zod';
import { type Answer, component, count } from '../openapi/json-schema.js';
import { lossReasons, messageTypes, noteReasons, unmappedReasons } from './report-terms.js';

export const messageOutcomes = ['applied', 'unchanged', 'stale'] as const;
export type MessageOutcome = (typeof messageOutcomes)[number];
/** Of a report: what is stored of a message has one of the others. */
const reportOutcomes = [...messageOutcomes, 'duplicate', 'dry-run'] as const;

const text = z.string();
const textOrNull = text.nullable();
const position = { path: text, line: count, column: count };

const unmapped = z.object({
  ...position,
  value: text,
  reason: z.enum(unmappedReasons),
  expected: text.optional().meta({ description: 'What there is instead.' }),
  message: text.optional().meta({ description: 'Why a shape refuses the value.' }),
});

const note = z.object({ ...position, value: text.optional(), reason: z.enum(noteReasons) });

const summary = {
  message: textOrNull.meta({ description: 'The address of the message; null for a dry run.' }),
  digest: text,
  type: z.enum(messageTypes),
  version: textOrNull,
  purpose: textOrNull,
  messageId: textOrNull,
  issued: textOrNull,
  received: text,
  sender: z.array(text),
  recipient: z.array(text),
  outcome: z.enum(reportOutcomes),
  waybill: text,
  created: z.array(z.object({ object: text, type: text })),
  changed: z.array(z.object({ object: text, revision: count, request: text })),
  events: z.array(text),
  values: z.object({ total: count, mapped: count, header: count, derived: count, unmapped: count }),
};

export const messageReport = component(
  'MessageReport',
  z.object({
    ...summary,
    unmapped: z.array(unmapped),
    more: count.optional().meta({ description: 'The number of values beyond those in `unmapped`.' }),
    notes: z.array(note),
  }),
);
export type MessageReport = Answer<typeof messageReport>;

export const messageSummary = component('MessageSummary', z.object(summary));
export type MessageSummary = Answer<typeof messageSummary>;

export const messageSummaries = component(
  'Messages',
  z.object({
    items: z.array(messageSummary),
    total: count.nullable().meta({ description: 'Of all pages; null with `since`, since they are not counted.' }),
  }),
);
export type MessagesAnswer = Answer<typeof messageSummaries>;

/** What a message that was written could not carry (X81). */
export const lossReport = component(
  'MessageLossReport',
  z.object({
    total: count.meta({ description: 'The number of lost values; `lost` has at most 1,000 of them.' }),
    missing: z.array(text).meta({ description: 'Mandatory elements without a value.' }),
    lost: z.array(z.object({ object: text, property: text, value: text, reason: z.enum(lossReasons) })),
    rounded: z.array(z.object({ path: text, value: text, written: text })),
    order: z.array(text).meta({ description: 'Elements that repeat in an order that the objects do not have.' }),
    assumed: z
      .array(z.object({ path: text, value: text }))
      .meta({ description: 'What the message says of the whole, and the objects of a part, or not at all.' }),
  }),
);
export type LossReport = Answer<typeof lossReport>;

export const tag = {
  name: 'Messages',
  description:
    'Cargo-XML messages: XFWB, XFZB, XFHL and XFSU become Logistics Objects, Changes and events, and are written from them.',
};
