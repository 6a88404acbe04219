/** Metrics of the node as a whole: its event loop and degradations. */
import type { Degradation } from '../degradations.js';
import type { EventLoop } from './event-loop.js';
import { programVersion } from '../version.js';
import type { Metrics } from './metrics.js';

/** Registers the degradations of `/health/ready`, for alerts. */
export function registerDegradationMetrics(metrics: Metrics, degradations: { list(): readonly Degradation[] }): void {
  metrics.add({
    name: 'degraded',
    help: 'What was set aside or is unavailable now, by kind.',
    labels: ['kind'],
    read: () => degradations.list().map(({ key, count }) => ({ labels: { kind: key }, value: count })),
  });
}

/** Registers the running program, as labels of a constant. */
export function registerBuildMetrics(metrics: Metrics): void {
  const labels = { version: programVersion(), node: process.versions.node };
  metrics.add({
    name: 'build_info',
    help: 'The versions of this program and of Node.js; always 1.',
    labels: ['version', 'node'],
    read: () => [{ labels, value: 1 }],
  });
}

/** Registers the delay in `/health/ready`; unlike `nodejs_eventloop_lag_*`, a scrape does not reset it. */
export function registerEventLoopMetrics(metrics: Metrics, eventLoop: Pick<EventLoop, 'delay'>): void {
  let previous = performance.eventLoopUtilization();
  metrics.add(
    {
      name: 'event_loop_delay_seconds',
      help: 'How late timers were, the worse of this minute and the one before.',
      labels: ['statistic'],
      read: () => {
        const { meanMs, p99Ms, maxMs } = eventLoop.delay;
        return Object.entries({ mean: meanMs, p99: p99Ms, max: maxMs }).map(([statistic, ms]) => ({
          labels: { statistic },
          value: ms / 1000,
        }));
      },
    },
    {
      name: 'event_loop_utilization',
      help: 'The share of the time that the event loop was busy, since the last scrape.',
      read: () => {
        const current = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(current, previous);
        previous = current;
        return utilization;
      },
    },
  );
}
