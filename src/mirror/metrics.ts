/** The metrics of the mirror (M62). No label holds a URI or a host. */
import type { Clock } from '../clock.js';
import type { Metrics, Sample } from '../metrics/metrics.js';
import type { IndexedLookup, LookupReader } from '../store/lookup.js';
import { type FoundBy, foundBys, gapReasons } from './copies/copy-facts.js';
import { copyStates } from './copies/copy-state.js';
import { followStates } from './follows/follow.js';
import { BEHIND, CHECKED, gapPartition, type MirrorLookups, statePartition } from './lookups.js';

export interface MirrorMetrics {
  /** A revision has been stored. */
  received(by: FoundBy): void;
  /** A revision has been stored that an active subscription did not notify (M37). */
  missed(): void;
  /** A request has been answered; `failed` without an answer. */
  requested(status: number | 'failed'): void;
  /** The time from a notification to the revision that it brought, in seconds. */
  notified(seconds: number): void;
}

export interface MeasuredMirror {
  readonly store: LookupReader;
  readonly lookups: { readonly mirror: Pick<MirrorLookups, 'copies' | 'figures' | 'follows'> };
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Registers what the store holds of partners, which is the same on all nodes of a store, and counts what this process does.
 *
 * @returns what is told of each event.
 */
export function registerMirrorMetrics(metrics: Metrics, { store, lookups, clock }: MeasuredMirror): MirrorMetrics {
  const { copies, figures, follows } = lookups.mirror;
  const counted = <Value extends string>(
    label: string,
    values: readonly Value[],
    lookup: IndexedLookup,
    partitionOf: (value: Value) => string,
  ): Promise<Sample[]> =>
    Promise.all(
      values.map(async (value) => ({
        labels: { [label]: value },
        value: await store.count(lookup, partitionOf(value)),
      })),
    );
  metrics.add(
    {
      name: 'mirror_objects',
      help: "Copies of partners' objects, by state.",
      labels: ['state'],
      read: () => counted('state', copyStates, copies, statePartition),
    },
    {
      name: 'mirror_follows',
      help: "Follows of partners' objects, by state.",
      labels: ['state'],
      read: () => counted('state', followStates, follows, statePartition),
    },
    {
      name: 'mirror_gaps',
      help: 'Ranges of revisions that this node does not hold, by reason.',
      labels: ['reason'],
      read: () => counted('reason', gapReasons, figures, gapPartition),
    },
    {
      name: 'mirror_due',
      help: 'Copies that are known to be behind.',
      read: async () => [{ value: await store.count(figures, BEHIND) }],
    },
    {
      name: 'mirror_oldest_check_seconds',
      help: 'The time since the last check of the copy that was not checked for longest; 0 without copies.',
      read: async () => {
        const [oldest] = await store.lookup(figures, CHECKED, { limit: 1 });
        return [{ value: oldest === undefined ? 0 : Math.max(0, (clock.now().getTime() - oldest.order) / 1000) }];
      },
    },
  );
  const revisions = metrics.counter(
    'mirror_revisions_total',
    "Revisions of partners' objects that were stored, by what led to their request.",
    ['found_by'],
  );
  for (const by of foundBys) revisions.inc({ found_by: by }, 0);
  const missed = metrics.counter(
    'mirror_missed_total',
    'Revisions that the sweep or a repair found while an active subscription had not notified them.',
    [],
  );
  const requests = metrics.counter(
    'mirror_requests_total',
    "Requests to partners' servers, by status; `failed` without an answer.",
    ['status'],
  );
  requests.inc({ status: 'failed' }, 0);
  const notified = metrics.histogram(
    'mirror_notified_seconds',
    'From a notification to the commit of the revision that it brought.',
    [],
  );
  return {
    received: (by) => {
      revisions.inc({ found_by: by });
    },
    missed: () => {
      missed.inc();
    },
    requested: (status) => {
      requests.inc({ status: String(status) });
    },
    notified: (seconds) => {
      notified.observe(seconds);
    },
  };
}
