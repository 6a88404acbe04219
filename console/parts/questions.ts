/** Questions without DOM: their search, the values of their fields, and their pictures. */
import type { QuestionAnswer, QuestionItem, ResultCell, ResultsAnswer } from '../../src/questions/schemas.js';
import { type Chart, type Mark, MAX_MARKS } from './sparql/chart-data.js';

type Parameter = QuestionItem['parameters'][number];

/** In lower case and without accents. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a question has all words of a text. */
export function fits({ title, words }: Pick<QuestionItem, 'title' | 'words'>, text: string): boolean {
  const all = folded(`${title} ${words}`);
  return folded(text)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The parameters of an address with their values; those without one are left out. */
export function askedValues(
  { parameters }: Pick<QuestionItem, 'parameters'>,
  query: URLSearchParams,
): Readonly<Record<string, string>> {
  const names = [...parameters.map(({ name }) => name), 'at'];
  const values = names.map((name): [string, string] => [name, query.get(name) ?? '']);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** Whether each required parameter has a value. */
export const isComplete = ({ parameters }: Pick<QuestionItem, 'parameters'>, query: URLSearchParams): boolean =>
  parameters.every(
    ({ name, required, default: fallback }) => !required || fallback !== null || (query.get(name) ?? '') !== '',
  );

/** A moment of an address as its field has it: in the zone of the reader's times. */
export function momentInput(value: string, isLocal: boolean): string {
  const time = new Date(value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(time.getTime())) return '';
  const moved = isLocal ? new Date(time.getTime() - time.getTimezoneOffset() * 60_000) : time;
  return moved.toISOString().slice(0, 19);
}

/** The moment of a field, for an address: `2026-11-22T14:05:00Z`. */
export function momentOf(text: string, isLocal: boolean): string {
  const time = new Date(isLocal ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? text : `${time.toISOString().slice(0, 19)}Z`;
}

const DAYS = /^P(\d+)D$/;

/** The days of a period such as `P30D`; undefined for another one. */
export const daysOf = (period: string): number | undefined => {
  const [, days] = DAYS.exec(period) ?? [];
  return days === undefined ? undefined : Number(days);
};

/** The periods that a field offers: the last days, this month and those before it, and what the address has. */
export function periodsFor({ default: fallback }: Parameter, value: string, now: Date): readonly string[] {
  const months = Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
  const named = [fallback, value].filter((one): one is string => one !== null && one !== '');
  return [...new Set([...named, 'P7D', 'P30D', 'P90D', 'P365D', ...months])];
}

const SECONDS = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** The hours of a duration; undefined for a text that is none. */
export function hoursOf(text: string): number | undefined {
  const [match, sign, ...parts] = SECONDS.exec(text) ?? [];
  if (match === undefined) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part?: string) => Number(part ?? 0));
  const total = days * 24 + hours + minutes / 60 + seconds / 3600;
  return sign === '-' ? -total : total;
}

function amountOf(cell: ResultCell | undefined): number | undefined {
  if (typeof cell?.value === 'number') return cell.value;
  return typeof cell?.value === 'string' ? hoursOf(cell.value) : undefined;
}

/** More bars are too close to distinguish. */
const MAX_BARS = 40;
const BINS = 8;
const DAY_MS = 86_400_000;

/** The hours of the rows in steps of one width. */
function histogram(hours: readonly number[], label: (from: number, to: number) => string): Mark[] {
  const longest = Math.max(...hours, 1);
  const width = Math.max(1, Math.ceil(longest / BINS));
  const counts = Array.from({ length: Math.floor(longest / width) + 1 }, () => 0);
  for (const hour of hours) {
    const bin = Math.max(0, Math.floor(hour / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((amount, bin) => ({
    time: undefined,
    category: label(bin * width, (bin + 1) * width),
    amount,
  }));
}

/** The marks of rows in order of time: an amount each, or without a column of amounts the rows of each day (UTC). */
function marksOverTime(rows: ResultsAnswer['rows'], x: number, y: number): readonly Mark[] {
  const counts = new Map<number, number>();
  const marks: Mark[] = [];
  for (const row of rows) {
    const value = row[x]?.value;
    const time = typeof value === 'string' ? Date.parse(value) : NaN;
    if (Number.isNaN(time)) continue;
    const amount = y === -1 ? undefined : amountOf(row[y]);
    if (amount !== undefined) marks.push({ time, category: row[x]?.label ?? '', amount });
    const day = Math.floor(time / DAY_MS) * DAY_MS;
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const byDay = Array.from(counts, ([time, amount]): Mark => ({
    ...{ time, amount },
    category: new Date(time).toISOString().slice(0, 10),
  }));
  return (y === -1 ? byDay : marks).sort((one, other) => (one.time ?? 0) - (other.time ?? 0));
}

/**
 * The picture of the rows; undefined without one. Late and on time are bars of their own, so that more than their colour
 * tells them apart.
 *
 * @param count the name of the number of rows.
 */
export function chartOf(
  { chart }: Pick<QuestionAnswer, 'chart'>,
  { columns, rows }: Pick<ResultsAnswer, 'columns' | 'rows'>,
  count: string,
): Chart | undefined {
  if (chart === null || rows.length === 0) return undefined;
  const at = (name: string | null): number => columns.findIndex((column) => column.name === name);
  const labelOf = (name: string | null): string => columns[at(name)]?.label ?? count;
  const [x, y, by] = [at(chart.x), at(chart.y), at(chart.by)];
  if (x === -1) return undefined;
  const common = { x: labelOf(chart.x), y: labelOf(chart.y), isTime: false, kind: 'bar' } as const;
  if (chart.kind === 'histogram' || chart.kind === 'box') {
    const hours = rows.flatMap((row) => amountOf(row[x]) ?? []);
    if (hours.length === 0) return undefined;
    const marks = histogram(hours, (from, to) => `${from}–${to} h`);
    return { ...common, y: count, isDuration: false, marks, left: rows.length - hours.length };
  }
  if (chart.kind === 'line' && columns[x]?.kind === 'time') {
    const marks = marksOverTime(rows, x, y);
    const isDuration = y !== -1 && columns[y]?.kind === 'duration';
    const drawn = { ...common, isDuration, isTime: true, kind: 'line' } as const;
    return { ...drawn, marks: marks.slice(0, MAX_MARKS), left: Math.max(0, marks.length - MAX_MARKS) };
  }
  const sums = new Map<string, number>();
  for (const row of rows) {
    const amount = y === -1 ? 1 : amountOf(row[y]);
    if (amount === undefined) continue;
    const category = [row[x]?.label, by === -1 ? undefined : row[by]?.label].filter(Boolean).join(', ') || '–';
    sums.set(category, (sums.get(category) ?? 0) + amount);
  }
  const marks = [...sums].map(([category, amount]) => ({ time: undefined, category, amount })).slice(0, MAX_BARS);
  const isDuration = y !== -1 && columns[y]?.kind === 'duration';
  return { ...common, isDuration, marks, left: sums.size - marks.length };
}
