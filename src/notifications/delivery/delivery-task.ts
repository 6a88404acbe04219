/**
 * Delivery as a task of all nodes that share a store: the holder of a lease delivers, and deletes old receipts.
 * Delivery starts again if the store was unreadable or was reset.
 */
import type { Services } from '../../services.js';
import type { QueuePauses } from '../queues/pauses.js';
import type { Receipts } from '../receipts/receipts.js';
import { retried } from '../../async/retried.js';
import type { Delivery } from './delivery.js';
import { feedDelivery, type FeedServices } from './outbox-feed.js';

const LEASE = 'delivery';
/** The key of an unreadable outbox in `/health/ready`. */
const OUTBOX = 'outbox';
const RETRY_MS = { min: 500, max: 30_000 };

interface TaskParts {
  readonly delivery: Delivery;
  readonly pauses: QueuePauses;
  readonly receipts: Receipts;
}

/** Delivers whenever this process holds the lease, until the node stops. Never rejects. */
export async function runDelivery(
  services: FeedServices & Pick<Services, 'stopping' | 'random' | 'degradations'>,
  { delivery, pauses, receipts }: TaskParts,
): Promise<void> {
  const { store, stopping } = services;
  pauses.follow((changed) => {
    delivery.wake(changed);
  });
  await untilRead(services, stopping, () => pauses.readAll());
  await store.leases.run(LEASE, stopping, async ({ lost }) => {
    const trimmed = receipts.keepTrimmed(lost);
    while (!lost.aborted) await untilRead(services, lost, () => feedUntilReset(services, delivery, lost));
    await trimmed;
  });
}

/** Delivers until the lease is lost or commits were missed. */
async function feedUntilReset(
  services: FeedServices & Pick<Services, 'degradations'>,
  delivery: Delivery,
  lost: AbortSignal,
): Promise<void> {
  try {
    await feedDelivery(delivery, services, lost, () => {
      services.degradations.clear(OUTBOX);
    });
  } finally {
    await delivery.leave();
  }
}

/** Retries a reader of the outbox until it succeeds, or the signal is aborted. */
async function untilRead(
  { log, degradations, random }: Pick<Services, 'log' | 'degradations' | 'random'>,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  await retried(work, {
    signal,
    retryMs: RETRY_MS,
    random,
    onFailure: (error, failures) => {
      log.error({ err: error, failures }, 'the outbox cannot be read');
      degradations.report(OUTBOX, 'the outbox cannot be read: notifications are not delivered', failures);
    },
  });
}
