/** Whether the node lives, and whether it is ready for requests (operator contract). */
import { type RequestHandler, Router } from 'express';
import type { Degradation } from '../degradations.js';
import { ServiceError } from '../errors.js';
import type { EventLoopDelay } from '../metrics/event-loop.js';
import type { StoreStatus } from '../store/store.js';

/** To be mounted at `/health`. What is degraded is told beside `ready`: the node serves all the same. */
export function healthRouter(
  store: { status(): StoreStatus },
  eventLoop: { readonly delay: EventLoopDelay },
  degradations: { list(): readonly Degradation[] },
): RequestHandler {
  const router = Router();
  const readOnly = (): never => {
    throw new ServiceError('method-not-allowed', 'this can be read only', { headers: { Allow: 'GET, HEAD' } });
  };
  router
    .route('/live')
    .get((_request, response) => {
      response.json({ status: 'live' });
    })
    .all(readOnly);
  const readiness: RequestHandler = (_request, response) => {
    const { ready, reason, ...figures } = store.status();
    const degraded = degradations.list();
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not ready',
      ...(reason !== undefined && { reason }),
      ...(degraded.length > 0 && { degraded }),
      store: figures,
      eventLoopDelay: eventLoop.delay,
    });
  };
  router.route('/ready').get(readiness).all(readOnly);
  return router;
}
