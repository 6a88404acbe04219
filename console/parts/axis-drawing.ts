/** The time labels above timelines and strips. */
import { html, nothing, svg, type TemplateResult, timeText } from '../core/index.js';
import { drawingTexts as t } from '../texts/drawings.js';
import { axisLabels, lengthOf, type TimeAxis } from './time-axis.js';

const AXIS = 44;
const DAYS = 14;
const CLOCKS = 30;
/** What a time of day needs beside the next one. */
const ROOM = 62;

/** "9 months", in the language of the page. */
function lengthText(ms: number): string {
  const { unit, count } = lengthOf(ms);
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** A time as a day and a time of day, in the reader's notation. */
function written(time: number): { readonly day: string; readonly clock: string } {
  const text = timeText(new Date(time), true);
  // `22 NOV 26 14:05:07Z`, `22.11.2026, 15:05:07 MEZ`
  const [, day = text, clock = ''] = /^(.*?),? (\d+:\d\d.*)$/.exec(text) ?? [];
  return { day, clock };
}

/** The lines of an axis through the timelines below it. */
export function axisLines({ columns, breaks }: TimeAxis, height: number): TemplateResult {
  return svg`${columns.map(({ x }) => svg`<line class="column" x1=${x} y1="0" x2=${x} y2=${height}></line>`)}
    ${breaks.map(({ x }) => svg`<line class="break" x1=${x} y1="0" x2=${x} y2=${height}></line>`)}`;
}

/** @param at a marked moment. */
export function axisDrawing(axis: TimeAxis, width: number, at?: number): TemplateResult {
  const labels = axisLabels(axis, written, ROOM);
  const anchored = (x: number): string => (x > width - ROOM / 2 ? 'end' : x < ROOM / 2 ? 'start' : 'middle');
  return html`<svg class="axis" viewBox="0 0 ${width} ${AXIS}" role="img" aria-label=${t.axis}>
    ${axis.columns.map(({ x }) => svg`<line class="column" x1=${x} y1=${AXIS - 8} x2=${x} y2=${AXIS}></line>`)}
    ${labels.map(
      ({ x, day, clock }) => svg`<g text-anchor=${anchored(x)}>
        ${day === undefined ? nothing : svg`<text class="axis-day" x=${x} y=${DAYS}>${day}</text>`}
        <text x=${x} y=${CLOCKS}>${clock}</text></g>`,
    )}
    ${axis.breaks.map(
      ({ x, length }) => svg`<g class="axis-break" text-anchor="middle"><text x=${x} y=${CLOCKS}>//</text>
        <text x=${x} y=${AXIS - 2}>${t.leftOut(lengthText(length))}</text></g>`,
    )}
    ${at === undefined ? nothing : svg`<line class="at" x1=${axis.x(at)} y1=${AXIS - 14} x2=${axis.x(at)} y2=${AXIS}></line>`}
  </svg>`;
}
