/** The receiver as a handler of `node:http`, Express 4 and Express 5 (T48, T49). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonIn, readUpTo, tooLarge } from './bytes.js';
import { type Incoming, ReceiverCore } from './receiver.js';

/**
 * A handler for `createServer`, `app.use` and `app.post`.
 *
 * @since 0.3.0
 */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** @param core answers the requests. */
export function nodeHandler(core: ReceiverCore): NodeHandler {
  return (request, response, next) => {
    const url = addressOf(request);
    // A handler that is one of several leaves other addresses to the next.
    if (next !== undefined && !ReceiverCore.isAt(url)) {
      next();
      return;
    }
    void core.answer(incoming(request, url)).then(({ status, headers, body }) => {
      if (response.headersSent || response.destroyed) return;
      // What is left of a body is not read: the connection ends.
      const isLeft = !request.readableEnded && (request.headers['content-length'] ?? '0') !== '0';
      const isChunked = !request.readableEnded && request.headers['transfer-encoding'] !== undefined;
      response.writeHead(status, { ...headers, ...((isLeft || isChunked) && { Connection: 'close' }) });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  };
}

/** The address that was asked for; Express takes the path that a router is at from `url`. */
function addressOf(request: IncomingMessage & { readonly originalUrl?: unknown }): URL {
  const path = typeof request.originalUrl === 'string' ? request.originalUrl : (request.url ?? '/');
  const host = /^[\w.:[\]-]+$/.exec(request.headers.host ?? '')?.[0] ?? 'localhost';
  const base = `http://${host}`;
  const text = base + (path.startsWith('/') ? path : '/');
  return URL.canParse(text) ? new URL(text) : new URL('http://localhost/');
}

function incoming(request: IncomingMessage & { readonly body?: unknown }, url: URL): Incoming {
  return {
    method: request.method ?? '',
    url,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    document: async (limit) => {
      if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
      // A body parser before this handler has read the body, or has left it because of its type.
      if (request.readableDidRead && request.body !== undefined) return parsedBody(request.body, limit);
      const bytes = await readUpTo(request.iterator({ destroyOnReturn: false }), limit);
      if (bytes === undefined) throw tooLarge(limit);
      return jsonIn(bytes);
    },
  };
}

function parsedBody(body: unknown, limit: number): unknown {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (!(bytes instanceof Uint8Array)) return body;
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return jsonIn(bytes);
}
