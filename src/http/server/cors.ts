/** Cross-origin requests of browsers (Fetch standard, section 3.3). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from '../../bundled/cors.js';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

const exposedHeaders = [
  'Location',
  'Type',
  'Revision',
  'Latest-Revision',
  'ETag',
  'Last-Modified',
  'Link',
  'Memento-Datetime',
  'Content-Location',
  'Mirror-State',
  'Mirror-Received',
  'Mirror-Checked',
  'WWW-Authenticate',
  'Retry-After',
  'Content-Language',
  'Truncated',
  'Idempotent-Replayed',
  'Allow',
  'Accept-Patch',
  'Accept-Post',
  'X-Request-Id',
];

/** The time for which a browser may cache a preflight response; most browsers accept no longer time. */
const PREFLIGHT_SECONDS = 7200;

/** CORS for the given origins; requests without an Origin pass unchanged. */
export function corsMiddleware(origins: readonly string[], methods: readonly string[]): Middleware {
  const policy = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders,
    methods: [...methods],
    maxAge: PREFLIGHT_SECONDS,
  });
  return (request, response, next) => {
    if (origins.length === 0 || request.headers.origin === undefined) next();
    else policy(request, response, next);
  };
}
