/** The metrics of deliveries to subscribers. */
import type { Metrics, Sample } from '../metrics/metrics.js';
import type { Backlog } from './delivery/backlog.js';
import type { Delivery } from './delivery/delivery.js';

/** Subscribers with a label: those with the longest queues. The others share one, to bound the number of labels. */
const MAX_LABELLED_SUBSCRIBERS = 50;
const OTHERS = 'others';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const max = (values: readonly number[]): number => Math.max(0, ...values);

/** Registers gauges of the notifications that wait for delivery, by subscriber. */
export function registerDeliveryMetrics(metrics: Metrics, delivery: Pick<Delivery, 'backlog'>, now: () => Date): void {
  const bySubscriber = (read: (backlog: Backlog) => number, join: (values: number[]) => number): Sample[] => {
    const backlogs = [...delivery.backlog()].sort((one, other) => other.waiting - one.waiting);
    const labelled = backlogs.slice(0, MAX_LABELLED_SUBSCRIBERS);
    const rest = backlogs.slice(MAX_LABELLED_SUBSCRIBERS);
    return [
      ...labelled.map((backlog) => ({ labels: { subscriber: backlog.receiver }, value: read(backlog) })),
      ...(rest.length === 0 ? [] : [{ labels: { subscriber: OTHERS }, value: join(rest.map(read)) }]),
    ];
  };
  const labels = ['subscriber'];
  metrics.add(
    {
      name: 'outbox_depth',
      help: 'Notifications that wait for a subscriber.',
      labels,
      read: () => bySubscriber(({ waiting }) => waiting, sum),
    },
    {
      name: 'outbox_age_seconds',
      help: 'How long the oldest of them has waited.',
      labels,
      read: () => bySubscriber(({ since }) => Math.max(0, (now().getTime() - since.getTime()) / 1000), max),
    },
    {
      name: 'outbox_failing_attempts',
      help: 'Attempts in a row that failed.',
      labels,
      read: () => bySubscriber(({ failing }) => failing, max),
    },
  );
}

/** Counts and times attempts of delivery by their outcome. */
export function instrumented<Parameters extends readonly unknown[], Outcome extends { readonly kind: string }>(
  metrics: Metrics,
  attempt: (...parameters: Parameters) => Promise<Outcome>,
): (...parameters: Parameters) => Promise<Outcome> {
  const seconds = metrics.histogram('delivery_attempt_seconds', 'Attempts to deliver a notification.', ['outcome']);
  for (const outcome of ['confirmed', 'failed', 'filtered', 'obsolete', 'missing', 'error']) seconds.zero({ outcome });
  return async (...parameters) => {
    const start = performance.now();
    let kind = 'error';
    try {
      const outcome = await attempt(...parameters);
      kind = outcome.kind;
      return outcome;
    } finally {
      seconds.observe({ outcome: kind }, (performance.now() - start) / 1000);
    }
  };
}
