/** The store's metrics. */
import type { Metrics } from '../metrics/metrics.js';
import type { ConnectionCounts } from './record.js';
import { lastBackup } from './folder/backup-record.js';
import type { Flush, StoreStatus } from './store.js';

/** Registers gauges of the store's state. */
export function registerStoreMetrics(metrics: Metrics, store: { status(): StoreStatus }): void {
  const gauge = (name: string, help: string, read: (status: StoreStatus) => number): void => {
    metrics.add({ name: `store_${name}`, help, read: () => read(store.status()) });
  };
  metrics.add({
    name: 'store_ready',
    help: '1 while the store answers reads, and while it takes writes.',
    labels: ['access'],
    read: () => {
      const { reads, writes } = store.status();
      return [
        { labels: { access: 'reads' }, value: Number(reads) },
        { labels: { access: 'writes' }, value: Number(writes) },
      ];
    },
  });
  gauge('graphs', 'Named graphs in the store.', ({ graphs }) => graphs);
  gauge('quads', 'Statements in the store.', ({ statements }) => statements);
  if (store.status().diskBytes !== undefined) {
    gauge('disk_bytes', "The size of the store's file.", ({ diskBytes = 0 }) => diskBytes);
    gauge('disk_free_bytes', "Free disk space where the store's file is.", ({ diskFreeBytes = 0 }) => diskFreeBytes);
    gauge(
      'oldest_reading_seconds',
      "How long the oldest reading of the store's file has been open while commits went on; the file grows meanwhile.",
      ({ oldestReadingSeconds = 0 }) => oldestReadingSeconds,
    );
  }
  if (store.status().connections !== undefined) {
    const counter = (name: string, help: string, read: (counts: ConnectionCounts) => number): void => {
      const none = { outages: 0, reconnects: 0 };
      metrics.add({ name, help, isCounter: true, read: () => read(store.status().connections ?? none) });
    };
    counter('store_database_outages_total', 'How often the database answered no connection.', (of) => of.outages);
    counter(
      'store_database_reconnects_total',
      'How often connections to the database were given up and made again.',
      (of) => of.reconnects,
    );
  }
  metrics.add({
    name: 'store_commits_total',
    help: 'Commits since the store was created.',
    isCounter: true,
    read: () => store.status().sequence,
  });
}

/** Registers the age of the newest backup of the store in a folder; infinite when there is none. */
export function registerBackupMetrics(metrics: Metrics, folder: string, now: () => Date): void {
  metrics.add({
    name: 'store_backup_age_seconds',
    help: 'How long ago the newest backup of this store was made; +Inf without one.',
    read: () => {
      const created = lastBackup(folder);
      return created === undefined ? Infinity : Math.max(0, (now().getTime() - created.getTime()) / 1000);
    },
  });
}

/** Registers metrics of flushes; the result records one flush. */
export function registerFlushMetrics(metrics: Metrics): (flush: Flush) => void {
  const duration = metrics.histogram('store_flush_seconds', 'Until the commits of one flush were on disk.', []);
  const failures = metrics.counter(
    'store_flush_failures_total',
    'Flushes that failed; none of their commits counts.',
    [],
  );
  const commitsTotal = metrics.counter('store_flushed_commits_total', 'Commits that were flushed.', []);
  return ({ seconds, commits, failed }) => {
    if (failed) {
      failures.inc();
      return;
    }
    duration.observe(seconds);
    commitsTotal.inc(commits);
  };
}
