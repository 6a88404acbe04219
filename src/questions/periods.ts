/** Periods in addresses: `2026`, `2026-11`, `2026-11-22`, `2026-11-01/2026-11-15`, or the last days, `P30D`. All in UTC. */

export interface Period {
  readonly from: Date;
  /** Not in it. */
  readonly to: Date;
}

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const LAST_DAYS = /^P([1-9]\d{0,3})D$/;

/** A year, a month or a day. */
function calendarPeriod(text: string): Period | undefined {
  const [match, yearText = '', monthText, dayText] = DATE.exec(text) ?? [];
  if (match === undefined) return undefined;
  const [year, month, day] = [Number(yearText), Number(monthText ?? 1), Number(dayText ?? 1)];
  const from = new Date(Date.UTC(year, month - 1, day));
  // 31 February would be a day in March.
  if (year < 1000 || from.getUTCMonth() !== month - 1 || from.getUTCDate() !== day) return undefined;
  const to =
    monthText === undefined
      ? Date.UTC(year + 1, 0, 1)
      : dayText === undefined
        ? Date.UTC(year, month, 1)
        : from.getTime() + DAY_MS;
  return { from, to: new Date(to) };
}

/** @returns undefined for a text that is no period. */
export function periodOf(text: string, now: Date): Period | undefined {
  const [, days] = LAST_DAYS.exec(text) ?? [];
  if (days !== undefined)
    return { from: new Date(now.getTime() - Number(days) * DAY_MS), to: new Date(now.getTime() + 1) };
  const [first = '', last = first, ...others] = text.split('/');
  const [from, to] = [calendarPeriod(first), calendarPeriod(last)];
  if (from === undefined || to === undefined || others.length > 0 || from.from >= to.to) return undefined;
  return { from: from.from, to: to.to };
}
