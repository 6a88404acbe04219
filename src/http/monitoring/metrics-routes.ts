/** `/metrics`: for internal agents, and without a token for callers on the same machine. */
import { isIPv4 } from 'node:net';
import { type Request, type RequestHandler, Router } from 'express';
import { ServiceError } from '../../errors.js';
import type { Caller } from '../caller.js';
import type { Metrics } from '../../metrics/metrics.js';
import { readOnly } from '../pages.js';

/** Header fields that a proxy adds to a forwarded request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Whether a request was sent from this machine (by its socket's address), and not by a proxy on it. */
function isLocal(request: Request): boolean {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const loopback = address === '::1' || (isIPv4(address) && address.startsWith('127.'));
  return loopback && FORWARDED.every((name) => request.headers[name] === undefined);
}

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
