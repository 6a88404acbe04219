/** Erases what is old enough daily at `PROOF_PURGE_AT`, for as long as a node runs (P45). */
import type { Logger } from 'pino';
import { sleep } from '../../async/sleep.js';
import type { Clock } from '../../clock.js';
import type { Leases } from '../../store/leases.js';
import { lastPurgeTime } from '../purge-time.js';
import type { Retention } from './retention.js';

/** How often it looks at the clock, and the pause after a run that failed. */
const LOOK_MS = 1_000;
const RETRY_MS = 60_000;
const LEASE = 'retention';

export interface RetentionSchedule {
  /** The time of day, in minutes after midnight UTC. */
  readonly minutes: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly leases: Leases;
  /** Aborts when the node stops. */
  readonly stopping: AbortSignal;
}

/** One node of those that share a store does it. A time at which none ran is made up for. Never rejects. */
export async function keepRetention(retention: Retention, schedule: RetentionSchedule): Promise<void> {
  const { leases, minutes, clock, log, stopping } = schedule;
  try {
    // A lease is lost with the end of the node, too.
    await leases.run(LEASE, stopping, async ({ lost }) => {
      let done = -Infinity;
      while (!lost.aborted) {
        const due = lastPurgeTime(minutes, clock.now());
        if (due > done) {
          if (await succeeds(retention, new Date(due), { log, ending: lost })) done = due;
          else await sleep(RETRY_MS, lost);
        }
        await sleep(LOOK_MS, lost);
      }
    });
  } catch (error) {
    log.error({ err: error }, 'what is old enough is not erased any more');
  }
}

async function succeeds(
  retention: Retention,
  due: Date,
  { log, ending }: { readonly log: Logger; readonly ending: AbortSignal },
): Promise<boolean> {
  try {
    const count = await retention.run(due, ending);
    if (count > 0) log.info({ erasures: count }, 'what was old enough by RETENTION is erased');
    return true;
  } catch (error) {
    if (!ending.aborted) log.error({ err: error }, 'what is old enough could not be erased; it is tried again');
    return false;
  }
}
