import { plural, texts } from '../core/index.js';

export const latencyTexts = texts({
  title: 'Latency of deliveries',
  tab: 'Latency',
  drawing: (name: string) => `Deliveries to ${name}: when they were written across, time until they were confirmed up`,
  legend:
    'Filled: confirmed. Open: waits, and grows. Crossed: given up. The larger, the more attempts; a number counts deliveries that lie together. Hatched: a queue is or was paused. The scale of the durations is logarithmic.',
  confirmed: (count: number, duration: string, attempts: number) =>
    `${plural(count, 'delivery', 'deliveries')} confirmed after at most ${duration}, ${plural(attempts, 'attempt', 'attempts')}`,
  waits: (count: number, duration: string, attempts: number) =>
    `${plural(count, 'delivery waits', 'deliveries wait')}, for up to ${duration}, ${plural(attempts, 'attempt', 'attempts')} so far`,
  skipped: (count: number, duration: string) =>
    `${plural(count, 'delivery', 'deliveries')} given up after at most ${duration}`,
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
  boundedPauses: (count: number) => `At most the newest ${count} pauses are drawn. Choose a time to see earlier ones.`,
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
  bounded: (count: number) => `The newest ${count} are drawn. Choose a time to see earlier ones.`,
  tooMany: (visible: number, all: number) => `The table has the newest ${visible} of ${all}.`,
  from: 'Confirmed from (UTC)',
  to: 'to (UTC)',
});
