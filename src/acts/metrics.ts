/** Acts on whole shipments, by what became of them (K97). */
import type { Metrics } from '../metrics/metrics.js';
import { actNames } from './act.js';

const results = ['done', 'changed', 'refused'] as const;
export type ActOutcome = (typeof results)[number];

export function registerActMetrics(metrics: Metrics): (act: (typeof actNames)[number], result: ActOutcome) => void {
  const counter = metrics.counter(
    'acts_total',
    'Acts on whole shipments: done, not done because something had changed since the preview, or refused.',
    ['act', 'result'],
  );
  for (const act of actNames) for (const result of results) counter.inc({ act, result }, 0);
  return (act, result) => {
    counter.inc({ act, result });
  };
}
