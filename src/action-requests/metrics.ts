/** The metric of action requests that wait for a decision. */
import type { Metrics } from '../metrics/metrics.js';
import type { Services } from '../services.js';
import { requestKinds } from './action-request.js';
import { type RequestLookups, requestPartition } from './lookups.js';

export function registerRequestMetrics(
  metrics: Metrics,
  { store }: Pick<Services, 'store'>,
  { byState }: RequestLookups,
): void {
  metrics.add({
    name: 'requests_pending',
    help: 'Action requests that wait for a decision, by kind.',
    labels: ['kind'],
    read: () =>
      Promise.all(
        requestKinds.map(async (kind) => ({
          labels: { kind },
          value: await store.count(byState, requestPartition('REQUEST_PENDING', kind)),
        })),
      ),
  });
}
