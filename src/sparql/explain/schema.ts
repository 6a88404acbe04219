/** The answer of a query with `explain=true`. */
import { z } from 'zod';
import { type Answer, component, count, time, uri } from '../../openapi/json-schema.js';
import { queryPhases } from '../query-phases.js';

const step = z.object({
  operator: z.enum([
    'match', 'graph', 'optional', 'minus', 'union', 'exists', 'not exists', 'filter', 'bind', 'values', 'subquery',
    'group', 'order',
  ]), // prettier-ignore
  depth: count.meta({ description: 'The number of groups around it.' }),
  text: z.string().exactOptional(),
  joinsOn: z.array(z.string()).meta({ description: 'The variables that the patterns before it bind, too.' }),
  graph: z.string().exactOptional().meta({ description: 'The named graph that it reads; absent: the default graph.' }),
});
export type QueryStep = Answer<typeof step>;

const dataset = z
  .object({
    namedGraphs: z.boolean().meta({ description: 'Whether it includes the named graphs: the history.' }),
    graphs: count.meta({ description: 'The approximate number of graphs that the caller may see.' }),
    statements: count.meta({ description: 'Their statements: exact if a worker holds the dataset, else an estimate.' }),
    state: z.enum(['held', 'filling', 'fits', 'displaces', 'too-large']).meta({
      description:
        '`held`: a worker holds it. `filling`: a worker is filling it. `fits`: a worker has memory for it. `displaces`: a worker would evict another one that is in use. `too-large`: no worker has enough memory.',
    }),
    bytes: count.meta({ description: 'The memory that it needs in a worker.' }),
    fillMilliseconds: count.meta({ description: 'The approximate time until it is filled.' }),
  })
  .meta({ description: 'The dataset of the query in a worker.' });
export type ExplainedDataset = Answer<typeof dataset>;

const engine = z
  .object({
    sequence: count.exactOptional().meta({ description: 'The commit that it has reached; absent: it is not ready.' }),
    behind: count.exactOptional().meta({ description: 'The number of commits that it lacks.' }),
    plan: z.string().exactOptional().meta({ description: "The engine's own plan, in its words, if it tells one." }),
  })
  .meta({ description: 'The SPARQL engine that the node feeds.' });
export type ExplainedEngine = Answer<typeof engine>;

export const queryPlan = component(
  'QueryPlan',
  z.object({
    form: z.enum(['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE']),
    agent: uri.meta({ description: 'The agent whose query it is.' }),
    at: time.exactOptional(),
    runsIn: z.enum(['worker', 'engine', 'rewritten for the engine']),
    because: z.string(),
    dataset: dataset.exactOptional().meta({ description: 'Absent for a query that names its dataset.' }),
    engine: engine.exactOptional(),
    waiting: z
      .object({ queries: count, workers: z.array(z.enum(['filling', 'idle', 'busy'])) })
      .meta({ description: 'The queries that wait for a worker, and the states of the workers.' }),
    phases: z
      .array(z.object({ phase: z.enum(queryPhases), milliseconds: z.number().nullable() }))
      .meta({ description: 'Expected; null: unknown. `Server-Timing` of an answer has the measured ones.' }),
    steps: z.array(step).nullable().meta({
      description: 'The patterns in the order of the text; the engine may choose another order. Null: unknown.',
    }),
    advice: z.array(z.string()).meta({ description: 'Patterns that cost most, and faster ones.' }),
  }),
);
export type QueryPlan = Answer<typeof queryPlan>;
