/** `/metrics`: for internal agents, and without a token for callers on the same machine. */
import type { RequestHandler } from 'express';
import { Router } from '../../bundled/express.js';
import { ServiceError } from '../../errors.js';
import type { Caller } from '../caller.js';
import type { Metrics } from '../../metrics/metrics.js';
import { readOnly } from '../pages.js';
import { isLocal } from './local-request.js';

/** Mounted at `/metrics`. */
export function metricsRouter(
  metrics: Metrics,
  authenticate: (authorization: string | undefined) => Promise<Caller>,
): RequestHandler {
  const router = Router();
  router
    .route('/')
    .get(async (request, response) => {
      if (!isLocal(request) && !(await authenticate(request.get('authorization'))).internal) {
        throw new ServiceError('forbidden', 'the metrics are for internal agents');
      }
      response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
      response.end(await metrics.text());
    })
    .all(readOnly);
  return router;
}
