/** Follows in answers (M4, M5), and the bodies of requests (M1, M6). */
import { z } from 'zod';
import { type Answer, component, count } from '../../openapi/json-schema.js';
import { MAX_DEPTH, MAX_NOTE, MAX_OBJECTS } from './follow-body.js';
import { followStates } from './follow.js';

const text = z.string();
const textOrNull = text.nullable();
const options = {
  depth: z.int().min(0).max(MAX_DEPTH).meta({ description: 'The number of links that are followed.' }),
  events: z.boolean(),
  subscribe: z.boolean(),
  note: z.string().max(MAX_NOTE).nullable(),
};

export const followItem = component(
  'Follow',
  z.object({
    uri: text,
    server: text,
    holder: textOrNull.meta({ description: 'The data holder of the server, by its server information.' }),
    object: textOrNull,
    objects: count.nullable().meta({ description: 'The number of followed objects, if there are several.' }),
    type: textOrNull,
    ...options,
    state: z.enum(followStates),
    reason: textOrNull,
    since: text,
    by: text,
    created: text,
    subscription: z.object({ state: text, request: textOrNull, expiresAt: textOrNull }).nullable(),
    apiVersion: textOrNull,
    counts: z.object({
      objects: count,
      revisions: count,
      events: count,
      due: count,
      gaps: count,
      frozen: count,
      disputed: count,
      poison: count,
      truncated: count,
    }),
    found: z.object({ start: count, notification: count, sweep: count, repair: count }),
    lastHeard: textOrNull,
    lastChecked: textOrNull,
    nextSweep: textOrNull,
  }),
);
export type FollowItem = Answer<typeof followItem>;

export const followItems = component('Follows', z.object({ items: z.array(followItem), total: count }));
export type FollowsAnswer = Answer<typeof followItems>;

const uri = z.string();
export const followBody = component(
  'FollowRequest',
  z
    .strictObject({
      object: uri.optional(),
      objects: z.array(uri).min(1).max(MAX_OBJECTS).optional(),
      server: uri.optional().meta({ description: "The base URL of the partner's server; for a type." }),
      type: uri.optional(),
      depth: options.depth.optional(),
      events: z.boolean().optional(),
      subscribe: z.boolean().optional(),
      note: options.note.optional(),
    })
    .meta({ description: 'One of object, objects of one server, and server with type.' }),
);
export const followChange = component(
  'FollowChange',
  z.strictObject({
    depth: options.depth.optional(),
    events: z.boolean().optional(),
    subscribe: z.boolean().optional(),
    note: options.note.optional(),
  }),
);
