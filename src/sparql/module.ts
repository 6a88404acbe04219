import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { AccessScopes } from './access-scopes.js';
import { openProjection, startProjection } from './engine/projection.js';
import { registerQueryMetrics } from './metrics.js';
import { sparql } from './openapi.js';
import { QueryPool } from './query-pool.js';
import { sparqlRoutes } from './routes.js';

/** With fewer statements in the store the workers' datasets are kept filled, unless `SPARQL_WARM` says otherwise. */
const MAX_WARM_STATEMENTS = 2_000_000;

/** Queries of callers, in worker threads with a replica of the dataset. */
export function createSparql(services: ExchangeServices): ModuleRoutes {
  const { settings, overrides, store, uris, metrics, tracer, closers, stopping } = services;
  const { warm } = settings.sparql;
  const { scopeOf } = new AccessScopes({ ...services, mentions: services.lookups.agents });
  const analytics = new QueryPool({
    ...services,
    setup: { base: uris.base, namespaces: settings.namespaces, maxRows: settings.sparql.maxRows },
    scopeOf,
    timeoutMs: settings.sparql.timeoutMs,
    isWarm: () => (warm === 'auto' ? store.size.statements < MAX_WARM_STATEMENTS : warm),
    ...(overrides.queryWorker !== undefined && { program: overrides.queryWorker }),
  });
  const projection = openProjection(services);
  if (projection !== undefined) startProjection(projection, services);
  // Abort running queries at once: otherwise the node would wait for them as for any request in flight.
  stopping.addEventListener('abort', () => void analytics.stop());
  closers.push(() => analytics.stop());
  registerQueryMetrics(metrics, analytics);
  const ask: QueryPool['ask'] = (...parameters) => analytics.ask(...parameters);
  const tracedAsk: QueryPool['ask'] = (...parameters) => tracer.span('query', {}, () => ask(...parameters));
  const asked = { ask: tracer.isEnabled ? tracedAsk : ask };
  return { resources: sparqlRoutes({ ...services, analytics: asked }), sections: [sparql] };
}
