/**
 * A time axis for drawings, in the order of time: a long gap between moments is a break of fixed width, which says its
 * length; between two breaks, distances follow time. Each moment has a column wide enough to press, which neighbours
 * share where they would lie upon one another.
 */

/** The moments of one column. */
export interface TimeColumn {
  readonly from: number;
  readonly to: number;
  readonly x: number;
}

/** Where the axis leaves out time. */
export interface TimeBreak {
  /** The middle of it. */
  readonly x: number;
  /** The length of the time that it leaves out, in milliseconds. */
  readonly length: number;
}

export interface TimeAxis {
  readonly columns: readonly TimeColumn[];
  readonly breaks: readonly TimeBreak[];
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

/** The width of a break: its length stands there in words. */
export const BREAK = 72;
/** A gap is left out if it is this share of the time that is drawn. */
const BREAK_SHARE = 0.7;
/** Breaks may take this share of the width. */
const BREAKS_SHARE = 0.45;
/** Moments closer than this part of a column share one. */
const TOUCHING = 0.2;

interface Run {
  readonly from: number;
  readonly to: number;
}

/** The indexes of the moments before which time is left out: always the longest gap, while it outweighs the others. */
function breaksIn(times: readonly number[], most: number): Set<number> {
  const gaps = times.slice(1).map((time, index) => ({ index: index + 1, gap: time - (times[index] ?? time) }));
  const longest = [...gaps].sort((a, b) => b.gap - a.gap || a.index - b.index);
  const found = new Set<number>();
  let drawn = gaps.reduce((sum, { gap }) => sum + gap, 0);
  for (const { index, gap } of longest) {
    // The last gap is all that is drawn: a break would leave nothing.
    if (found.size === most || gap < drawn * BREAK_SHARE || found.size === gaps.length - 1) break;
    found.add(index);
    drawn -= gap;
  }
  return found;
}

/** The moments between two breaks: they have a scale of their own. */
interface Part {
  readonly times: readonly number[];
  /** The width that it has, by its number of moments. */
  readonly width: number;
}

const spanOf = ({ times }: Part): number => (times.at(-1) ?? 0) - (times[0] ?? 0);

function partsOf(times: readonly number[], breaks: ReadonlySet<number>, width: number): Part[] {
  const starts = [0, ...[...breaks].sort((a, b) => a - b)];
  return starts.map((start, index) => {
    const own = times.slice(start, starts[index + 1]);
    return { times: own, width: (width * own.length) / times.length };
  });
}

/** Neighbours share a column: while there are too many, and where they would lie upon one another. */
function columnsOf(part: Part, step: number): Run[] {
  const { times, width } = part;
  const most = Math.max(1, Math.floor(width / step));
  const touching = (spanOf(part) * step * TOUCHING) / width;
  const gaps = times.slice(1).map((time, index) => ({ index: index + 1, gap: time - (times[index] ?? time) }));
  const closest = gaps.sort((a, b) => a.gap - b.gap || b.index - a.index);
  const joined = new Set(
    closest.filter(({ gap }, rank) => rank < times.length - most || gap < touching).map(({ index }) => index),
  );
  const runs: { from: number; to: number }[] = [];
  for (const [index, time] of times.entries()) {
    const last = runs.at(-1);
    if (last === undefined || !joined.has(index)) runs.push({ from: time, to: time });
    else last.to = time;
  }
  return runs;
}

/** An axis for these moments, in milliseconds since 1970. */
export function timeAxis(moments: readonly number[], { left, right, step }: AxisBounds): TimeAxis {
  const times = [...new Set(moments.filter(Number.isFinite))].sort((a, b) => a - b);
  const breakings = breaksIn(times, Math.floor(((right - left) * BREAKS_SHARE) / BREAK));
  const width = Math.max(step, right - left - breakings.size * BREAK);
  const parts = partsOf(times, breakings, width).map((part) => ({ ...part, runs: columnsOf(part, step) }));
  const spare = Math.max(0, width - parts.reduce((sum, { runs }) => sum + runs.length, 0) * step);
  const weights = parts.reduce((sum, { runs }) => sum + runs.length - 1, 0);
  const breaks: TimeBreak[] = [];
  const columns: TimeColumn[] = [];
  let x = left + step / 2;
  for (const { runs } of parts) {
    const gaps = runs.map(({ from }, index) => (index === 0 ? 0 : from - (runs[index - 1]?.to ?? from)));
    const sum = gaps.reduce((total, gap) => total + gap, 0);
    const own = weights === 0 ? 0 : (spare * (runs.length - 1)) / weights;
    for (const [index, run] of runs.entries()) {
      const before = columns.at(-1);
      if (index === 0 && before !== undefined) {
        x += step + BREAK;
        breaks.push({ x: x - (step + BREAK) / 2, length: run.from - before.to });
      } else if (index > 0) x += step + (sum === 0 ? 0 : (own * (gaps[index] ?? 0)) / sum);
      columns.push({ ...run, x });
    }
  }
  const column = (time: number): number =>
    Math.max(
      0,
      columns.findLastIndex(({ from }) => from <= time),
    );
  return {
    columns,
    breaks,
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

/** The label of a column: its day where that is another than the one before, and its time of day. */
export interface AxisLabel {
  readonly x: number;
  readonly day: string | undefined;
  readonly clock: string;
}

/**
 * The labels that fit beside each other. @param written a time in the reader's notation, with seconds: a day, and a time
 * of day after its last blank.
 */
export function axisLabels(
  { columns, breaks }: TimeAxis,
  written: (time: number) => { readonly day: string; readonly clock: string },
  room: number,
): AxisLabel[] {
  const found: AxisLabel[] = [];
  let [day, clock] = ['', ''];
  for (const { from, to, x } of columns) {
    const last = found.at(-1);
    const label = written(from);
    const isOther = label.day !== day;
    // The day stands once in its run; the first column after a break always has a label.
    const isAfterBreak = last !== undefined && breaks.some((each) => each.x > last.x && each.x < x);
    if (last !== undefined && x - last.x < room && !isAfterBreak && !isOther) continue;
    if (!isOther && label.clock === clock) continue;
    found.push({ x, day: isOther ? label.day : undefined, clock: `${label.clock}${from === to ? '' : '…'}` });
    [day, clock] = [label.day, label.clock];
  }
  return found;
}

const lengths = [
  ['year', 365.25 * 86_400_000],
  ['month', 30.44 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** The largest unit of a length of time, and how many of them it has: 9 months, 40 seconds. */
export function lengthOf(ms: number): { readonly unit: (typeof lengths)[number][0]; readonly count: number } {
  const [unit, size] = lengths.find(([, each]) => ms >= each) ?? (['second', 1000] as const);
  return { unit, count: Math.max(1, Math.round(ms / size)) };
}
