/** The durations of deliveries to one subscriber, as a strip. */
import { html, nothing, query, svg, type TemplateResult } from '../core/index.js';
import { latencyTexts as t } from '../texts/latency.js';
import { isNarrow, mark } from './drawings.js';
import { type AxisBounds, type TimeAxis } from './time-axis.js';
import { duration } from './queues.js';

export type Outcome = 'confirmed' | 'skipped' | 'waits';

/** A delivery: confirmed, skipped or waiting. */
export interface Delivery {
  readonly subscriber: string;
  readonly topic: string;
  readonly eventType: string;
  readonly object: string | null;
  readonly path: string;
  readonly outcome: Outcome;
  /** In milliseconds since 1970. */
  readonly written: number;
  /** The time of confirmation or skip; now for a waiting delivery. */
  readonly until: number;
  readonly attempts: number;
}

const CELL = 26;
const ROWS = 6;
const LABELS = 56;
const HEIGHT = ROWS * CELL + 8;
/** The minimum width of a pause. */
const BAND = 8;
const FASTEST = 10;
const SLOWEST = 24 * 3_600_000;
const TICKS = [10, 100, 1_000, 10_000, 60_000, 3_600_000, SLOWEST];

const width = (): number => (isNarrow() ? 350 : 820);
export const latencyBounds = (): AxisBounds => ({ left: LABELS, right: width() - 40, step: CELL + 2 });

/** The height of a duration on a logarithmic scale. All of d3-scale would be a third of the page. */
function scale(ms: number): number {
  const share = Math.log(ms / FASTEST) / Math.log(SLOWEST / FASTEST);
  return ROWS * CELL * (1 - Math.min(1, Math.max(0, share)));
}

const row = (ms: number): number => scale(Math.max(FASTEST, ms));

/** The radius grows with the number of attempts. */
const radius = (attempts: number): number => Math.min(11, 4 + 2 * Math.log2(Math.max(1, attempts)));

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly outcome: Outcome;
  readonly deliveries: readonly Delivery[];
}

/** Deliveries in one cell: the same column and outcome, and about the same duration. */
function cellsOf(deliveries: readonly Delivery[], axis: TimeAxis): Cell[] {
  const cells = new Map<string, Cell>();
  for (const delivery of deliveries) {
    const column = axis.column(delivery.written);
    const line = Math.min(ROWS - 1, Math.max(0, Math.floor(row(delivery.until - delivery.written) / CELL)));
    // Outcomes in one cell must not cover one another: waiting and skipped deliveries come first.
    const key = `${column} ${line}`;
    const cell = cells.get(key);
    cells.set(key, {
      x: axis.columns[column]?.x ?? 0,
      y: (line + 0.5) * CELL,
      outcome: cell === undefined || cell.outcome === 'confirmed' ? delivery.outcome : cell.outcome,
      deliveries: [...(cell?.deliveries ?? []), delivery],
    });
  }
  return [...cells.values()].sort((a, b) => a.x - b.x || a.y - b.y);
}

function spoken({ deliveries }: Cell): string {
  const paths = (outcome: Outcome): string[] => {
    const of = deliveries.filter((delivery) => delivery.outcome === outcome);
    if (of.length === 0) return [];
    const longest = duration(Math.max(...of.map(({ written, until }) => until - written)));
    const attempts = Math.max(...of.map((delivery) => delivery.attempts));
    switch (outcome) {
      case 'confirmed':
        return [t.confirmed(of.length, longest, attempts)];
      case 'waits':
        return [t.waits(of.length, longest, attempts)];
      case 'skipped':
        return [t.skipped(of.length, longest)];
    }
  };
  return [...paths('confirmed'), ...paths('skipped'), ...paths('waits')].join('; ');
}

/** The page of the deliveries of a cell. */
function pathOf({ deliveries }: Cell): string | undefined {
  const [first] = deliveries;
  if (first === undefined || deliveries.length === 1) return first?.path;
  const { subscriber, topic } = first;
  if (deliveries.every(({ outcome }) => outcome === 'waits')) return `/deliveries/queue${query({ subscriber, topic })}`;
  const ended = deliveries.filter(({ outcome }) => outcome !== 'waits').map(({ until }) => until);
  const at = (time: number): string => new Date(time).toISOString();
  return `/deliveries/confirmed${query({ subscriber, from: at(Math.min(...ended)), to: at(Math.max(...ended)) })}`;
}

function circle(cell: Cell): TemplateResult {
  const { x, y, outcome, deliveries } = cell;
  const r = radius(Math.max(...deliveries.map(({ attempts }) => attempts)));
  const cross = `M${x - r},${y - r}L${x + r},${y + r}M${x - r},${y + r}L${x + r},${y - r}`;
  return mark(
    pathOf(cell),
    spoken(cell),
    svg`<rect class="hit" x=${x - CELL / 2 + 1} y=${y - CELL / 2 + 1} width=${CELL - 2} height=${CELL - 2}></rect>
      <circle cx=${x} cy=${y} r=${deliveries.length > 1 ? Math.max(9, r) : r}></circle>
      ${outcome === 'skipped' ? svg`<path d=${cross}></path>` : nothing}
      ${deliveries.length > 1 ? svg`<text x=${x} y=${y + 4}>${deliveries.length}</text>` : nothing}`,
    `delivery ${outcome}`,
  );
}

/** A pause of a subscriber's queues; in milliseconds since 1970. */
export interface Band {
  readonly from: number;
  /** Undefined for a current pause. */
  readonly to: number | undefined;
  readonly path: string;
  /** The text for screen readers; `plainText` makes partners' texts in it safe. */
  readonly name: string;
}

/** The strip of one subscriber. */
export function strip(
  name: string,
  deliveries: readonly Delivery[],
  { axis, bands }: { readonly axis: TimeAxis; readonly bands: readonly Band[] },
): TemplateResult {
  const right = width() - 8;
  return html`<svg class="strip" viewBox="0 0 ${width()} ${HEIGHT}" role="group" aria-label=${t.drawing(name)}>
    <defs>
      <pattern id="pause-hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="8"></line>
      </pattern>
    </defs>
    ${bands.map(({ from, to, path, name: label }) => {
      const [left, end] = [axis.x(from), to === undefined ? right : axis.x(to)];
      // A pause within one column must still be visible and large enough to press.
      const wide = Math.max(BAND, end - left);
      const body = svg`<rect class="pause" x=${left} y="0" width=${wide} height=${ROWS * CELL}></rect>`;
      return mark(path, label, body, 'band');
    })}
    ${TICKS.map(
      (ms) =>
        svg`<line class="column" x1=${LABELS} y1=${scale(ms)} x2=${right} y2=${scale(ms)}></line>
          <text class="tick" x=${LABELS - 6} y=${Math.min(ROWS * CELL, Math.max(10, scale(ms) + 4))}>${duration(ms)}</text>`,
    )}
    ${cellsOf(deliveries, axis).map(circle)}
  </svg>`;
}
