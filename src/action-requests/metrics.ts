/** The metric of action requests that wait for a decision. */
import type { Metrics } from '../metrics/metrics.js';
import type { Services } from '../services.js';
import { requestKinds } from './action-request.js';
import { requestPartition } from './lookups.js';

export function registerRequestMetrics(
  metrics: Metrics,
  { store, lookups }: Pick<Services, 'store' | 'lookups'>,
): void {
  metrics.add({
    name: 'requests_pending',
    help: 'Action requests that wait for a decision, by kind.',
    labels: ['kind'],
    read: () =>
      Promise.all(
        requestKinds.map(async (kind) => ({
          labels: { kind },
          value: await store.count(lookups.requests.byState, requestPartition('REQUEST_PENDING', kind)),
        })),
      ),
  });
}
