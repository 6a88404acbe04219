import { type RequestLookups, requestPartition } from '../../action-requests/lookups.js';
import { retried } from '../../async/retried.js';
import { ALL_ERASURES, type ErasureLookups } from '../../erasures/lookups.js';
import { ALL_HOLDS, type HoldLookups } from '../../legal-holds/lookups.js';
import { ALL_OBJECTS, type ObjectLookups } from '../../logistics-objects/lookups.js';
import { filterPartition, type MessageLookups } from '../../messages/lookups.js';
import { ALL_NOTIFICATIONS, FILTERED, type NotificationLookups } from '../../notifications/lookups.js';
import { graphOfReceipt } from '../../notifications/receipts/receipt.js';
import type { Iri } from '../../rdf/terms.js';
import type { Services } from '../../services.js';
import type { IndexedLookup } from '../../store/lookup.js';
import { Backfill } from './backfill.js';
import type { TimedList } from './oldest-first.js';

const RETRY_MS = { min: 500, max: 30_000 };
/** Commit times are microseconds (W54), other times milliseconds. */
const MICROSECONDS = 1_000;

/** The lookups of what makes entries. */
export interface LoggedLookups {
  readonly objects: ObjectLookups;
  readonly requests: RequestLookups;
  readonly notifications: NotificationLookups;
  readonly messages: MessageLookups;
  readonly erasures: ErasureLookups;
  readonly holds: HoldLookups;
}

/** The lists of graphs that make entries, in the order of their times; what is in none of them is found by its name. */
function timedLists(lookups: LoggedLookups): TimedList[] {
  const byTime = (lookup: IndexedLookup, partition: string, graphOf = (entry: Iri): Iri => entry): TimedList => ({
    ...{ lookup, partition, graphOf, perMillisecond: 1 },
  });
  return [
    { ...byTime(lookups.objects.members, ALL_OBJECTS), perMillisecond: MICROSECONDS },
    byTime(lookups.requests.byState, requestPartition(undefined, undefined)),
    byTime(lookups.notifications.inbox, ALL_NOTIFICATIONS),
    byTime(lookups.notifications.receipts, ALL_NOTIFICATIONS, graphOfReceipt),
    byTime(lookups.notifications.receipts, FILTERED, graphOfReceipt),
    byTime(lookups.messages.messages, filterPartition({})),
    byTime(lookups.erasures.erasures, ALL_ERASURES),
    byTime(lookups.holds.holds, ALL_HOLDS),
  ];
}

/** What gives entries to what is stored without one (P51). */
export function createBackfill(services: Services & { readonly lookups: LoggedLookups }): Backfill {
  const backfill = new Backfill(services, timedLists(services.lookups));
  services.metrics.add({
    name: 'log_backfill',
    help: 'Of what was stored without an entry in the log of proofs: entries that were made since, and graphs that are still to be looked at.',
    labels: ['state'],
    read: async () => {
      const { made, left } = await backfill.progress();
      return [
        { labels: { state: 'made' }, value: made },
        { labels: { state: 'left' }, value: left },
      ];
    },
  });
  return backfill;
}

/** Runs it until all is done or the node stops, on one node at a time. Never rejects. */
export async function keepBackfilling(
  { store, log, random, stopping }: Pick<Services, 'store' | 'log' | 'random' | 'stopping'>,
  backfill: Backfill,
): Promise<void> {
  await retried(() => store.leases.run('proof-log-backfill', stopping, ({ lost }) => backfill.run(lost)), {
    ...{ signal: stopping, retryMs: RETRY_MS, random },
    onFailure: (error, failures) => {
      log.warn({ err: error, failures }, 'not everything stored has its entry in the log of proofs yet');
    },
  });
}
