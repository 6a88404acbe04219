/**
 * Resources without a partner's token: health, metrics, documentation and the development identity provider, on
 * Express.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import compression from '../bundled/compression.js';
import express from '../bundled/express.js';
import { ServiceError } from '../errors.js';
import { isNotModified } from './conditions.js';
import { compressBody, isGzipped, tagsOf } from './server/compression.js';
import { securityHeaders } from './server/security-headers.js';

/** A path without authentication, with all paths below it. */
export interface PublicRoute {
  readonly path: string;
  readonly handler: RequestHandler;
  /** `RATE_LIMIT` does not count its requests. */
  readonly isUnlimited?: true;
}

/** The error of a method that an address does not have. */
export function methodNotAllowed(method: string, allowed: readonly string[]): ServiceError {
  const allow = allowed.join(', ');
  return new ServiceError('method-not-allowed', `${method} is not allowed here; allowed: ${allow}`, {
    headers: { Allow: allow },
  });
}

/** @throws ServiceError `method-not-allowed` for another method than GET and HEAD. */
export function assertRead({ method }: Request): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ['GET', 'HEAD']);
}

interface TaggedBody {
  readonly body: Buffer;
  readonly etag: string;
  readonly type: string;
  /** `Cache-Control`. */
  readonly caching?: string;
}

/** Sends a body with its strong tag, as gzip if the caller accepts it, or 304 if the caller already has it. */
export async function sendTagged(
  request: Request,
  response: Response,
  { body, etag, type, caching = 'no-cache' }: TaggedBody,
): Promise<void> {
  const acceptEncoding = request.get('accept-encoding');
  const tags = tagsOf(etag, body, acceptEncoding);
  response.set({ ETag: `"${tags[0]}"`, 'Cache-Control': caching }).vary('Accept-Encoding');
  if (response.statusCode === 200 && isNotModified(request.headers, { isTag: (tag) => tags.includes(tag) })) {
    response.status(304).end();
    return;
  }
  const isCompressed = isGzipped(body, acceptEncoding);
  if (isCompressed) response.set('Content-Encoding', 'gzip');
  response.type(type).send(isCompressed ? await compressBody(body) : body);
}

/** Without a strong tag: the compressed bytes would need another one (RFC 9110, section 8.8.3.3). */
function isCompressible(request: Request, response: Response): boolean {
  const etag = response.getHeader('ETag');
  return !(typeof etag === 'string' && etag.startsWith('"')) && compression.filter(request, response);
}

/** Serves the public routes below `basePath`. Errors go to `sendError`. */
export function createPages(
  { publicRoutes, basePath, secure }: { publicRoutes: readonly PublicRoute[]; basePath: string; secure: boolean },
  sendError: (thrown: unknown, response: ServerResponse) => void,
): RequestListener {
  const pages = express();
  pages.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  const headers = new Map(Object.entries(securityHeaders(secure)));
  pages.use(
    (_request, response, next) => {
      response.setHeaders(headers);
      next();
    },
    compression({ filter: isCompressible }),
  );
  for (const { path, handler } of publicRoutes) pages.use(basePath + path, handler);
  pages.use(() => {
    throw new ServiceError('not-found', 'there is nothing at this address');
  });
  pages.use((thrown: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next(thrown);
    else sendError(thrown, response);
  });
  return pages;
}
