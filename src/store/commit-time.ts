/**
 * Commit times (W54): microseconds since 1970, as exact integers. The record gives them when commits are made durable;
 * the time of a commit is later than that of the commit before it, on all nodes, also after a crash or when clocks are
 * set back.
 */

/** Microseconds since 1970. */
export type CommitTime = number;

/** A commit, by which the rest of a history is continued. */
export interface Position {
  readonly sequence: number;
  readonly time: CommitTime;
}

const MICROSECONDS = 1_000;

/** The first commit time of a millisecond. */
export const commitTimeOf = (date: Date): CommitTime => date.getTime() * MICROSECONDS;

/** A commit time as `xsd:dateTime`, in UTC with six digits of the second. */
export function dateTimeText(time: CommitTime): string {
  const milliseconds = Math.floor(time / MICROSECONDS);
  const rest = String(time - milliseconds * MICROSECONDS).padStart(3, '0');
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${rest}Z`;
}

const DATE_TIME = /^(\d{4}-\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.(\d{1,9}))?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The commit time in an ISO 8601 text, without what is less than a microsecond; undefined without date, time and zone. */
export function commitTimeIn(text: string): CommitTime | undefined {
  const found = DATE_TIME.exec(text);
  const milliseconds = found === null ? NaN : Date.parse(text);
  if (Number.isNaN(milliseconds)) return undefined;
  const [, month = '', day = '', fraction = ''] = found ?? [];
  // The 30th of February would be a time in March.
  if (new Date(`${month}-${day}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined;
  return Math.floor(milliseconds) * MICROSECONDS + Number(fraction.padEnd(6, '0').slice(3, 6));
}

/** The clock's time for a batch of commits. */
export interface BatchTimes {
  readonly now: CommitTime;
  /** All later commits get later times than this one (`PendingCommit.closes`); at most `now`. */
  readonly closes?: CommitTime | undefined;
}

/**
 * The time of the last commit of a batch.
 *
 * @param last the time of the last commit before it.
 * @param span the number of times that the batch takes.
 */
export function timeAfter(last: CommitTime, span: number, { now, closes = 0 }: BatchTimes): CommitTime {
  return Math.max(last + span, now + span - 1, Math.min(closes, now));
}
