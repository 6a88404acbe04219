/** What the node shows of its parts: the store, deliveries and the process. */
import type { Degradation } from '../degradations.js';
import type { Backlog } from '../notifications/delivery.js';
import type { Flush, StoreStatus } from '../store/store.js';
import type { EventLoop } from './event-loop.js';
import type { MetricDefinition, Metrics, Sample } from './metrics.js';

/** Figures of the store's state. */
export function storeMetrics(store: { status(): StoreStatus }): MetricDefinition[] {
  const status = (name: string, help: string, read: (status: StoreStatus) => number): MetricDefinition => ({
    name: `store_${name}`,
    help,
    read: () => read(store.status()),
  });
  return [
    status('ready', '1 while the store takes writes and answers.', ({ ready }) => (ready ? 1 : 0)),
    status('quads', 'Statements in memory.', ({ quads }) => quads),
    status(
      'dead_quads',
      'Deleted statements that the engine still carries.',
      ({ garbageQuads: deadQuads }) => deadQuads,
    ),
    status('memory_bytes', "The engine's memory.", ({ memoryBytes }) => memoryBytes),
    status('memory_limit_bytes', 'The memory at which writes are refused.', ({ memoryLimitBytes }) => memoryLimitBytes),
    ...(store.status().diskBytes === undefined
      ? []
      : [
          status('disk_bytes', "The size of the store's file.", ({ diskBytes = 0 }) => diskBytes),
          status(
            'disk_free_bytes',
            "What is free where the store's file is.",
            ({ diskFreeBytes = 0 }) => diskFreeBytes,
          ),
        ]),
    { ...status('commits_total', 'Commits, since the store was made.', ({ sequence }) => sequence), isCounter: true },
  ];
}

export function flushMetrics(metrics: Metrics): (flush: Flush) => void {
  const seconds = metrics.histogram('store_flush_seconds', 'Until the commits of one flush were on disk.', []);
  const failures = metrics.counter('store_flush_failures_total', 'Flushes that failed: nothing of them was kept.', []);
  const together = metrics.counter('store_flushed_commits_total', 'Commits that were flushed.', []);
  return ({ seconds: took, commits, failed }) => {
    if (failed) failures.inc();
    else {
      seconds.observe(took);
      together.inc(commits);
    }
  };
}

/** What the node does without while it goes on, so that an alert need not read `/health/ready`. */
export function degradationFigures(degradations: { list(): readonly Degradation[] }): MetricDefinition[] {
  return [
    {
      name: 'degraded',
      help: 'What was set aside or cannot be done now, by kind.',
      labels: ['kind'],
      read: () => degradations.list().map(({ key, count }) => ({ labels: { kind: key }, value: count })),
    },
  ];
}

/** Subscribers with a figure of their own: those with most waiting. The others are added up, whoever subscribes. */
const SHOWN_RECEIVERS = 50;
const OTHERS = 'others';

export function deliveryMetrics(delivery: { backlog(): readonly Backlog[] }, now: () => Date): MetricDefinition[] {
  const readings = (value: (backlog: Backlog) => number, join: (values: number[]) => number): Sample[] => {
    const backlogs = [...delivery.backlog()].sort((one, other) => other.waiting - one.waiting);
    const own = backlogs.slice(0, SHOWN_RECEIVERS);
    const rest = backlogs.slice(SHOWN_RECEIVERS);
    return [
      ...own.map((backlog) => ({ labels: { subscriber: backlog.receiver }, value: value(backlog) })),
      ...(rest.length === 0 ? [] : [{ labels: { subscriber: OTHERS }, value: join(rest.map(value)) }]),
    ];
  };
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  const most = (values: number[]): number => Math.max(0, ...values);
  const labels = ['subscriber'];
  return [
    {
      name: 'outbox_depth',
      help: 'Notifications that wait for a subscriber.',
      labels,
      read: () => readings(({ waiting }) => waiting, sum),
    },
    {
      name: 'outbox_age_seconds',
      help: 'How long the oldest of them has waited.',
      labels,
      read: () => readings(({ since }) => Math.max(0, (now().getTime() - since.getTime()) / 1000), most),
    },
    {
      name: 'outbox_failing_attempts',
      help: 'Attempts in a row that failed.',
      labels,
      read: () => readings(({ failing }) => failing, most),
    },
  ];
}

/** Counts and times attempts of delivery by their outcome. */
export function instrumented<Given extends readonly unknown[], Outcome extends { readonly kind: string }>(
  metrics: Metrics,
  attempt: (...given: Given) => Promise<Outcome>,
): (...given: Given) => Promise<Outcome> {
  const seconds = metrics.histogram('delivery_attempt_seconds', 'Attempts to deliver a notification.', ['outcome']);
  return async (...given) => {
    const began = performance.now();
    let kind = 'error';
    try {
      const outcome = await attempt(...given);
      kind = outcome.kind;
      return outcome;
    } finally {
      seconds.observe({ outcome: kind }, (performance.now() - began) / 1000);
    }
  };
}

/** What the workers that answer queries are doing, and what their copies of the dataset hold. */
export interface AnalyticsState {
  readonly load: { readonly waiting: number; readonly workers: readonly ('filling' | 'idle' | 'busy')[] };
  readonly copies: readonly { readonly quads: number; readonly memoryBytes: number }[];
}

export function queryMetrics(analytics: AnalyticsState): MetricDefinition[] {
  return [
    {
      name: 'sparql_workers',
      help: 'Workers for queries, by what they do: filling their copy, waiting for a query, answering one.',
      labels: ['state'],
      read: () =>
        (['filling', 'idle', 'busy'] as const).map((state) => ({
          labels: { state },
          value: analytics.load.workers.filter((other) => other === state).length,
        })),
    },
    { name: 'sparql_waiting', help: 'Queries that wait for a worker.', read: () => analytics.load.waiting },
    {
      name: 'sparql_copies_bytes',
      help: 'Memory of the copies of the dataset.',
      read: () => analytics.copies.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    },
  ];
}

export function processMetrics(eventLoop: EventLoop): MetricDefinition[] {
  let before = performance.eventLoopUtilization();
  return [
    {
      name: 'event_loop_delay_seconds',
      help: 'How late timers came, the worse of this minute and the one before.',
      labels: ['quantile'],
      read: () => {
        const { meanMs, p99Ms, maxMs } = eventLoop.delay;
        return Object.entries({ mean: meanMs, '0.99': p99Ms, max: maxMs }).map(([quantile, ms]) => ({
          labels: { quantile },
          value: ms / 1000,
        }));
      },
    },
    {
      name: 'event_loop_utilization',
      help: 'The share of the time that the event loop was busy, since the figures were read before.',
      read: () => {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, before);
        before = now;
        return utilization;
      },
    },
    {
      name: 'process_memory_bytes',
      help: 'Memory of the process, by kind.',
      labels: ['kind'],
      read: () => {
        const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
        return Object.entries({ rss, heapUsed, heapTotal, external, arrayBuffers }).map(([kind, value]) => ({
          labels: { kind },
          value,
        }));
      },
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of the process, user and system.',
      isCounter: true,
      read: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    },
    { name: 'process_uptime_seconds', help: 'Since the process started.', read: () => process.uptime() },
  ];
}
