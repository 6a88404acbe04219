/** Reads request bodies: up to a limit, and decoded. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import getRawBody from '../../bundled/raw-body.js';
import { ServiceError } from '../../errors.js';

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const NO_BODY = Buffer.alloc(0);

const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The expectation, also in a list: as Node recognizes it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Lets a client send the body that it waits with (RFC 9110, section 10.1.1). */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersion !== '1.0' && CONTINUE.test(request.headers.expect ?? '')) response.writeContinue();
}

function tooLarge(cause?: unknown): ServiceError {
  return new ServiceError('too-large', 'the request body is larger than this node accepts', { cause });
}

/** @throws ServiceError `unsupported-type` for an unknown content coding (RFC 9110, section 15.5.16). */
function decoderOf(request: IncomingMessage): Transform | undefined {
  const coding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return undefined;
  const create = decoders.get(coding);
  if (create !== undefined) return create();
  throw new ServiceError('unsupported-type', 'the content encoding of the request body is not supported', {
    headers: { 'Accept-Encoding': [...decoders.keys(), 'identity'].join(', ') },
  });
}

/**
 * Reads whole bodies; empty for methods without a body.
 *
 * @param limit in bytes, before and after decoding. A longer body is rejected before its end.
 * @returns a function that throws ServiceError `too-large`, `unsupported-type` or, for an unreadable body,
 *   `invalid-body`.
 */
export function bodyReader(limit: number): (request: IncomingMessage, response: ServerResponse) => Promise<Buffer> {
  return async (request, response) => {
    const { method = '', headers } = request;
    const length = Number(headers['content-length'] ?? 0);
    if (!METHODS_WITH_BODY.has(method) || (length === 0 && headers['transfer-encoding'] === undefined)) return NO_BODY;
    if (length > limit) throw tooLarge();
    const decoder = decoderOf(request);
    sendContinue(request, response);
    // `pipeline` would destroy the connection with the decoder, and the client would get no response.
    request.once('close', () => {
      if (!request.complete) decoder?.destroy(new Error('the request was aborted'));
    });
    try {
      return await getRawBody(decoder === undefined ? request : request.pipe(decoder), { limit });
    } catch (error) {
      // The rest is discarded, so that the client reads the response and not a reset connection.
      request.unpipe().resume();
      decoder?.destroy();
      if (error instanceof Error && 'status' in error && error.status === 413) throw tooLarge(error);
      throw new ServiceError('invalid-body', 'the request cannot be read', { cause: error });
    }
  };
}
