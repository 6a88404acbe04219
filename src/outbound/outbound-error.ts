/** Errors of calls to other servers. */

type OutboundFailure =
  | 'address-refused'
  | 'unreachable'
  /** A certificate was rejected, by this node or by the server. */
  | 'tls'
  | 'timeout'
  | 'too-large'
  | 'invalid-url'
  | 'invalid-answer';

/** A call without a response. The message contains only the server's origin: a path or query may contain secrets. */
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
