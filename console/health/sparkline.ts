/** A line of a figure over the last 15 minutes. Its figures are beside it as text, and in a table. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { html, nothing, svg, type TemplateResult } from '../core/index.js';
import { type FigurePoint, HISTORY_MS } from './figures.js';

const WIDTH = 160;
const HEIGHT = 32;
const EDGE = 3;

/** @param bound drawn where it is in sight: twice the highest value would press the line to the ground. */
export function sparkline(points: readonly FigurePoint[], label: string, bound?: number): TemplateResult {
  const values = points.map(({ value }) => value).filter(Number.isFinite);
  const end = points.at(-1)?.at ?? 0;
  const top = Math.max(...values, 0) || 1;
  const shown = bound !== undefined && bound > 0 && bound <= top * 2 ? bound : undefined;
  const across = scaleLinear([end - HISTORY_MS, end], [EDGE, WIDTH - EDGE]);
  const up = scaleLinear([0, Math.max(top, shown ?? 0)], [HEIGHT - EDGE, EDGE]);
  const path = line<FigurePoint>(
    ({ at }) => across(at),
    ({ value }) => up(value),
  ).defined(({ value }) => Number.isFinite(value))([...points]);
  const last = points.at(-1);
  return html`<svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label}>
    ${
      shown === undefined
        ? nothing
        : svg`<line class="bound" x1=${EDGE} x2=${WIDTH - EDGE} y1=${up(shown)} y2=${up(shown)}></line>`
    }
    ${svg`<path d=${path ?? ''}></path>`}
    ${
      last === undefined || !Number.isFinite(last.value)
        ? nothing
        : svg`<circle cx=${across(last.at)} cy=${up(last.value)} r="2.5"></circle>`
    }
  </svg>`;
}
