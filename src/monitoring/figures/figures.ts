/** The figures of `/metrics` on the Health page: current values, the last 15 minutes, and exceeded limits. */
import { type LimitName, limits } from './limits.js';
import type { Scrape } from './scrape.js';
import { percentile99, rise } from './scrape.js';

/** The format of a figure. */
export type Unit = 'count' | 'bytes' | 'seconds' | 'per-second' | 'share';

interface FigureDefinition {
  readonly unit: Unit;
  readonly limit?: LimitName;
  /** @param before a scrape from up to 5 minutes ago, for rates. */
  readonly read: (now: Scrape, before: Scrape | undefined) => number | undefined;
}

const perSecond =
  (name: string, labels: (status: Readonly<Record<string, string>>) => boolean) =>
  (now: Scrape, before: Scrape | undefined): number | undefined => {
    if (before === undefined) return undefined;
    const count = (scrape: Scrape): number =>
      scrape.all(name).reduce((sum, sample) => sum + (labels(sample.labels) ? sample.value : 0), 0);
    const rose = rise(count(before), count(now));
    return rose === undefined ? undefined : rose / ((now.at - before.at) / 1000);
  };

/** The figures in display order. */
export const figures = {
  statements: { unit: 'count', read: (now) => now.sum('store_quads') },
  memory: { unit: 'bytes', limit: 'memory', read: (now) => now.sum('process_resident_memory_bytes') },
  diskFree: { unit: 'bytes', limit: 'diskFree', read: (now) => now.sum('store_disk_free_bytes') },
  disk: { unit: 'bytes', read: (now) => now.sum('store_disk_bytes') },
  backupAge: { unit: 'seconds', limit: 'backupAge', read: (now) => now.sum('store_backup_age_seconds') },
  flush: {
    unit: 'seconds',
    limit: 'flush',
    read: (now, before) => percentile99('cargograph_store_flush_seconds', before, now),
  },
  flushFailures: {
    unit: 'count',
    limit: 'flushFailures',
    read: (now, before) => {
      const failures = now.sum('store_flush_failures_total');
      if (failures === undefined || before === undefined) return undefined;
      return rise(before.sum('store_flush_failures_total'), failures);
    },
  },
  oldestReading: {
    unit: 'seconds',
    limit: 'oldestReading',
    read: (now) => now.max('store_oldest_reading_seconds'),
  },
  eventLoop: {
    unit: 'seconds',
    limit: 'eventLoop',
    read: (now) => now.max('event_loop_delay_seconds', { statistic: 'p99' }),
  },
  busy: { unit: 'share', read: (now) => now.sum('event_loop_utilization') },
  requests: { unit: 'per-second', read: perSecond('http_requests_total', () => true) },
  serverErrors: {
    unit: 'per-second',
    limit: 'serverErrors',
    read: perSecond('http_requests_total', ({ status = '' }) => status.startsWith('5')),
  },
  limited: {
    unit: 'per-second',
    limit: 'limited',
    read: perSecond('http_requests_total', ({ status }) => status === '429'),
  },
  tokensRejected: {
    unit: 'per-second',
    limit: 'tokensRejected',
    read: perSecond('tokens_rejected_total', ({ reason }) => reason !== 'missing'),
  },
  openRequests: { unit: 'count', read: (now) => now.sum('http_requests_open') },
  queriesWait: { unit: 'count', limit: 'queriesWait', read: (now) => now.sum('sparql_waiting') },
  queriesRun: { unit: 'count', read: (now) => now.sum('sparql_workers', { state: 'busy' }) },
  queryMemory: { unit: 'bytes', read: (now) => now.sum('sparql_copies_bytes') },
  outbox: { unit: 'count', read: (now) => now.sum('outbox_depth') ?? 0 },
  outboxAge: { unit: 'seconds', limit: 'outboxAge', read: (now) => now.max('outbox_age_seconds') },
  pending: { unit: 'count', read: (now) => now.sum('requests_pending') },
  degraded: { unit: 'count', limit: 'degraded', read: (now) => now.sum('degraded') ?? 0 },
} as const satisfies Readonly<Record<string, FigureDefinition>>;

export type FigureName = keyof typeof figures;

export interface FigurePoint {
  readonly at: number;
  readonly value: number;
}

export interface Figure {
  readonly name: FigureName;
  readonly unit: Unit;
  readonly limit: LimitName | undefined;
  /**
   * Undefined until the second scrape for rates, and for figures that the node lacks, such as disk of a store in
   * memory.
   */
  readonly now: number | undefined;
  readonly bound: number | undefined;
  readonly isBeyond: boolean;
  readonly points: readonly FigurePoint[];
}

