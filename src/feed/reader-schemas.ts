/** The readers of the feed, as internal agents get them. */
import { z } from 'zod';
import { type Answer, component, count, time, uri } from '../openapi/json-schema.js';

const feedReader = z
  .object({
    agent: uri,
    at: time.meta({ description: 'When it last read a document.' }),
    given: time.nullable().meta({ description: 'The newest feed time that it was given; null for none.' }),
    newest: time.nullable().meta({ description: 'The newest feed time in its feed; null for an empty one.' }),
    behindSeconds: count.nullable().meta({
      description: 'The time between the two; null for a reader that was given nothing yet.',
    }),
    stopped: z.boolean().meta({ description: 'Whether it has not read for more than a day.' }),
  })
  .meta({ description: 'An agent that reads the feed.' });

export const feedState = component(
  'FeedState',
  z.object({
    members: count.meta({ description: 'The revisions and events of the node.' }),
    newest: time.nullable().meta({ description: 'The newest feed time.' }),
    documents: count
      .nullable()
      .meta({ description: 'The documents of the whole feed; null if there are too many to count.' }),
    since: time.meta({ description: 'The start of this process, which knows of no earlier reading.' }),
    readers: z.array(feedReader).meta({ description: 'The last one that read is the first; at most 100.' }),
  }),
);
export type FeedState = Answer<typeof feedState>;
