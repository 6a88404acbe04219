/** The answers of acts (K45, K50, K51). */
import { z } from 'zod';
import { type Answer, component, count, uri } from '../openapi/json-schema.js';

const why = z.enum([
  'has-it',
  'is-internal',
  'has-none',
  'for-everyone',
  'moved',
  'subscribed',
  'not-subscribed',
  'may-not-read',
]);

const planned = z.object({
  uri,
  type: uri,
  label: z.string().nullable(),
  effect: z.enum(['changes', 'same', 'refused']),
  why: why.nullable().meta({ description: 'The reason of the effect, where it needs one.' }),
});

const plannedRequest = z.object({
  request: uri,
  object: uri,
  requestedBy: uri,
  kind: z.string(),
  effect: z.enum(['changes', 'refused']),
  why: z.string().nullable().meta({ description: 'Why it cannot be decided so.' }),
});

export const actPreview = component(
  'ActPreview',
  z.object({
    digest: z.string().meta({ description: 'The `If-Match` of the act that does exactly this.' }),
    possible: z.boolean().meta({ description: 'Whether it changes anything.' }),
    objects: z.array(planned).meta({ description: 'At most 1,000.' }),
    requests: z.array(plannedRequest).meta({ description: 'The requests to decide, oldest first; at most 200.' }),
    counts: z.object({ changes: count, same: count, refused: count }),
    falls: z
      .array(z.object({ agent: uri, object: uri, request: uri }))
      .meta({ description: 'Access by delegations that are revoked.' }),
    rejects: z.array(uri).meta({ description: 'Requests of the same revision that are rejected.' }),
    more: z.boolean().meta({ description: 'Whether more requests are left for another act.' }),
  }),
);
export type ActPreview = Answer<typeof actPreview>;

export const actResult = component(
  'ActResult',
  z.object({
    done: count,
    failed: count.optional().meta({ description: 'Decisions that failed.' }),
    results: z.array(
      z.object({
        uri: uri.optional().meta({ description: 'The object, or the class of a subscription.' }),
        request: uri.optional().meta({ description: 'The request that was decided.' }),
        object: uri.optional().meta({ description: 'Its object.' }),
        status: z.string().meta({ description: 'The effect, or the status of the request.' }),
        error: z.string().nullable().optional().meta({ description: 'Why the decision failed.' }),
      }),
    ),
    more: z.boolean().optional().meta({ description: 'Whether requests are left for another act.' }),
  }),
);
export type ActResult = Answer<typeof actResult>;