/** The window of the rates in docs/alerts.yml. */
const RATE_MS = 5 * 60_000;
export const HISTORY_MS = 15 * 60_000;

const definitions = Object.entries(figures) as [FigureName, FigureDefinition][];

const startOf = (scrape: Scrape): number | undefined => scrape.sum('process_start_time_seconds');

/** The scrapes of the last 15 minutes. */
export class FiguresHistory {
  #scrapes: readonly Scrape[] = [];

  get latest(): Scrape | undefined {
    return this.#scrapes.at(-1);
  }

  add(scrape: Scrape): void {
    this.#scrapes = [...this.#scrapes.filter(({ at }) => at > scrape.at - HISTORY_MS && at < scrape.at), scrape];
  }

  clear(): void {
    this.#scrapes = [];
  }

  /** The increase of a counter per second over the last five minutes. */
  rate(name: string, labels: Readonly<Record<string, string>>): number | undefined {
    const now = this.latest;
    const before = now === undefined ? undefined : this.#before(now);
    if (now === undefined || before === undefined) return undefined;
    const rose = rise(before.sum(name, labels), now.sum(name, labels));
    return rose === undefined ? undefined : rose / ((now.at - before.at) / 1000);
  }

  /** The figures that this node has. */
  figures(): Figure[] {
    return definitions.flatMap(([name, definition]) => this.#figure(name, definition) ?? []);
  }

  /** The first scrape of the five minutes before another one, of the same process: counters restart at 0. */
  #before(now: Scrape): Scrape | undefined {
    const run = startOf(now);
    return this.#scrapes.find(
      (scrape) => scrape.at < now.at && scrape.at >= now.at - RATE_MS && startOf(scrape) === run,
    );
  }

  #figure(name: FigureName, { unit, limit, read }: FigureDefinition): Figure | undefined {
    const { latest } = this;
    if (latest === undefined) return undefined;
    const points = this.#scrapes.flatMap((scrape) => {
      const value = read(scrape, this.#before(scrape));
      return value === undefined ? [] : [{ at: scrape.at, value }];
    });
    const now = points.at(-1)?.at === latest.at ? points.at(-1)?.value : undefined;
    // A metric that the node has never sent does not exist; rates need two scrapes.
    const isRate = unit === 'per-second' || name === 'flush' || name === 'flushFailures';
    if (points.length === 0 && !isRate) return undefined;
    // A copy of the store needs as much space as the store.
    const bound = name === 'diskFree' ? latest.sum('store_disk_bytes') : limit && limits[limit].bound;
    const isBeyond =
      now !== undefined &&
      (name === 'diskFree' ? now < (bound ?? 0) : limit !== undefined && limits[limit].isBeyond(now));
    return { name, unit, limit, now, bound, isBeyond, points };
  }
}

/** Requests of one class of status. */
export interface StatusCount {
  /** `2xx`; `0` if the client closed the connection first. */
  readonly status: string;
  readonly total: number;
}

/** Requests by response status since the start of the node. */
export function requestsByStatus(scrape: Scrape): StatusCount[] {
  const totals = new Map<string, number>();
  for (const { labels, value } of scrape.all('http_requests_total'))
    totals.set(labels['status'] ?? '', (totals.get(labels['status'] ?? '') ?? 0) + value);
  return Array.from(totals, ([status, total]) => ({ status, total })).sort((one, other) =>
    one.status.localeCompare(other.status),
  );
}

/** Waiting notifications by subscriber, the oldest first. */
export interface SubscriberBacklog {
  readonly subscriber: string;
  readonly waiting: number;
  readonly ageSeconds: number;
  readonly failing: number;
  readonly isBeyond: boolean;
}

export function backlogs(scrape: Scrape): SubscriberBacklog[] {
  return scrape
    .all('outbox_depth')
    .map(({ labels, value }) => {
      const one = { subscriber: labels['subscriber'] ?? '' };
      const ageSeconds = scrape.sum('outbox_age_seconds', one) ?? 0;
      return {
        ...one,
        waiting: value,
        ageSeconds,
        failing: scrape.sum('outbox_failing_attempts', one) ?? 0,
        isBeyond: limits.outboxAge.isBeyond(ageSeconds),
      };
    })
    .filter(({ waiting }) => waiting > 0)
    .sort((one, other) => other.ageSeconds - one.ageSeconds);
}
