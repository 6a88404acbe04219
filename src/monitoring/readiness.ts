/** What the addresses below `/health` answer. */
import { z } from 'zod';
import { type Answer, component, count, time, uri } from '../openapi/json-schema.js';

const degradation = z.object({
  key: z.string(),
  reason: z.string(),
  count: z.number().meta({ type: 'integer', minimum: 1 }),
});

const fillProgress = z.object({
  agent: uri.exactOptional().meta({ description: 'Whose it is; absent: that of internal agents.' }),
  namedGraphs: z.boolean().meta({ description: 'Whether it has the named graphs: the history.' }),
  statements: count.meta({ description: 'How many it has so far.' }),
  expectedStatements: count
    .exactOptional()
    .meta({ description: 'About how many it will have; absent at its beginning.' }),
  seconds: count.meta({ description: 'How long it has been filled.' }),
});
/** How far a dataset is that a query worker fills. */
export type FillProgress = Answer<typeof fillProgress>;

const keySet = z.object({
  issuer: z.string(),
  jwksUri: z.string().exactOptional(),
  state: z
    .enum(['current', 'outdated', 'missing'])
    .meta({ description: '`outdated`: keys of an earlier fetch are used. `missing`: there are none.' }),
  keys: count.meta({ description: 'How many keys can be used.' }),
  fetchedAt: time.exactOptional(),
  error: z.string().exactOptional().meta({ description: 'Why the last fetch failed.' }),
});
export type KeySetReadiness = Answer<typeof keySet>;

/** Whether the node lives, can answer and write. All but `status` are for internal agents and on the same machine. */
export const health = component(
  'Health',
  z.object({
    status: z.enum(['live', 'ready', 'read-only', 'not ready', 'starting']),
    reads: z.boolean().exactOptional().meta({ description: 'Whether reads are answered.' }),
    writes: z.boolean().exactOptional().meta({ description: 'Whether changes are taken: not while the disk is full.' }),
    reason: z.string().exactOptional(),
    degraded: z.array(degradation).exactOptional().meta({
      description: 'What the node does without while it serves: what was set aside, what cannot be done now.',
    }),
    filling: z.array(fillProgress).exactOptional().meta({
      description:
        'The datasets of queries that are being filled. While one is, queries that need it get 503 with `Retry-After`.',
    }),
    store: z.looseObject({}).exactOptional().meta({ description: 'Figures of the store.' }),
    eventLoopDelay: z.looseObject({}).exactOptional().meta({ description: 'How late timers come, in milliseconds.' }),
    keySets: z
      .array(keySet)
      .exactOptional()
      .meta({ description: 'For internal agents only: the key set of each trusted identity provider.' }),
  }),
);
export type Readiness = Answer<typeof health>;
