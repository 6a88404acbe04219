/** Why a call to another server brought no answer. */

export type OutboundFailure =
  'address-refused' | 'unreachable' | 'timeout' | 'too-large' | 'invalid-url' | 'invalid-answer';

/** A call that brought no answer. The message names the server alone: a path or query may hold what logs must not. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly reason: OutboundFailure,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}
