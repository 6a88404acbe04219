/** Erasures in bodies and answers (P26, P38). */
import { z } from 'zod';
import { type Answer, component, count, time, uri } from '../openapi/json-schema.js';
import { erasureReasons } from '../rdf/erasure-terms.js';
import { type Iri, isIri } from '../rdf/terms.js';

const resource = z
  .string()
  .refine((text): text is Iri => isIri(text), 'must be an absolute IRI')
  .meta({ format: 'uri' });

/** A body whose members are checked one by one: `target.ts` reads which of them go together. */
export const erasureBody = component(
  'NewErasure',
  z.strictObject({
    object: resource.optional(),
    property: resource
      .optional()
      .meta({ format: 'uri', description: 'With `object`: only the values of this property, in all revisions.' }),
    subject: resource
      .optional()
      .meta({ format: 'uri', description: 'With `property`: only those of this embedded node.' }),
    event: resource.optional(),
    notification: resource.optional(),
    message: resource.optional(),
    copy: resource.optional(),
    reason: z.enum(erasureReasons),
    comment: z.string().max(500).optional(),
    notify: z.boolean().optional(),
  }),
);

export type ErasureBody = z.infer<typeof erasureBody>;

export const erasureAnswer = component(
  'Erasure',
  z.object({
    uri,
    object: uri.meta({ description: 'What was erased: an object, event, notification, message or copy.' }),
    property: uri.nullable().meta({ description: 'The property whose values were erased; null for all of it.' }),
    subject: uri.nullable().meta({ description: 'The embedded node that they were of.' }),
    reason: z.enum(erasureReasons),
    comment: z.string().nullable(),
    by: uri,
    at: time,
    entry: count.nullable().meta({ description: 'Its index in its epoch of the log; null without a log.' }),
    entryAddress: uri.nullable().meta({ description: 'The address of the proof of its entry.' }),
    state: z.enum(['HIDDEN', 'PURGED']).meta({ description: '`PURGED` when the bytes are gone from the files.' }),
    purgedAt: time.nullable(),
    told: count.meta({ description: 'The agents that are notified.' }),
    toldOpen: count.meta({ description: 'Those of them whose notification waits.' }),
  }),
);
export type ErasureAnswer = Answer<typeof erasureAnswer>;

export const erasuresAnswer = component('Erasures', z.object({ items: z.array(erasureAnswer), total: count }));
export type ErasuresAnswer = Answer<typeof erasuresAnswer>;

export const erasurePreviewAnswer = component(
  'ErasurePreview',
  z
    .object({
      revisions: count.meta({ description: 'The revisions that lose statements.' }),
      events: count,
      requests: count,
      messages: count.meta({ description: 'Messages, which go whole.' }),
      drafts: count.meta({ description: 'Drafts and templates that were made from it.' }),
      waiting: count.meta({ description: 'Notifications that wait to be delivered.' }),
      notifications: count.meta({ description: 'Received notifications.' }),
      statements: count,
      linkedFrom: count.meta({ description: 'Objects that link to it, or did: their links stay.' }),
      readers: z.array(z.string()),
      told: z.array(z.string()).meta({ description: 'The agents that would be notified.' }),
      violates: z.array(z.string()).meta({ description: 'What the latest revision would lack.' }),
      alsoIn: z.array(z.string()).meta({ description: 'Other graphs with one of the texts, at most 100.' }),
      truncated: z.boolean().meta({ description: 'Whether the search ended before its end.' }),
    })
    .meta({ description: 'What an erasure would take. Nothing has changed.' }),
);
export type ErasurePreviewAnswer = Answer<typeof erasurePreviewAnswer>;
