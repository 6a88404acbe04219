import { number, plural, texts } from '../core/index.js';

export const latencyTexts = texts('latencyTexts', {
  title: 'Latency of deliveries',
  tab: 'Latency',
  drawing: (name: string) => `Deliveries to ${name}: creation on the x axis, time until confirmation on the y axis`,
  legend:
    'Filled: confirmed. Ring: waiting. Crossed: given up. A larger mark had more attempts; a number says how many deliveries a mark stands for. Hatched: paused. Each line upwards is a longer time.',
  confirmed: (count: number, duration: string, attempts: number) =>
    `${plural(count, 'delivery', 'deliveries')} confirmed after at most ${duration}, ${plural(attempts, 'attempt', 'attempts')}`,
  waits: (count: number, duration: string, attempts: number) =>
    `${plural(count, 'delivery waits', 'deliveries wait')}, for up to ${duration}, ${plural(attempts, 'attempt', 'attempts')} so far`,
  skipped: (count: number, duration: string) =>
    `${plural(count, 'delivery', 'deliveries')} given up after at most ${duration}`,
  soon: (share: number) => `${number(share)} % within 5 s`,
  quantiles: (p50: string, p95: string) => `p50 ${p50}, p95 ${p95}`,
  waitSince: (count: number, time: string) => `${plural(count, 'waits', 'wait')} since ${time}`,
  pausedSince: (time: string) => `paused since ${time}`,
  pausedBy: (agent: string, time: string) => `paused by ${agent} ${time}`,
  resumedBy: (agent: string, time: string) => `resumed by ${agent} ${time}`,
  stillPaused: 'still paused',
  pauses: (count: number) => plural(count, 'pause', 'pauses'),
  pausedAt: 'Paused',
  pausedByHeading: 'Paused by',
  queue: 'Queue',
  allQueues: 'all of the subscriber',
  reason: 'Reason',
  resumedAt: 'Resumed',
  resumedByHeading: 'Resumed by',
  boundedPauses: (count: number) =>
    `The drawing has at most the newest ${count} pauses. Choose a time to see earlier ones.`,
  written: 'Written',
  subscriber: 'Subscriber',
  until: 'Until confirmed',
  stillWaits: 'still waits',
  givenUp: 'given up',
  attempts: 'Attempts',
  event: 'Notification',
  object: 'Object',
  rows: (count: number) => plural(count, 'delivery', 'deliveries'),
  empty: 'Nothing was delivered in this time, and nothing waits.',
  bounded: (count: number) => `The drawing has the newest ${count}. Choose a time to see earlier ones.`,
  from: 'Confirmed from (UTC)',
  to: 'to (UTC)',
});
