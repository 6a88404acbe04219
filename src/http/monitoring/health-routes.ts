/** `/health/live` and `/health/ready`. */
import { type RequestHandler, Router } from 'express';
import type { Degradation } from '../../degradations.js';
import type { EventLoopDelay } from '../../metrics/event-loop.js';
import type { StoreStatus } from '../../store/store.js';
import { jsonBody } from '../json-body.js';
import { readOnly } from '../pages.js';

/** Mounted at `/health`. A degraded node is still ready: it serves requests. */
export function healthRouter(
  store: { status(): StoreStatus },
  eventLoop: { readonly delay: EventLoopDelay },
  degradations: { list(): readonly Degradation[] },
): RequestHandler {
  const router = Router();
  router
    .route('/live')
    .get((_request, response) => {
      response.type('application/json').send(jsonBody({ status: 'live' }));
    })
    .all(readOnly);
  const readiness: RequestHandler = (_request, response) => {
    const { ready, reason, ...status } = store.status();
    const degraded = degradations.list();
    const body = {
      status: ready ? 'ready' : 'not ready',
      ...(reason !== undefined && { reason }),
      ...(degraded.length > 0 && { degraded }),
      store: status,
      eventLoopDelay: eventLoop.delay,
    };
    response
      .status(ready ? 200 : 503)
      .type('application/json')
      .send(jsonBody(body));
  };
  router.route('/ready').get(readiness).all(readOnly);
  return router;
}
