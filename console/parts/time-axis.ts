/**
 * Time across a drawing. What happened at one time is one column, and every column is wide enough to be pressed; the rest of
 * the width is divided by the logarithm of the time between, so that seconds and months fit side by side.
 */
import { utc } from '../core/index.js';

/** What happened from one moment to another, drawn at one place. */
export interface TimeColumn {
  readonly from: number;
  readonly to: number;
  readonly x: number;
}

export interface TimeAxis {
  readonly columns: readonly TimeColumn[];
  /** The place of a moment: of its column, or between two. */
  readonly x: (time: number) => number;
  /** The index of the column of a moment that the axis was made for. */
  readonly column: (time: number) => number;
}

export interface AxisBounds {
  readonly left: number;
  readonly right: number;
  /** The least width of a column. */
  readonly step: number;
}

/** Groups of moments: where there are too many for a column each, those that are nearest to one another are together. */
function groups(times: readonly number[], most: number): { from: number; to: number }[] {
  const sorted = [...new Set(times.filter(Number.isFinite))].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((time, index) => ({ index: index + 1, gap: time - (sorted[index] ?? time) }));
  const cuts = new Set(
    [...gaps]
      .sort((a, b) => b.gap - a.gap || a.index - b.index)
      .slice(0, Math.max(0, most - 1))
      .map(({ index }) => index),
  );
  const found: { from: number; to: number }[] = [];
  for (const [index, time] of sorted.entries()) {
    const last = found.at(-1);
    if (last === undefined || cuts.has(index)) found.push({ from: time, to: time });
    else last.to = time;
  }
  return found;
}

/** An axis for these moments, in milliseconds since 1970. */
export function timeAxis(times: readonly number[], { left, right, step }: AxisBounds): TimeAxis {
  const found = groups(times, Math.max(1, Math.floor((right - left) / step)));
  const weights = found.slice(1).map(({ from }, index) => Math.log1p((from - (found[index]?.to ?? from)) / 1000));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const spare = Math.max(0, right - left - found.length * step);
  let x = left + step / 2;
  const columns = found.map(({ from, to }, index): TimeColumn => {
    if (index > 0) x += step + (sum === 0 ? 0 : (spare * (weights[index - 1] ?? 0)) / sum);
    return { from, to, x };
  });
  const column = (time: number): number =>
    Math.max(
      0,
      columns.findLastIndex(({ from }) => from <= time),
    );
  return {
    columns,
    column,
    x: (time) => {
      const [first] = columns;
      if (first === undefined || time < first.from) return left;
      const at = columns[column(time)] ?? first;
      const next = columns[column(time) + 1];
      if (time <= at.to) return at.x;
      if (next === undefined) return Math.min(right, at.x + step / 2);
      return at.x + ((next.x - at.x) * (time - at.to)) / (next.from - at.to);
    },
  };
}

/** What is written at each column: the year and the day where they are others than before, else the time of day. */
export function axisLabels(columns: readonly TimeColumn[]): string[] {
  let [day, year] = ['', ''];
  return columns.map(({ from, to }) => {
    // `22 NOV 26 14:05:07Z`
    const [date = '', month = '', shortYear = '', clock = ''] = utc(new Date(from), true).split(' ');
    const isSameDay = `${date} ${month}` === day && shortYear === year;
    const isSameYear = shortYear === year;
    [day, year] = [`${date} ${month}`, shortYear];
    const text = isSameDay ? clock.slice(0, 8) : isSameYear ? `${day} ${clock.slice(0, 5)}` : `${day} ${year}`;
    return from === to ? text : `${text}…`;
  });
}
