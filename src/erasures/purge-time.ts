/** When what was erased is to be removed from the files (`PROOF_PURGE`, P39). */

export interface PurgeTimes {
  readonly mode: 'daily' | 'at-once';
  /** For `daily`: minutes after midnight UTC. */
  readonly minutes: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The last time of the daily purge, in milliseconds since 1970. */
export function lastPurgeTime(minutes: number, now: Date): number {
  const offset = minutes * MINUTE_MS;
  return Math.floor((now.getTime() - offset) / DAY_MS) * DAY_MS + offset;
}

/** Whether the bytes of an erasure are to be removed by now: also after a time at which no node was running. */
export const isPurgeDue = ({ mode, minutes }: PurgeTimes, erasedAt: Date, now: Date): boolean =>
  mode === 'at-once' || erasedAt.getTime() < lastPurgeTime(minutes, now);
