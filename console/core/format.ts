/** Formats of times, numbers and names, in the language of the reader. */
import { byLanguage } from './language.js';
import { preferences } from './preferences.js';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const two = (value: number): string => String(value).padStart(2, '0');

const numbers = byLanguage((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 6 }));
const relative = byLanguage((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }));
const local = byLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' }));
const zone = byLanguage((tag) => new Intl.DateTimeFormat(tag, { timeZoneName: 'short' }));
const lists = byLanguage((tag) => new Intl.ListFormat(tag, { style: 'long', type: 'conjunction' }));

/** `22 NOV 26 14:05Z`, the trade's notation; with seconds where two times of one minute must differ. */
export function utc(time: Date, seconds = false): string {
  const date = `${two(time.getUTCDate())} ${months[time.getUTCMonth()] ?? ''} ${two(time.getUTCFullYear() % 100)}`;
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}${seconds ? `:${two(time.getUTCSeconds())}` : ''}`;
  return `${date} ${clock}Z`;
}

/** The zone of the displayed times: "UTC", or that of the browser (K83). */
export function zoneName(time = new Date()): string {
  if (!preferences.localTimes) return 'UTC';
  return (
    zone()
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  );
}

const days = byLanguage((tag) => new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }));

/** A day with its zone, in which the times of the page are: "Tue 24 NOV 26 (UTC)" (K83). */
export function dayText(time: Date): string {
  const moved = preferences.localTimes ? new Date(time.getTime() - time.getTimezoneOffset() * 60_000) : time;
  return `${days().format(moved)} ${utc(moved).slice(0, 'dd MMM yy'.length)} (${zoneName(time)})`;
}

/** A time at an axis, in the trade's notation without its zone: `22 NOV 26 14:05:07`. */
export function axisTime(time: Date): string {
  const moved = preferences.localTimes ? new Date(time.getTime() - time.getTimezoneOffset() * 60_000) : time;
  return utc(moved, true).slice(0, -1);
}

export function localTime(time: Date): string {
  const name =
    zone()
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${local().format(time)} ${name}`;
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 hr. ago", "in 2 days". */
export function distance(time: Date, now = new Date()): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return relative().format(Math.trunc(seconds / size), unit);
  return relative().format(0, 'second');
}

/** A time in the format of the preferences. */
export function timeText(time: Date, seconds = false): string {
  return preferences.localTimes ? localTime(time) : utc(time, seconds);
}

export const number = (value: number): string => numbers().format(value);

/** "Oranges, apples and pears". */
export const listOf = (values: Iterable<string>): string => lists().format(values);

export { humanName, localName } from '../../src/console/naming.js';

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
