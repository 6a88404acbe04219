/** Whether the node lives, and whether it is ready for requests (operator contract). */
import { type RequestHandler, Router } from 'express';
import type { EventLoopDelay } from '../metrics/event-loop.js';
import type { StoreStatus } from '../store/store.js';

/** To be mounted at `/health`. */
export function healthRouter(
  store: { status(): StoreStatus },
  eventLoop: { readonly delay: EventLoopDelay },
): RequestHandler {
  const router = Router();
  router.get('/live', (_request, response) => {
    response.json({ status: 'live' });
  });
  router.get('/ready', (_request, response) => {
    const { ready, reason, ...figures } = store.status();
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not ready',
      ...(reason !== undefined && { reason }),
      store: figures,
      eventLoopDelay: eventLoop.delay,
    });
  });
  return router;
}
