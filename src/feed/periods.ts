/** The periods of the feed's documents, and their addresses: year, month, day, hour, minute, second, parts (W55). */
import type { Place } from './view.js';

export const MICROSECONDS = 1_000;

/** The most parts that one document leads to (W55). */
export const MOST_PARTS = 60;

/** A part of a second: `width` says how many parts of parts it has room for. */
export interface Part {
  /** A part of exponent e has room for `FEED_PAGE_SIZE` times 60 to the power of e members. */
  readonly exponent: number;
  /** Among the parts of its exponent, from 0 on. */
  readonly index: number;
}

/** A period of time; the whole of time is `ALWAYS`. */
export interface Period {
  /** Year, month, day, hour, minute, second, as far as they are given. */
  readonly fields: readonly number[];
  /** In microseconds since 1970; the end is excluded. */
  readonly start: number;
  readonly end: number;
}

export const ALWAYS: Period = { fields: [], start: -Infinity, end: Infinity };

/** The fields of a second. */
export const SECOND = 6;

const FIRST_YEAR = 1970;
const YEAR_DIGITS = 4;
const DIGEST_DIGITS = 32;

/** The start of a period in milliseconds. */
function startOf([year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0]: readonly number[]): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The period of these fields; undefined for a date that does not exist. */
export function periodOf(fields: readonly number[]): Period | undefined {
  if (fields.length === 0) return ALWAYS;
  const start = startOf(fields);
  const isReal = fieldsAt(start, fields.length).every((field, index) => field === fields[index]);
  if (!isReal || (fields[0] ?? 0) < FIRST_YEAR) return undefined;
  const next = startOf(fields.map((field, index) => (index === fields.length - 1 ? field + 1 : field)));
  return { fields, start: start * MICROSECONDS, end: next * MICROSECONDS };
}

/** The first fields of a time. @param time in milliseconds. */
function fieldsAt(time: number, length: number): number[] {
  const text = new Date(time).toISOString();
  return (text.match(/\d+/g) ?? []).slice(0, length).map(Number);
}

/** The period below another one that a member is in. */
export function periodBelow(period: Period, { time }: Place): Period {
  const found = periodOf(fieldsAt(Math.floor(time / MICROSECONDS), period.fields.length + 1));
  if (found === undefined) throw new RangeError(`no period of the feed has the time ${time}`);
  return found;
}

/** What an address names. */
export interface DocumentName {
  readonly period: Period;
  readonly part: Part | undefined;
  /** Of a closed document. */
  readonly digest: string | undefined;
}

/** The path of a document below that of the feed. */
export function pathOf({ period, part, digest }: DocumentName): string {
  const fields = period.fields.map((field, index) => String(field).padStart(index === 0 ? YEAR_DIGITS : 2, '0'));
  const parts = part === undefined ? [] : [`p${part.exponent}-${part.index}`];
  return [...fields, ...parts, ...(digest === undefined ? [] : [digest])].map((text) => `/${text}`).join('');
}

const ADDRESS = new RegExp(
  `^(\\d{${YEAR_DIGITS}}(?:/\\d{2}){0,${SECOND - 1}})(?:/p(\\d)-(0|[1-9]\\d{0,9}))?(?:/([0-9a-f]{${DIGEST_DIGITS}}))?$`,
);

/** Reads a path below that of the feed; undefined for a malformed one (W60). */
export function parsePath(path: string): DocumentName | undefined {
  const match = ADDRESS.exec(path);
  if (match === null) return undefined;
  const [, fields = '', exponent, index, digest] = match;
  const period = periodOf(fields.split('/').map(Number));
  if (period === undefined) return undefined;
  if (exponent === undefined || index === undefined) return { period, part: undefined, digest };
  if (period.fields.length !== SECOND) return undefined;
  return { period, part: { exponent: Number(exponent), index: Number(index) }, digest };
}

/** Makes a hash the last part of an address. */
export const shortDigest = (hexadecimal: string): string => hexadecimal.slice(0, DIGEST_DIGITS);
