/** The times of security lines: `0327` and `10MAR211130` (oci.tsv). */

import { instantOf } from '../../../rdf/literals.js';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

const CENTURY = 2000;

/** The last second of the month of `MMYY`, in UTC. */
export function endOfMonth(text: string): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])([0-9]{2})$/.exec(text) ?? [];
  if (month === undefined || year === undefined) return undefined;
  return plain(new Date(Date.UTC(CENTURY + Number(year), Number(month), 1) - 1000));
}

/** `DDMONYYhhmm`, in UTC. */
export function readSecurityDate(text: string): string | undefined {
  const [, day, name = '', year, hour, minute] =
    /^([0-9]{2})([A-Z]{3})([0-9]{2})([01][0-9]|2[0-3])([0-5][0-9])$/i.exec(text) ?? [];
  const month = months.findIndex((one) => one === name.toUpperCase());
  if (month === -1) return undefined;
  const date = new Date(Date.UTC(CENTURY + Number(year), month, Number(day), Number(hour), Number(minute)));
  return date.getUTCDate() === Number(day) ? plain(date) : undefined;
}

const plain = (date: Date): string => date.toISOString().replace('.000Z', 'Z');

const two = (value: number): string => String(value % 100).padStart(2, '0');

/** `MMYY` of a time, in UTC. */
export function writeEndOfMonth(time: string): string {
  const date = new Date(instantOf(time));
  return `${two(date.getUTCMonth() + 1)}${two(date.getUTCFullYear())}`;
}

/** `DDMONYYhhmm` of a time, in UTC. */
export function writeSecurityDate(time: string): string {
  const date = new Date(instantOf(time));
  const day = `${two(date.getUTCDate())}${months[date.getUTCMonth()] ?? ''}${two(date.getUTCFullYear())}`;
  return `${day}${two(date.getUTCHours())}${two(date.getUTCMinutes())}`;
}
