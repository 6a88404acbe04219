/** `/metrics`: for internal agents, and without a token for callers on the same machine. */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Metrics } from '../metrics/metrics.js';
import { string } from '../openapi/json-ld.js';
import { publicOperation, publicRoute, runningTag } from '../openapi/public-operation.js';
import { content } from '../openapi/responses.js';
import type { PublicModule } from '../openapi/section.js';
import { isLocal } from './local-request.js';

export function metricsPage(
  metrics: Metrics,
  authenticate: (authorization: string | undefined) => Promise<Caller>,
): PublicModule {
  const example = '# HELP cargograph_store_quads Statements in memory.\ncargograph_store_quads 139\n';
  const figures = publicOperation({
    method: 'get',
    path: '/metrics',
    id: 'getMetrics',
    summary: 'Read the metrics for Prometheus',
    accessLevel: 'local',
    responses: () => ({
      200: content('The figures.', 'text/plain', { schema: string, example }, ['Cache-Control']),
    }),
    handle: async (request, response) => {
      if (!isLocal(request) && !(await authenticate(request.get('authorization'))).internal)
        throw new ServiceError('forbidden', 'the metrics are for internal agents');
      response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
      response.end(await metrics.text());
    },
  });
  return publicRoute({ path: '/metrics', tag: runningTag, operations: [figures] });
}
