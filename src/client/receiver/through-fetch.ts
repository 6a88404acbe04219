/** The receiver as a function of requests and responses of `fetch` (T48). */
import { chunksOf, jsonIn, readUpTo, tooLarge } from './bytes.js';
import type { Incoming, ReceiverCore } from './receiver.js';

/**
 * A handler for servers that take one: workers, Deno, Bun, frameworks.
 *
 * @since 0.3.0
 */
export type FetchHandler = (request: Request) => Promise<Response>;

/** @param core answers the requests. */
export function fetchHandler(core: ReceiverCore): FetchHandler {
  return async (request) => {
    const { status, headers, body } = await core.answer(incoming(request));
    return new Response(request.method === 'HEAD' ? null : (body ?? null), { status, headers });
  };
}

function incoming(request: Request): Incoming {
  return {
    method: request.method,
    url: new URL(request.url),
    header: (name) => request.headers.get(name) ?? undefined,
    document: async (limit) => {
      if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
      const bytes = await readUpTo(chunksOf(request.body), limit);
      if (bytes === undefined) throw tooLarge(limit);
      return jsonIn(bytes);
    },
  };
}
