/** When a copy needs its next request. */
import { backoffDelay } from '../../async/backoff.js';
import type { CopyFacts, Due, FoundBy, Priority } from './copy-facts.js';

export interface Intervals {
  /** Between two checks; 0: none (M36). */
  readonly sweepSeconds: number;
  readonly retryMs: { readonly min: number; readonly max: number };
  readonly random: () => number;
}

const DAY_MS = 86_400_000;
/** After an answer, the next request waits at least this time (M17). */
const QUIET_MS = 200;

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** The later one of two times, where there are two. */
export const later = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;

const dueAt = (at: Date, priority: Priority, foundBy: FoundBy, attempts = 0, hint?: Due['hint']): Due => ({
  at,
  priority,
  foundBy,
  attempts,
  hint,
});

/** The next regular check: at 80 % to 120 % of the interval, so that checks spread out. */
export function nextSweep(now: Date, { sweepSeconds, random }: Intervals): Due | undefined {
  if (sweepSeconds === 0) return undefined;
  return dueAt(after(now, sweepSeconds * 1000 * (0.8 + 0.4 * random())), 'sweep', 'sweep');
}

/** The next check of a copy without access. */
export const nextDay = (now: Date): Due => dueAt(after(now, DAY_MS), 'sweep', 'sweep');

/** Another attempt after a failure of this copy alone. */
export function nextAttempt(now: Date, before: Due | undefined, { retryMs, random }: Intervals): Due {
  const attempts = (before?.attempts ?? 0) + 1;
  const delay = Math.min(DAY_MS, backoffDelay(retryMs, attempts, random()));
  return dueAt(after(now, delay), before?.priority ?? 'sweep', before?.foundBy ?? 'sweep', attempts, before?.hint);
}

/** Another attempt after an answer that could not be read: up to a day later (M39). */
export const afterPoison = (now: Date, before: Due | undefined, { retryMs, random }: Intervals): Due =>
  nextAttempt(now, before, { sweepSeconds: 0, retryMs: { min: retryMs.min, max: DAY_MS }, random });

/** A request because of a notification. */
export function dueByHint(now: Date, { checkedAt }: Pick<CopyFacts, 'checkedAt'>, hint: Due['hint']): Due {
  // A check after now is one before the clock was set back.
  const isQuiet = checkedAt === undefined || checkedAt > now;
  const at = isQuiet ? now : new Date(Math.max(now.getTime(), checkedAt.getTime() + QUIET_MS));
  return dueAt(at, 'notified', 'notification', 0, hint);
}

/**
 * What is due when a request for a notification had no answer in time. A request for the newest revision that became due
 * since it began stays: under its name, the answer to the earlier one does not count for it.
 *
 * @param late because of that notification.
 */
export function dueLate(current: Due | undefined, late: Due): Due {
  const isAsked = current !== undefined && current.priority !== 'sweep' && current.priority !== 'repair';
  return isAsked ? current : late;
}

/** A request as soon as possible. */
export const dueNow = (now: Date, priority: Priority, foundBy: FoundBy): Due => dueAt(now, priority, foundBy);

/**
 * The same, asked for anew: later than a request that is due in the same millisecond, whose answer would otherwise count
 * for both.
 */
export function dueAgain(before: Due | undefined, now: Date, priority: Priority, foundBy: FoundBy): Due {
  const isSameTime = before !== undefined && before.at >= now && before.at < after(now, QUIET_MS);
  return dueAt(isSameTime ? after(before.at, 1) : now, priority, foundBy);
}

/** The more urgent of two requests: anything but a regular check stays. */
export const sooner = (current: Due | undefined, next: Due): Due =>
  current === undefined || current.priority === 'sweep' || current.at > next.at ? next : current;

/**
 * The next request after an answer. A request that became due while this one was under way remains.
 *
 * @param taken what the answered request was made for.
 */
export function dueAfter(
  current: Due | undefined,
  taken: Due | undefined,
  next: Due | undefined,
  now: Date,
): Due | undefined {
  const isSame =
    current?.at.getTime() === taken?.at.getTime() &&
    current?.priority === taken?.priority &&
    current?.hint === taken?.hint;
  // What a notification makes due may be done before it is stored: the answer stands for the next check, too.
  const isNotified = taken?.priority === 'notified' && (current?.priority === 'sweep' || current?.hint === taken.hint);
  if (isSame || isNotified || current === undefined) return next;
  const quiet = after(now, QUIET_MS);
  return current.at < quiet ? { ...current, at: quiet } : current;
}
