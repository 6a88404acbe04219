/** Ranges of missing revisions (M35): one entry for a range, however long. */
import type { Due, Gap } from './copy-facts.js';

/** Revisions from one number to another, both included. */
export type NumberRange = Pick<Gap, 'from' | 'to'>;

/** What an attempt to fetch missing revisions has come to. */
export interface Miss extends NumberRange {
  readonly reason: Gap['reason'];
}

const HOUR_MS = 3_600_000;
/** A range that could not be had is tried again after these times, and then no more. */
const AGAIN_MS = [HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS] as const;

const inOrder = (one: NumberRange, other: NumberRange): number => one.from - other.from;

/** Ranges without some numbers. */
export const withoutRange = <Range extends NumberRange>(ranges: readonly Range[], { from, to }: NumberRange): Range[] =>
  ranges.flatMap((range) =>
    to < range.from || from > range.to
      ? [range]
      : [
          { ...range, to: from - 1 },
          { ...range, from: to + 1 },
        ].filter((part) => part.from <= part.to),
  );

/** The gaps with a range that has not been tried yet; what is in a gap already stays there. */
export function withMissing(gaps: readonly Gap[], from: number, to: number): readonly Gap[] {
  if (from > to) return gaps;
  let added: Gap[] = [{ from, to, reason: 'pending', tried: 0, next: undefined }];
  for (const gap of gaps) added = withoutRange(added, gap);
  return merged([...gaps, ...added]);
}

/** The gaps without a revision that has been received. */
export const withoutNumber = (gaps: readonly Gap[], number: number): readonly Gap[] =>
  withoutRange(gaps, { from: number, to: number });

/** The gaps after an attempt, with the time of the next one. */
export function withMisses(gaps: readonly Gap[], misses: readonly Miss[], now: Date): readonly Gap[] {
  let changed = gaps;
  for (const miss of misses)
    changed = changed.flatMap((gap) => {
      const [from, to] = [Math.max(gap.from, miss.from), Math.min(gap.to, miss.to)];
      if (from > to) return [gap];
      const wait = AGAIN_MS[gap.tried];
      const next = wait === undefined ? undefined : new Date(now.getTime() + wait);
      return [...withoutRange([gap], { from, to }), { from, to, reason: miss.reason, tried: gap.tried + 1, next }];
    });
  return merged(changed);
}

/** The gaps, all of which are to be tried at the next check, also those that had been given up. */
export const triedAgain = (gaps: readonly Gap[], now: Date): readonly Gap[] =>
  gaps.map((gap) => ({ ...gap, next: now }));

/** Neighbours that differ in nothing are one. */
function merged(gaps: readonly Gap[]): readonly Gap[] {
  const found: Gap[] = [];
  for (const gap of [...gaps].sort(inOrder)) {
    const last = found.at(-1);
    const isSame =
      last !== undefined &&
      last.to + 1 === gap.from &&
      last.reason === gap.reason &&
      last.tried === gap.tried &&
      last.next?.getTime() === gap.next?.getTime();
    if (isSame) found[found.length - 1] = { ...last, to: gap.to };
    else found.push(gap);
  }
  return found;
}

/** Whether a gap is to be tried now: one that is pending has never been, or is tried again after an error. */
const isDue = ({ reason, next }: Gap, now: Date): boolean =>
  next === undefined ? reason === 'pending' : next.getTime() <= now.getTime();

/** The gaps that are to be tried now. */
export const dueGaps = (gaps: readonly Gap[], now: Date): readonly Gap[] => gaps.filter((gap) => isDue(gap, now));

/** The next request about a copy, which is for its gaps if they are to be tried before. */
export function dueWithGaps(due: Due | undefined, gaps: readonly Gap[], now: Date): Due | undefined {
  if (due !== undefined && due.priority !== 'sweep') return due;
  const repair = { foundBy: 'repair', attempts: 0, hint: undefined } as const;
  if (gaps.some((gap) => isDue(gap, now))) return { at: now, priority: 'repair', ...repair };
  const times = gaps.flatMap(({ next }) => (next === undefined ? [] : [next.getTime()]));
  const first = Math.min(...times);
  if (times.length === 0 || (due !== undefined && due.at.getTime() <= first)) return due;
  return { at: new Date(first), priority: 'sweep', foundBy: 'sweep', attempts: 0, hint: undefined };
}
