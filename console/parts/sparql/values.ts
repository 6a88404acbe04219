/** Cell values as numbers, times and durations, for sorting and charts. */
import type { Cell, Row } from './rows.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const numbers =
  /^(?:integer|decimal|double|float|long|int|short|byte|unsigned(?:Long|Int|Short|Byte)|(?:positive|nonNegative|negative|nonPositive)Integer)$/;
const DURATION = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

export type ValueKind = 'number' | 'time' | 'duration' | 'text';

export interface Value {
  readonly kind: ValueKind;
  /** A number, milliseconds since 1970, or a duration in seconds; undefined for texts. */
  readonly amount: number | undefined;
  readonly text: string;
}

/** A duration of days, hours, minutes and seconds in seconds; undefined for any other. */
export function secondsOf(duration: string): number | undefined {
  const match = DURATION.exec(duration);
  if (match === null || duration.endsWith('P') || duration.endsWith('T')) return undefined;
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = 0] = match;
  const amount = Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -amount : amount;
}

export function valueOf(cell: Cell): Value | undefined {
  if (cell === undefined) return undefined;
  const { type, value, datatype = '' } = cell;
  const text: Value = { kind: 'text', amount: undefined, text: value };
  if (type !== 'literal' || !datatype.startsWith(XSD)) return text;
  const name = datatype.slice(XSD.length);
  if (numbers.test(name)) {
    const amount = Number(value);
    return value.trim() !== '' && Number.isFinite(amount) ? { kind: 'number', amount, text: value } : text;
  }
  if (name === 'dateTime' || name === 'dateTimeStamp' || name === 'date') {
    const amount = Date.parse(value);
    return Number.isNaN(amount) ? text : { kind: 'time', amount, text: value };
  }
  if (name === 'dayTimeDuration' || name === 'duration') {
    const amount = secondsOf(value);
    return amount === undefined ? text : { kind: 'duration', amount, text: value };
  }
  return text;
}

/** The kind of a column's values; `text` for several kinds, undefined without values. */
export function kindOfColumn(rows: readonly Row[], column: number): ValueKind | undefined {
  const kinds = new Set(rows.flatMap((row) => valueOf(row[column])?.kind ?? []));
  const [first, ...others] = kinds;
  return others.length > 0 ? 'text' : first;
}

function compare(one: Cell, other: Cell): number {
  const [a, b] = [valueOf(one), valueOf(other)];
  // Missing values are last in both directions: `sorted` reverses only the others.
  if (a === undefined || b === undefined) return 0;
  if (a.amount !== undefined && b.amount !== undefined && a.kind === b.kind) return a.amount - b.amount;
  return a.text.localeCompare(b.text, 'en', { numeric: true });
}

/** The rows sorted by a column, with missing values last. */
export function sorted(rows: readonly Row[], column: number, isDescending: boolean): readonly Row[] {
  if (column === -1) return rows;
  const having = rows.filter((row) => row[column] !== undefined);
  const without = rows.filter((row) => row[column] === undefined);
  having.sort((one, other) => compare(one[column], other[column]) * (isDescending ? -1 : 1));
  return [...having, ...without];
}

/** The rows with a text in any cell, ignoring case. */
export function filtered(rows: readonly Row[], text: string): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) => row.some((cell) => cell?.value.toLowerCase().includes(wanted)));
}
