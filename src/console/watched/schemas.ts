/** Watched objects in answers (K43). */
import { z } from 'zod';
import { type Answer, component, count, revisionNumber, time, uri } from '../../openapi/json-schema.js';

const watchedItem = component(
  'WatchedItem',
  z.object({
    uri,
    type: uri,
    label: z.string().nullable(),
    revision: revisionNumber.meta({ description: 'The latest one.' }),
    modified: time,
    since: time.meta({ description: 'When the caller began to watch it.' }),
    seen: time.meta({ description: 'When the caller has last seen it.' }),
    news: count.meta({
      description: 'Revisions and events since then, of the object and of the shipment that it belongs to.',
    }),
    changed: time.nullable().meta({ description: 'The time of the newest of them.' }),
  }),
);
export type WatchedItem = Answer<typeof watchedItem>;

export const watchedItems = component(
  'Watched',
  z.object({
    total: count.meta({ description: 'Of all, also of those that the caller may no longer read.' }),
    items: z.array(watchedItem),
    truncated: z.boolean().meta({
      description: 'Whether there may be more news: only the newest 1,000 revisions and events are examined.',
    }),
  }),
);
export type WatchedAnswer = Answer<typeof watchedItems>;

export const watchedObject = component(
  'WatchedObject',
  z.object({
    uri,
    since: time.nullable().meta({ description: 'Null for one that the caller does not watch.' }),
    seen: time.nullable(),
  }),
);
export type WatchedObjectAnswer = Answer<typeof watchedObject>;
