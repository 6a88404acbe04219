/** Errors as answers: every refusal leaves the node through here, in the specified form (specification, Errors; D33). */
import type { Logger } from 'pino';
import type { IdSource } from '../clock.js';
import { codeOf, ServiceError } from '../errors.js';
import { InputError } from '../rdf/input-error.js';

/** What body-parser and Express throw for requests that they refuse themselves. */
function fromHttpError(error: unknown): ServiceError | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  switch (error.status) {
    case 412:
      return new ServiceError('precondition-failed', 'a condition of the request does not hold', { cause: error });
    case 413:
      return bodyTooLarge(error);
    case 415:
      return new ServiceError('unsupported-type', 'the content encoding of the request body is not supported', {
        cause: error,
        // What body-parser inflates (RFC 9110, section 15.5.16).
        headers: { 'Accept-Encoding': 'gzip, deflate, br, identity' },
      });
    case 400:
      return new ServiceError('invalid-body', 'the request cannot be read', { cause: error });
    default:
      return undefined;
  }
}

/** @param cause what found it out, if it was not ours. */
export function bodyTooLarge(cause?: Error): ServiceError {
  return new ServiceError('too-large', 'the request body is larger than this node accepts', { cause });
}

/** What Node's server says of a request that it cannot read as HTTP, or has waited for too long, as a refusal. */
export function fromClientError(error: Error): ServiceError {
  switch (String(codeOf(error))) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request-timeout', 'the request took too long to come', { cause: error });
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('head-too-large', 'the address and the header fields are longer than this node reads', {
        cause: error,
      });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ServiceError('too-large', 'the chunks of the body say more than this node reads', { cause: error });
    default:
      return new ServiceError('invalid-body', 'this cannot be read as HTTP', { cause: error });
  }
}

/** Any thrown value as a refusal; what is none of ours is logged under an id, and only that id is told (D33). */
export function asServiceError(thrown: unknown, log: Logger, ids: IdSource): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof InputError) return new ServiceError('invalid-body', thrown.problems, { cause: thrown });
  const refusal = fromHttpError(thrown);
  if (refusal !== undefined) return refusal;
  const id = ids.next();
  log.error({ err: thrown, errorId: id }, 'unexpected error');
  return new ServiceError('internal', `something went wrong in this node; error id ${id}`, { cause: thrown });
}
