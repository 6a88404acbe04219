/** When what was erased is to be removed from the files (`PROOF_PURGE`, P39). */

export interface PurgeTimes {
  readonly mode: 'daily' | 'at-once';
  /** For `daily`: minutes after midnight UTC. */
  readonly minutes: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Whether the bytes of an erasure are to be removed by now: also after a time at which no node was running. */
export function isPurgeDue({ mode, minutes }: PurgeTimes, erasedAt: Date, now: Date): boolean {
  if (mode === 'at-once') return true;
  const offset = minutes * MINUTE_MS;
  const lastTime = Math.floor((now.getTime() - offset) / DAY_MS) * DAY_MS + offset;
  return erasedAt.getTime() < lastTime;
}
