/** Purges for as long as a node runs: what is erased is removed from the files daily, or at once (P39). */
import type { Logger } from 'pino';
import { sleep } from '../async/sleep.js';
import type { Clock } from '../clock.js';
import type { Degradations } from '../degradations.js';
import { ServiceError } from '../errors.js';
import type { Leases } from '../store/leases.js';
import type { ErasurePurge } from './purge.js';
import { isPurgeDue, type PurgeTimes } from './purge-time.js';

/** How often it looks, and the pause after an attempt that failed. */
const LOOK_MS = 5_000;
const RETRY_MS = 60_000;
const LEASE = 'purge';
const DEGRADATION = 'purge';

export interface PurgeSchedule {
  readonly times: PurgeTimes;
  readonly clock: Clock;
  readonly log: Logger;
  readonly degradations: Degradations;
  readonly leases: Leases;
  /** Aborts when the node stops. */
  readonly stopping: AbortSignal;
}

/** One node of those that share a store purges. Never rejects. */
export async function keepPurging(purge: ErasurePurge, schedule: PurgeSchedule): Promise<void> {
  const { leases, log, stopping } = schedule;
  try {
    await leases.run(LEASE, stopping, async ({ lost }) => {
      while (!lost.aborted && !stopping.aborted) await sleep(await purgeWhatIsDue(purge, schedule), lost, stopping);
    });
  } catch (error) {
    log.error({ err: error }, 'what is erased is not removed from the files any more');
  }
}

/** @returns the time until it looks again. */
async function purgeWhatIsDue(
  purge: ErasurePurge,
  { times, clock, log, degradations, stopping }: PurgeSchedule,
): Promise<number> {
  try {
    const hidden = await purge.hidden();
    if (!hidden.some(({ erasure }) => isPurgeDue(times, erasure.at, clock.now()))) {
      if (hidden.length === 0) degradations.clear(DEGRADATION);
      return LOOK_MS;
    }
    const count = await purge.run(stopping);
    if (count === 0) {
      degradations.report(DEGRADATION, 'the SPARQL engine or a standby has not confirmed erasures', hidden.length);
      return RETRY_MS;
    }
    degradations.clear(DEGRADATION);
    log.info({ erasures: count }, 'what was erased is removed from the files of the store');
    return LOOK_MS;
  } catch (error) {
    if (stopping.aborted) return 0;
    const isFull = error instanceof ServiceError && error.kind === 'insufficient-storage';
    const reason = isFull
      ? 'there is no room for a new file without what was erased'
      : 'what was erased cannot be removed from the files of the store';
    degradations.report(DEGRADATION, reason, 1);
    log.error({ err: error }, reason);
    return RETRY_MS;
  }
}
