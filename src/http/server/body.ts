/** The body of a request: asked for when it is wanted, and read up to its limit. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { bodyTooLarge } from '../errors.js';

/** What passes a request on, or says why it cannot. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const NO_BODY = Buffer.alloc(0);

/** What Node takes for it, in a list too. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Lets a client send the body that it waits with (RFC 9110, 10.1.1). */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersion !== '1.0' && CONTINUE.test(request.headers.expect ?? '')) response.writeContinue();
}

/** Waits until a middleware lets the request pass. */
function runMiddleware(middleware: Middleware, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    middleware(request, response, (error) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('the request cannot be read', { cause: error }));
    });
  });
}

/** Rejects as soon as more has come than a body may have: body-parser tells of it at the body's end, if there is one. */
function tooLarge(request: IncomingMessage, limit: number): Promise<never> {
  return new Promise((_, reject) => {
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit) reject(bodyTooLarge());
    });
  });
}

/**
 * What reads whole bodies, inflated where they come compressed; empty for methods that have none.
 *
 * @param limit of a body in bytes, as it comes and when it is inflated. What is longer is refused before its end: the
 *   promise rejects with what `asServiceError` understands.
 */
export function bodyReader(limit: number): (request: IncomingMessage, response: ServerResponse) => Promise<Buffer> {
  const parser: Middleware = express.raw({ type: () => true, limit });
  return async (request, response) => {
    if (!withBody.has(request.method ?? '')) return NO_BODY;
    if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge();
    sendContinue(request, response);
    await Promise.race([runMiddleware(parser, request, response), tooLarge(request, limit)]);
    return 'body' in request && Buffer.isBuffer(request.body) ? request.body : NO_BODY;
  };
}
