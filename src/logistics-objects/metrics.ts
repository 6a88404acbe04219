/** What became of the objects that were asked for in one request (W78). */
import type { Metrics } from '../metrics/metrics.js';

const results = ['given', 'not-found', 'forbidden', 'moved', 'failed'] as const;
export type QueryResult = (typeof results)[number];

/** Returns a function that counts an object. */
export function registerQueryMetrics(metrics: Metrics): (result: QueryResult) => void {
  const objects = metrics.counter(
    'bulk_objects_total',
    'Logistics Objects asked for with others in one request, by what became of them.',
    ['result'],
  );
  for (const result of results) objects.inc({ result }, 0);
  return (result) => {
    objects.inc({ result });
  };
}
