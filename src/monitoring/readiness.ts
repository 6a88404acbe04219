/** The answers of the addresses below `/health`. */
import { z } from 'zod';
import { type Answer, component, count, time, uri } from '../openapi/json-schema.js';

const degradation = z.object({
  key: z.string(),
  reason: z.string(),
  count: z.number().meta({ type: 'integer', minimum: 1 }),
});

const fillProgress = z.object({
  agent: uri.exactOptional().meta({ description: 'The agent that it belongs to; absent: internal agents.' }),
  namedGraphs: z.boolean().meta({ description: 'Whether it includes the named graphs: the history.' }),
  statements: count.meta({ description: 'The number of statements so far.' }),
  expectedStatements: count
    .exactOptional()
    .meta({ description: 'The approximate number of statements when full; absent at the start.' }),
  seconds: count.meta({ description: 'The time since filling started.' }),
});
/** The progress of a dataset that a query worker fills. */
export type FillProgress = Answer<typeof fillProgress>;

const keySet = z.object({
  issuer: z.string(),
  jwksUri: z.string().exactOptional(),
  state: z
    .enum(['current', 'outdated', 'missing'])
    .meta({ description: '`outdated`: keys of an earlier fetch are in use. `missing`: there are no keys.' }),
  keys: count.meta({ description: 'The number of usable keys.' }),
  fetchedAt: time.exactOptional(),
  error: z.string().exactOptional().meta({ description: 'The error of the last fetch.' }),
});
export type KeySetReadiness = Answer<typeof keySet>;

/** Whether the node lives, can answer and write. All but `status` are for internal agents and on the same machine. */
export const health = component(
  'Health',
  z.object({
    status: z.enum(['live', 'ready', 'read-only', 'not ready', 'starting']),
    reads: z.boolean().exactOptional().meta({ description: 'Whether the node answers reads.' }),
    writes: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether the node accepts changes: not while the disk is full.' }),
    reason: z.string().exactOptional(),
    degraded: z.array(degradation).exactOptional().meta({
      description: 'The functions that are unavailable while the node serves, and the quarantined data.',
    }),
    filling: z.array(fillProgress).exactOptional().meta({
      description:
        'The datasets of queries that are being filled. While one is, queries that need it get 503 with `Retry-After`.',
    }),
    store: z.looseObject({}).exactOptional().meta({ description: 'Figures of the store.' }),
    eventLoopDelay: z.looseObject({}).exactOptional().meta({ description: 'The lateness of timers, in milliseconds.' }),
    keySets: z
      .array(keySet)
      .exactOptional()
      .meta({ description: 'For internal agents only: the key set of each trusted identity provider.' }),
  }),
);
export type Readiness = Answer<typeof health>;
