/** The columns of a result that a chart can display, and the data of the chart. */
import type { Cell, Result, Row } from './rows.js';
import { kindOfColumn, type ValueKind, valueOf } from './values.js';

export type ChartKind = 'bar' | 'line' | 'points';

/** The candidate columns for the x and y axes. */
export interface ChartColumns {
  readonly across: readonly string[];
  readonly up: readonly string[];
}

/** The data of the chart. */
export interface Chart {
  readonly x: string;
  readonly y: string;
  readonly isTime: boolean;
  /** Whether the values are durations, in hours. */
  readonly isDuration: boolean;
  readonly kind: ChartKind;
  readonly marks: readonly Mark[];
  /** The number of rows left out: too many, or without a value in one of the columns. */
  readonly left: number;
}

export interface Mark {
  /** Milliseconds since 1970; undefined for categories. */
  readonly time: number | undefined;
  readonly category: string;
  readonly amount: number;
}

/** More marks are too close to distinguish and too many for the keyboard. */
export const MAX_MARKS = 200;
const SECONDS_PER_HOUR = 3600;

const isAmount = (kind: ValueKind | undefined): boolean => kind === 'number' || kind === 'duration';

/** @returns undefined if no two columns fit: a time or category, and a number or duration. */
export function chartColumns({ kind, columns, rows }: Result): ChartColumns | undefined {
  if (kind !== 'solutions' || rows.length === 0) return undefined;
  const kinds = columns.map((_, index) => kindOfColumn(rows, index));
  const up = columns.filter((_, index) => isAmount(kinds[index]));
  const times = columns.filter((_, index) => kinds[index] === 'time');
  const texts = columns.filter((_, index) => kinds[index] === 'text');
  // A number can be a category, too, such as a revision number.
  const across = [...times, ...texts, ...(up.length > 1 ? up : [])];
  return up.length === 0 || across.length === 0 ? undefined : { across, up };
}

/** The kinds of charts for a column on the x axis: a line would connect unordered categories. */
export const chartKinds = (isTime: boolean): readonly ChartKind[] =>
  isTime ? ['line', 'bar', 'points'] : ['bar', 'points'];

/** The last part of an IRI, because category labels must be short. */
const shortText = ({ type, value }: NonNullable<Cell>): string =>
  type === 'uri' ? (/[^/#]+$/.exec(value)?.[0] ?? value) : value;

function markOf(row: Row, x: number, y: number, isTime: boolean, isDuration: boolean): Mark | undefined {
  const [across, up] = [row[x], valueOf(row[y])];
  if (across === undefined || up?.amount === undefined) return undefined;
  const time = isTime ? valueOf(across)?.amount : undefined;
  if (isTime && time === undefined) return undefined;
  const amount = isDuration ? up.amount / SECONDS_PER_HOUR : up.amount;
  return { time, category: shortText(across), amount };
}

/** The chart of a result. @param chosen names of columns and a kind; unsuitable ones are replaced. */
export function chartOf(
  result: Result,
  chosen: { readonly x: string; readonly y: string; readonly chart: string },
): Chart | undefined {
  const possible = chartColumns(result);
  const x = possible?.across.find((name) => name === chosen.x) ?? possible?.across[0];
  const y = possible?.up.find((name) => name === chosen.y && name !== x) ?? possible?.up.find((name) => name !== x);
  if (x === undefined || y === undefined) return undefined;
  const { columns, rows } = result;
  const [xIndex, yIndex] = [columns.indexOf(x), columns.indexOf(y)];
  const isTime = kindOfColumn(rows, xIndex) === 'time';
  const isDuration = kindOfColumn(rows, yIndex) === 'duration';
  const kinds = chartKinds(isTime);
  const kind = kinds.find((each) => each === chosen.chart) ?? kinds[0] ?? 'bar';
  const all = rows.flatMap((row) => markOf(row, xIndex, yIndex, isTime, isDuration) ?? []);
  if (isTime) all.sort((one, other) => (one.time ?? 0) - (other.time ?? 0));
  const marks = all.slice(0, MAX_MARKS);
  return { x, y, isTime, isDuration, kind, marks, left: rows.length - marks.length };
}
