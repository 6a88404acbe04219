/** What is below `/console` without a token; its JSON addresses (`/console/api`) are resources of the node. */
import type { RequestHandler } from 'express';
import { Router } from '../bundled/express.js';
import { ServiceError } from '../errors.js';
import { isNotModified } from '../http/conditions.js';
import { readOnly } from '../http/pages.js';
import { jsonBody } from '../http/representation/json-body.js';
import { digest } from '../http/representation/representation.js';
import type { ConsoleConfig } from './responses.js';

/** Mounted at `/console`. @param pages the console's page and its files. */
export function consoleRouter(config: ConsoleConfig, pages: RequestHandler): Router {
  const body = jsonBody(config);
  const tag = digest(body);
  const router = Router();
  router
    .route('/config.json')
    .get((request, response) => {
      response.set({ ETag: `W/"${tag}"`, 'Cache-Control': 'no-cache' });
      if (isNotModified(request.headers, { isTag: (one) => one === tag })) response.status(304).end();
      else response.type('application/json').send(body);
    })
    .all(readOnly);
  router.use(pages);
  return router;
}

/** Mounted at `/console` where the console is off. */
export function noConsole(): Router {
  const router = Router();
  router.use(() => {
    throw new ServiceError('not-found', 'this node has no console');
  });
  return router;
}
