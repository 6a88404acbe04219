/** The time labels above timelines and strips. */
import { html, nothing, svg, type TemplateResult } from '../core/index.js';
import { drawingTexts as t } from '../texts/drawings.js';
import { axisLabels, type TimeAxis } from './time-axis.js';

/** Room for a date and a time in slanted text. */
const AXIS = 76;

/** @param at a marked moment. */
export function axisDrawing(axis: TimeAxis, width: number, at?: number): TemplateResult {
  const labels = axisLabels(axis.columns);
  return html`<svg class="axis" viewBox="0 0 ${width} ${AXIS}" role="img" aria-label=${t.axis}>
    ${axis.columns.map(
      ({ x }, index) =>
        svg`<line class="column" x1=${x} y1=${AXIS - 8} x2=${x} y2=${AXIS}></line>
          ${
            labels[index] === labels[index - 1]
              ? nothing
              : svg`<text transform="translate(${x},${AXIS - 12}) rotate(-42)">${labels[index]}</text>`
          }`,
    )}
    ${at === undefined ? nothing : svg`<line class="at" x1=${axis.x(at)} y1=${AXIS - 14} x2=${axis.x(at)} y2=${AXIS}></line>`}
  </svg>`;
}
