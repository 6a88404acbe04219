/** The metric of rejected tokens. */
import { ServiceError } from '../errors.js';
import type { Metrics } from '../metrics/metrics.js';
import { rejectionReason, rejectionReasons } from './token-verifier.js';

/** Counts rejections by `authenticate`, by reason. */
export function countRejections<Result>(
  metrics: Metrics,
  authenticate: (authorization: string | undefined) => Promise<Result>,
): (authorization: string | undefined) => Promise<Result> {
  const counter = metrics.counter('tokens_rejected_total', 'Requests without a valid token, by reason.', ['reason']);
  for (const reason of rejectionReasons) counter.inc({ reason }, 0);
  return async (authorization) => {
    try {
      return await authenticate(authorization);
    } catch (error) {
      if (error instanceof ServiceError) counter.inc({ reason: rejectionReason(error) });
      throw error;
    }
  };
}
