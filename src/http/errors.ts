/** Maps any error of a handler to the error in the response (specification, Errors; D33). */
import type { Logger } from 'pino';
import { ServiceError } from '../errors.js';
import { InputError, InvalidResourceError } from '../rdf/input-error.js';

/** Express's own errors for a public route: a condition of a file, or an address that cannot be decoded. */
function fromExpress(error: unknown): ServiceError | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  if (error.status === 412)
    return new ServiceError('precondition-failed', 'a condition of the request is not met', { cause: error });
  return error.status === 400
    ? new ServiceError('invalid-body', 'the request cannot be read', { cause: error })
    : undefined;
}

/** Any thrown value as a ServiceError. An unexpected one is logged, and the caller gets only the request's id (D33, D61). */
export function asServiceError(thrown: unknown, log: Logger, requestId: string): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof InputError) {
    const kind = thrown instanceof InvalidResourceError ? 'invalid-resource' : 'invalid-body';
    return new ServiceError(kind, thrown.problems, { cause: thrown });
  }
  const ofExpress = fromExpress(thrown);
  if (ofExpress !== undefined) return ofExpress;
  log.error({ err: thrown, requestId }, 'unexpected error');
  return new ServiceError('internal', `something went wrong in this node; request id ${requestId}`, { cause: thrown });
}
