/** Counts the files that lists and questions were exported as (K97). */
import type { Metrics } from '../../metrics/metrics.js';

const formats = ['csv', 'xlsx'] as const;

export function exportMetrics(metrics: Metrics): (format: (typeof formats)[number]) => void {
  const counter = metrics.counter('exports_total', 'Lists and answers to questions that were exported as files.', [
    'format',
  ]);
  for (const format of formats) counter.inc({ format }, 0);
  return (format) => {
    counter.inc({ format });
  };
}
