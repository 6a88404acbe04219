/** `/health/live` and `/health/ready`. */
import type { Request, RequestHandler } from 'express';
import { Router } from '../../bundled/express.js';
import type { Degradation } from '../../degradations.js';
import { ServiceError } from '../../errors.js';
import type { EventLoopDelay } from '../../metrics/event-loop.js';
import type { StoreStatus } from '../../store/store.js';
import type { Caller } from '../caller.js';
import { jsonBody } from '../representation/json-body.js';
import { readOnly } from '../pages.js';
import { isLocal } from './local-request.js';
import type { FillProgress, Readiness } from './readiness.js';

/** What internal agents see beside it. */
interface InternalStatus {
  authenticate(authorization: string | undefined): Promise<Caller>;
  /** The state of the key set of each trusted identity provider. */
  keySets(): readonly unknown[];
}

/**
 * Mounted at `/health`. A degraded node is still ready, and so is one whose disk is full: it serves reads. The figures are
 * for internal agents and callers on the same machine, as the metrics: they say how much there is that others do not see.
 */
export function healthRouter(
  store: { status(): StoreStatus },
  eventLoop: { readonly delay: EventLoopDelay },
  degradations: { list(): readonly Degradation[] },
  fillings: () => readonly FillProgress[],
  internal: InternalStatus,
): RequestHandler {
  const router = Router();
  router
    .route('/live')
    .get((_request, response) => {
      response.type('application/json').send(jsonBody({ status: 'live' }));
    })
    .all(readOnly);
  /** Tokens that are not valid are ignored: the answer is for anyone. */
  const isInternal = async (request: Request): Promise<boolean> => {
    const authorization = request.get('authorization');
    if (authorization === undefined) return false;
    try {
      return (await internal.authenticate(authorization)).internal;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  };
  const readiness: RequestHandler = async (request, response) => {
    const { reads, writes, reason, ...status } = store.status();
    const asInternal = await isInternal(request);
    const degraded = degradations.list();
    const filling = fillings();
    const body = {
      status: !reads ? 'not ready' : writes ? 'ready' : 'read-only',
      ...((asInternal || isLocal(request)) && {
        reads,
        writes,
        ...(reason !== undefined && { reason }),
        ...(degraded.length > 0 && { degraded }),
        ...(filling.length > 0 && { filling }),
        store: status,
        eventLoopDelay: eventLoop.delay,
      }),
      ...(asInternal && { keySets: internal.keySets() }),
    } satisfies Readiness;
    response
      .status(reads ? 200 : 503)
      .type('application/json')
      .send(jsonBody(body));
  };
  router.route('/ready').get(readiness).all(readOnly);
  return router;
}
