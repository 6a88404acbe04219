/** The outcome of an attempt to deliver a message. */
import type { ApiVersion } from '../../api-versions.js';
import { ServiceError } from '../../errors.js';
import { TokenRequestError } from '../../identity/access-token-provider.js';
import { OutboundError } from '../../outbound/outbound-error.js';
import type { Outcome } from './delivery-options.js';

export const failed = (reason: string, version?: ApiVersion): Outcome => ({ kind: 'failed', reason, version });

/** @param receiver the server that answered; named in the reason. */
export const outcomeOf = (status: number, receiver: string, version: ApiVersion): Outcome =>
  status >= 200 && status < 300
    ? { kind: 'confirmed' }
    : failed(`the ${receiver} answered with status ${status}`, version);

/** @throws the error itself if no call to a receiver can cause it. */
export function outcomeOfError(error: unknown, signal: AbortSignal, version: ApiVersion | undefined): Outcome {
  const isLimited = error instanceof ServiceError && error.kind === 'too-many-requests';
  if (isLimited || error instanceof OutboundError || error instanceof TokenRequestError)
    return failed(error.message, version);
  if (signal.aborted) return failed('the node is stopping');
  throw error;
}
