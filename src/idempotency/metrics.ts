/** What became of requests with an `Idempotency-Key` (K97). */
import type { Metrics } from '../metrics/metrics.js';

const results = ['first', 'replayed', 'refused'] as const;

export function registerIdempotencyMetrics(metrics: Metrics): (result: (typeof results)[number]) => void {
  const counter = metrics.counter(
    'idempotency_total',
    'Requests with an Idempotency-Key: handled first, answered as before, or refused because of the key.',
    ['result'],
  );
  for (const result of results) counter.inc({ result }, 0);
  return (result) => {
    counter.inc({ result });
  };
}
