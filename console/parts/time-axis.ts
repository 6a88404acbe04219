/**
 * A time axis for drawings. Each moment has a column wide enough to press; the remaining width is divided by the
 * logarithm of the intervals, so that seconds and months fit side by side.
 */
import { utc } from '../core/index.js';

/** The moments of one column. */
export interface TimeColumn {
  readonly from: number;
  readonly to: number;
  readonly x: number;
}

export interface TimeAxis {
  readonly columns: readonly TimeColumn[];
  /** The x position of a moment: that of its column, or between two columns. */
  readonly x: (time: number) => number;
  /** The index of the column of a moment that the axis was created with. */
  readonly column: (time: number) => number;
}

export interface AxisBounds {
  readonly left: number;
  readonly right: number;
  /** The minimum width of a column. */
  readonly step: number;
}

/** Groups of moments: if there are too many for a column each, neighbours share one. */
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

/** The label of each column: year and date if they differ from the previous label's, else the time of day. */
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
