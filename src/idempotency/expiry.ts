/** Ends idempotency keys after `IDEMPOTENCY_HOURS` (K25). */
import { dropUntil, type Expiring } from '../store/expiry.js';
import { HOUR_MS, type IdempotencyServices } from './idempotency-keys.js';
import { ALL_KEYS } from './lookups.js';
import { readStoredKey } from './stored-key.js';

/** Drops the keys whose time is over, until the signal is aborted. */
export async function dropExpired(
  { store, clock, settings, lookups }: IdempotencyServices,
  signal: AbortSignal,
): Promise<void> {
  const until = clock.now().getTime() - settings.idempotencyHours * HOUR_MS;
  const keys: Expiring = {
    lookup: lookups.idempotency.keys,
    partition: ALL_KEYS,
    isOver: (data, graph) => {
      const key = readStoredKey(data, graph);
      return key === undefined || key.at.getTime() <= until;
    },
    drop: (tx, graph) => tx.drop(graph),
  };
  await dropUntil(store, keys, until, signal);
}
