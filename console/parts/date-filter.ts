/** Periods of time in filters of lists, in the zone of the reader's times (K71, K83). */

/** Periods by name: they end now. A week begins on Monday (ISO 8601). */
export const namedPeriods = ['today', 'week', 'month'] as const;
export type NamedPeriod = (typeof namedPeriods)[number];

/** What an address says of a period: a name, or the first and the last day; empty for none. */
export interface DatesInAddress {
  readonly period: string;
  readonly from: string;
  readonly to: string;
}

/** The bounds of a request, both included; undefined without a bound. */
export interface TimeBounds {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const SECOND_MS = 1000;

/** The begin of a day. Days beyond the end of a month are those of the next one. */
function beginOf(year: number, month: number, day: number, isLocal: boolean): Date {
  return isLocal ? new Date(year, month, day) : new Date(Date.UTC(year, month, day));
}

/** A day that there is, as numbers; undefined for any other text. */
function dayIn(text: string): readonly [year: number, month: number, day: number] | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const numbers = [Number(year), Number(month) - 1, Number(day)] as const;
  return beginOf(...numbers, false)
    .toISOString()
    .startsWith(text)
    ? numbers
    : undefined;
}

function beginOfPeriod(period: NamedPeriod, now: Date, isLocal: boolean): Date {
  const [year, month, day, weekday] = isLocal
    ? [now.getFullYear(), now.getMonth(), now.getDate(), now.getDay()]
    : [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), now.getUTCDay()];
  if (period === 'month') return beginOf(year, month, 1, isLocal);
  return beginOf(year, month, period === 'week' ? day - ((weekday + 6) % 7) : day, isLocal);
}

/** A time of an address: `2026-11-22T14:05`, with or without seconds and `Z`, is in UTC; other texts stay as they are. */
export const moment = (value: string): string =>
  /T\d\d:\d\d$/.test(value) ? `${value}:00Z` : value.replace(/(:\d\d)$/, '$1Z');

/**
 * The bounds of the period that an address names. The node says what is wrong with a text that is no day.
 *
 * @param isLocal whether days are those of the browser's zone; otherwise they are in UTC.
 */
export function timeBounds({ period, from, to }: DatesInAddress, now: Date, isLocal: boolean): TimeBounds {
  const named = namedPeriods.find((name) => name === period);
  if (named !== undefined) return { from: beginOfPeriod(named, now, isLocal).toISOString(), to: undefined };
  const [first, last] = [dayIn(from), dayIn(to)];
  const begin = first && beginOf(...first, isLocal).toISOString();
  // The last second of the day: a day with a change of the clock is shorter or longer.
  const end = last && new Date(beginOf(last[0], last[1], last[2] + 1, isLocal).getTime() - SECOND_MS).toISOString();
  return { from: from === '' ? undefined : (begin ?? moment(from)), to: to === '' ? undefined : (end ?? moment(to)) };
}
