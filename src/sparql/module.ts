import type { FillProgress } from '../monitoring/readiness.js';
import type { EventServices } from '../logistics-events/lookups.js';
import { combinedRoutes, moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { AccessScopes } from './access-scopes.js';
import { readDatasetDescription } from './description/operation.js';
import { readDatasets } from './description/datasets.js';
import { type Analytics, type AnswerQuery, answersOf } from './answers.js';
import { AnswerWriters } from './engine/answer-writers.js';
import { EngineQueries } from './engine/engine-queries.js';
import { openProjection, type Projection, startProjection } from './engine/projection.js';
import { readState } from './engine/projection-state.js';
import { QueryExplainer } from './explain/explainer.js';
import { fillProgress } from './fill-progress.js';
import { registerQueryMetrics } from './metrics.js';
import { sparqlTag } from './openapi.js';
import { ObjectSizes } from './object-sizes.js';
import { QueryPool } from './query-pool.js';
import { createQueryReport } from './query-report.js';
import { sparqlRoutes } from './routes.js';

/**
 * Below this number of statements in the store, the workers' datasets are filled in advance, unless `SPARQL_WARM`
 * decides otherwise.
 */
const MAX_WARM_STATEMENTS = 2_000_000;

/** The query endpoint, with the progress of its datasets. */
export interface SparqlRoutes extends ModuleRoutes {
  readonly answer: AnswerQuery;
  /** The datasets that are being filled. */
  /** Whether the engine, if there is one, has all commits until a sequence (P41). */
  readonly hasUntil: (sequence: number) => Promise<boolean>;
  readonly fillings: () => readonly FillProgress[];
}

/** Queries of callers, in worker threads with a replica of the dataset. */
export function createSparql(services: EventServices): SparqlRoutes {
  const { settings, overrides, store, uris, metrics, tracer, closers, stopping } = services;
  const { warm } = settings.sparql;
  const sizes = new ObjectSizes(services);
  const scopes = new AccessScopes({
    ...services,
    mentions: services.lookups.access.agents,
    sizes,
  });
  const { scopeOf, extentOf, sizeOf } = scopes;
  const projection = openProjection(services);
  if (projection !== undefined) startProjection(projection, services);
  const workers = new QueryPool({
    ...services,
    setup: {
      base: uris.base,
      namespaces: settings.namespaces,
      maxRows: settings.sparql.maxRows,
      hasMirror: settings.mirror.isOn,
    },
    scopeOf,
    sizeOf,
    timeoutMs: settings.sparql.timeoutMs,
    isWarm: () => (warm === 'auto' ? projection === undefined && store.size.statements < MAX_WARM_STATEMENTS : warm),
    ...(overrides.queryWorker !== undefined && { program: overrides.queryWorker }),
  });
  // Aborts running queries at once: otherwise the node would wait for them as for any other request.
  stopping.addEventListener('abort', () => void workers.stop());
  closers.push(() => workers.stop());
  registerQueryMetrics(metrics, workers);
  const report = createQueryReport({ metrics, log: services.log, slowMs: settings.sparql.slowMs });
  const engine = projection && engineQueries(projection, workers, { ...services, extentOf });
  const analytics: Analytics = engine ?? workers;
  const ask: Analytics['ask'] = (...parameters) => analytics.ask(...parameters);
  const tracedAsk: Analytics['ask'] = (...parameters) => tracer.span('query', {}, () => ask(...parameters));
  const asked = { ask: tracer.isEnabled ? tracedAsk : ask };
  const explainer = new QueryExplainer({
    workers,
    engine,
    scopes,
    base: uris.base,
    namespaces: settings.namespaces,
    maxRows: settings.sparql.maxRows,
  });
  const answer = answersOf({ analytics: asked, report });
  return {
    ...combinedRoutes(
      sparqlRoutes({ ...services, answer, explainer }),
      moduleRoutes(sparqlTag, [readDatasetDescription(services, asked, scopes), ...readDatasets(services)]),
    ),
    answer,
    hasUntil: async (sequence: number): Promise<boolean> => {
      if (projection === undefined) return true;
      const { sequence: reached } = await readState(projection.engine);
      return reached !== undefined && reached >= sequence;
    },
    fillings: () => workers.fillings.map((filling) => fillProgress(filling)),
  };
}

function engineQueries(
  { engine, projector }: Projection,
  workers: QueryPool,
  services: EventServices & Pick<AccessScopes, 'extentOf'>,
): EngineQueries {
  const { settings, overrides, store, uris, log, stopping, extentOf } = services;
  const { queryWorker, isForWorkers } = overrides;
  const thread = queryWorker && ((): URL => new URL('../engine/answer-thread.js', queryWorker()));
  return new EngineQueries({
    engine,
    store,
    workers,
    writers: new AnswerWriters(thread),
    hurry: () => {
      projector.hurry();
    },
    base: uris.base,
    namespaces: settings.namespaces,
    ...settings.sparql,
    log,
    stopping,
    extentOf,
    isForWorkers,
  });
}
