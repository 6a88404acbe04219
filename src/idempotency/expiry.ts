/** Ends idempotency keys after `IDEMPOTENCY_HOURS` (K25). */
import { retried } from '../async/retried.js';
import { sleep } from '../async/sleep.js';
import type { Services } from '../services.js';
import { HOUR_MS, type IdempotencyServices } from './idempotency-keys.js';
import { ALL_KEYS } from './lookups.js';
import { readStoredKey } from './stored-key.js';

type ExpiryServices = IdempotencyServices & Pick<Services, 'log' | 'random'>;

/** The keys that one transaction drops. */
const STEP = 1_000;
const PAUSE_MS = 50;
const EVERY_MS = 60_000;
const RETRY_MS = { min: 1_000, max: 30_000 };

/** Drops the keys whose time is over, in small transactions, until the signal is aborted. */
export async function dropExpired(
  { store, clock, settings, lookups }: IdempotencyServices,
  signal: AbortSignal,
): Promise<void> {
  const until = clock.now().getTime() - settings.idempotencyHours * HOUR_MS;
  while (!signal.aborted) {
    const old = await store.lookup(lookups.idempotency.keys, ALL_KEYS, { limit: STEP, until });
    if (old.length === 0) return;
    const graphs = old.map(({ value }) => value);
    await store.transact(graphs, async (tx) => {
      for (const graph of graphs) {
        // It may have been used again meanwhile.
        const key = readStoredKey(await tx.read(graph), graph);
        if (key === undefined || key.at.getTime() <= until) await tx.drop(graph);
      }
    });
    await sleep(PAUSE_MS, signal);
  }
}

/** Drops them every minute until the node stops. Nodes that share a store may all do so. Never rejects. */
export async function keepDropping(services: ExpiryServices, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await sleep(EVERY_MS, stopping);
    await retried(() => dropExpired(services, stopping), {
      signal: stopping,
      retryMs: RETRY_MS,
      random: services.random,
      onFailure: (error, failures) => {
        services.log.error({ err: error, failures }, 'expired idempotency keys could not be deleted');
      },
    });
  }
}
