/**
 * A line chart of a figure over the last 15 minutes. Its values are beside it as text, and in a table. Two linear
 * scales need no library: the file that other pages' charts share would double the size of this page.
 */
import { html, nothing, svg, type TemplateResult } from '../core/index.js';
import { type FigurePoint, HISTORY_MS } from './figures.js';

const WIDTH = 160;
const HEIGHT = 32;
const EDGE = 3;

/** @param bound drawn only below twice the highest value: a higher bound would flatten the line. */
export function sparkline(points: readonly FigurePoint[], label: string, bound?: number): TemplateResult {
  const drawn = points.filter(({ value }) => Number.isFinite(value));
  const end = points.at(-1)?.at ?? 0;
  const top = Math.max(...drawn.map(({ value }) => value), 0) || 1;
  const visible = bound !== undefined && bound > 0 && bound <= top * 2 ? bound : undefined;
  const highest = Math.max(top, visible ?? 0);
  const across = (at: number): number => WIDTH - EDGE - ((end - at) / HISTORY_MS) * (WIDTH - 2 * EDGE);
  const up = (value: number): number => HEIGHT - EDGE - (value / highest) * (HEIGHT - 2 * EDGE);
  const last = drawn.at(-1);
  return html`<svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label}>
    ${
      visible === undefined
        ? nothing
        : svg`<line class="bound" x1=${EDGE} x2=${WIDTH - EDGE} y1=${up(visible)} y2=${up(visible)}></line>`
    }
    ${svg`<polyline points=${drawn.map(({ at, value }) => `${across(at).toFixed(1)},${up(value).toFixed(1)}`).join(' ')}></polyline>`}
    ${last === undefined ? nothing : svg`<circle cx=${across(last.at)} cy=${up(last.value)} r="2.5"></circle>`}
  </svg>`;
}
