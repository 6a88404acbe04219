/** Formats of times, numbers and names. */
import { preferences } from './preferences.js';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const two = (value: number): string => String(value).padStart(2, '0');

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const local = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' });

/** `22 NOV 26 14:05Z`, the trade's notation; with seconds where two times of one minute must differ. */
export function utc(time: Date, seconds = false): string {
  const date = `${two(time.getUTCDate())} ${months[time.getUTCMonth()] ?? ''} ${two(time.getUTCFullYear() % 100)}`;
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}${seconds ? `:${two(time.getUTCSeconds())}` : ''}`;
  return `${date} ${clock}Z`;
}

export function localTime(time: Date): string {
  const name = zone.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${local.format(time)} ${name}`;
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
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return relative.format(0, 'second');
}

/** A time in the format of the preferences. */
export function timeText(time: Date, seconds = false): string {
  return preferences.localTimes ? localTime(time) : utc(time, seconds);
}

export const number = (value: number): string => numbers.format(value);

export { humanName, localName } from '../../src/console/naming.js';

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
