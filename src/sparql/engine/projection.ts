/** The SPARQL engine of a node: this process feeds it while it holds the lease. */
import type { Services } from '../../services.js';
import type { Access } from '../../access/access.js';
import type { ActionRequests } from '../../action-requests/action-requests.js';
import { EngineClient } from './engine-client.js';
import { registerEngineMetrics } from './metrics.js';
import { PermissionRules } from './permission-rules.js';
import { Projector } from './projector.js';

export interface Projection {
  readonly engine: EngineClient;
  readonly projector: Projector;
}

/** The lease of the process that feeds the engine. */
export const PROJECTION_LEASE = 'sparql-projection';

type ProjectionServices = Pick<
  Services,
  'settings' | 'store' | 'uris' | 'vocabulary' | 'log' | 'degradations' | 'ids' | 'random' | 'outboundTls'
> & { readonly access: Access; readonly requests: ActionRequests };

/** Opens the engine of the settings, and its projector; undefined without one. */
export function openProjection(services: ProjectionServices): Projection | undefined {
  const { settings, store, uris, vocabulary, log, outboundTls: tls } = services;
  if (settings.sparqlEngine === undefined) return undefined;
  const engine = new EngineClient(settings.sparqlEngine, { log, tls });
  const permissions = new PermissionRules(services);
  const latestRevision = vocabulary.api.hasLatestRevision.value;
  return {
    engine,
    projector: new Projector({ ...services, engine, store, base: uris.base, permissions, latestRevision }),
  };
}

/** Feeds the engine from now on, while this process holds the lease. */
export function startProjection(
  { engine, projector }: Projection,
  { store, metrics, log, stopping, closers }: Pick<Services, 'store' | 'metrics' | 'log' | 'stopping' | 'closers'>,
): void {
  registerEngineMetrics(
    metrics,
    () => projector.status,
    () => store.sequence,
  );
  const running = store.leases
    .run(PROJECTION_LEASE, stopping, ({ lost }) => projector.run(lost))
    .catch((error: unknown) => {
      log.error({ err: error }, 'the SPARQL engine is not fed any more');
    });
  closers.push(async () => {
    await running;
    await engine.close();
  });
}
