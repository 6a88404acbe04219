/** Explains a query without running it: its patterns, its dataset, where it would run, and what would take time. */
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import { type Prefixes, prefixesOf } from '../../rdf/prefixes.js';
import type { Iri } from '../../rdf/terms.js';
import { type Namespaces, rdfNs } from '../../rdf/vocabulary.js';
import type { AccessScopes } from '../access-scopes.js';
import type { EngineQueries } from '../engine/engine-queries.js';
import { adviceFor } from '../over-time.js';
import { QueryError, type RewrittenQuery, rewriteQuery } from '../query/rewrite-query.js';
import { type QueryPhase, queryPhases } from '../query-phases.js';
import type { QueryPool } from '../query-pool.js';
import { inWorker, type QueryRoute } from '../query-route.js';
import { datasetKey, NO_DATA, type QueryRequest } from '../worker/protocol.js';
import type { ExplainedDataset, QueryPlan } from './schema.js';
import { stepsOf } from './steps.js';

export interface ExplainerContext {
  readonly workers: Pick<QueryPool, 'ask' | 'costOf' | 'load'>;
  /** Undefined on a node without a SPARQL engine. */
  readonly engine: Pick<EngineQueries, 'routeOf' | 'explain'> | undefined;
  readonly scopes: Pick<AccessScopes, 'sizeOf'>;
  readonly base: Iri;
  readonly namespaces: Namespaces;
  readonly maxRows: number;
}

/** A longer query would block the main thread. */
const MAX_LENGTH = 16 * 1024;

export class QueryExplainer {
  readonly #prefixes: Prefixes;

  constructor(private readonly context: ExplainerContext) {
    this.#prefixes = { ...prefixesOf(context.namespaces), rdf: rdfNs };
  }

  /** @throws ServiceError `invalid-query`, and those of the store. */
  async explain(request: QueryRequest, caller: Caller, aborted: AbortSignal): Promise<QueryPlan> {
    const { workers, engine, base } = this.context;
    const { text, at } = request;
    const query = this.#parsed(text);
    const route = await this.#routeOf(request, caller);
    const namesData = request.dataset !== undefined || query.datasetQuery !== undefined || request.mirrored === true;
    const dataset = namesData ? undefined : await this.#dataset(request, query, caller);
    const { waiting, workers: states } = workers.load;
    const { steps, products } = stepsOf(text, { prefixes: this.#prefixes, base });
    if (steps === undefined) await this.#check(request, caller, aborted);
    return {
      form: query.kind,
      agent: caller.agent,
      ...(at !== undefined && { at: new Date(at.until).toISOString() }),
      ...route,
      ...(dataset && { dataset }),
      ...(engine !== undefined && route.runsIn !== 'worker' && { engine: await engine.explain(text, aborted) }),
      waiting: { queries: waiting, workers: states },
      phases: queryPhases.map((phase) => ({ phase, milliseconds: expected(phase, route, dataset, states) })),
      steps: steps ?? null,
      advice: [
        ...products.map(
          ([one, other]) =>
            `"${one}" and "${other}" have no variable in common: every solution of one meets every other`,
        ),
        ...adviceFor(text),
      ],
    };
  }

  /** A worker supports the whole grammar, and finds the errors of a query without any data. @throws ServiceError */
  async #check({ text }: QueryRequest, caller: Caller, aborted: AbortSignal): Promise<void> {
    await this.context.workers.ask(
      { text, dataset: NO_DATA, at: undefined, results: 'json', graph: 'turtle' },
      caller,
      aborted,
    );
  }

  #parsed(text: string): RewrittenQuery {
    if (text.length > MAX_LENGTH) {
      throw new ServiceError('invalid-query', `a query of more than ${MAX_LENGTH} characters is not explained`);
    }
    try {
      return rewriteQuery(text, { prefixes: this.#prefixes, maxRows: this.context.maxRows });
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      throw new ServiceError('invalid-query', error.message, { cause: error });
    }
  }

  async #routeOf(request: QueryRequest, caller: Caller): Promise<QueryRoute> {
    const { engine } = this.context;
    return engine === undefined
      ? inWorker('there is no SPARQL engine beside this node')
      : engine.routeOf(request, caller);
  }

  async #dataset({ at }: QueryRequest, { named }: RewrittenQuery, caller: Caller): Promise<ExplainedDataset> {
    const size = await this.context.scopes.sizeOf(caller);
    const isOfEveryMoment = at !== undefined && !named;
    const key = datasetKey(caller.internal ? undefined : caller.agent, named, isOfEveryMoment ? 'every-moment' : 'now');
    const latest = isOfEveryMoment ? Math.max(size.latest, size.named) : size.latest;
    const cost = this.context.workers.costOf({ key, statements: latest + (named ? size.named : 0) });
    return {
      namedGraphs: named,
      graphs: size.graphs,
      statements: cost.statements,
      state: cost.state,
      bytes: cost.bytes,
      fillMilliseconds: cost.fillMs,
    };
  }
}

/** The expected time of a phase, as far as it is known before. */
function expected(
  phase: QueryPhase,
  { runsIn }: QueryRoute,
  dataset: ExplainedDataset | undefined,
  workers: readonly string[],
): number | null {
  switch (phase) {
    case 'waiting':
      return workers.includes('idle') || workers.length === 0 ? 0 : null;
    case 'filling':
      return runsIn === 'worker' ? (dataset?.fillMilliseconds ?? null) : 0;
    case 'scope':
    case 'running':
    case 'writing':
      return null;
  }
}
