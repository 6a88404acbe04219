/** Flights as people write them: `LH8400`, `LH 8400`, `LH8400/22NOV`, `LH8400 22NOV26`, `LH8400 2026-11-22` (K29). */

export interface FlightText {
  /** The number with and without zeros before it, as some write it: the one in the text first. */
  readonly numbers: readonly string[];
  /** As `2026-11-22`; undefined if the text names no day. */
  readonly day: string | undefined;
}

/** The designator of an airline (IATA or ICAO), a number, and a letter for a further operation of the day. */
const FLIGHT = /^([a-z]{2,3}|[a-z]\d|\d[a-z])[\s-]*(\d{1,4})([a-z]?)$/i;
/** The digits of a number with zeros before it. */
const PADDED = [3, 4] as const;

const months = [
  ...[['JAN'], ['FEB'], ['MAR', 'MRZ', 'MÄR'], ['APR'], ['MAY', 'MAI'], ['JUN']],
  ...[['JUL'], ['AUG'], ['SEP'], ['OCT', 'OKT'], ['NOV'], ['DEC', 'DEZ']],
];

const DATED = /^(.{3,12}?)[\s/]+([^\s/].{3,14})$/;
const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;
const NAMED = /^(\d{1,2})[\s-]?([a-zäöü]{3})\.?[\s-]?(\d{4}|\d\d)?$/i;
const NUMBERED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?$/;

const DAY_MS = 86_400_000;

/** @param now decides the year of a day without one: the nearest such day is meant. */
export function flightText(text: string, now: Date): FlightText | undefined {
  const numbers = numbersIn(text);
  if (numbers !== undefined) return { numbers, day: undefined };
  const [, flight = '', date = ''] = DATED.exec(text) ?? [];
  const dated = numbersIn(flight.trim());
  const day = dated && dayIn(date.trim(), now);
  return dated === undefined || day === undefined ? undefined : { numbers: dated, day };
}

function numbersIn(text: string): readonly string[] | undefined {
  const [, airline = '', digits, suffix = ''] = FLIGHT.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const bare = digits.replace(/^0+(?=\d)/, '');
  const all = [digits, bare, ...PADDED.map((length) => bare.padStart(length, '0'))];
  return [...new Set(all.map((one) => `${airline}${one}${suffix}`.toUpperCase()))];
}

/** The day that a text names; undefined if it names none. */
function dayIn(text: string, now: Date): string | undefined {
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? [];
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, day, name = '', year] = NAMED.exec(text) ?? [];
  if (day !== undefined) {
    const month = months.findIndex((names) => names.includes(name.toUpperCase())) + 1;
    return month === 0 ? undefined : dayOfYear(year, month, Number(day), now);
  }
  const [, date, month, ofYear] = NUMBERED.exec(text) ?? [];
  return date === undefined ? undefined : dayOfYear(ofYear, Number(month), Number(date), now);
}

/** @param year with two or four digits; undefined: the nearest such day. */
function dayOfYear(year: string | undefined, month: number, day: number, now: Date): string | undefined {
  if (year !== undefined) return dayOf(Number(year.length === 2 ? `20${year}` : year), month, day);
  const current = now.getUTCFullYear();
  const days = [current - 1, current, current + 1].flatMap((one) => dayOf(one, month, day) ?? []);
  const distance = (one: string): number => Math.abs(Date.parse(one) - now.getTime() + DAY_MS / 2);
  return days.sort((one, other) => distance(one) - distance(other))[0];
}

/** The day of the calendar; undefined if there is none, as 30 February. */
function dayOf(year: number, month: number, day: number): string | undefined {
  if (year < 1900 || month < 1 || month > 12 || day < 1) return undefined;
  const time = new Date(Date.UTC(year, month - 1, day));
  return time.getUTCMonth() === month - 1 ? time.toISOString().slice(0, 10) : undefined;
}
