/**
 * `<cg-chart>`: a chart as SVG with marks in reach of the keyboard; the table has the same data. A file of its own,
 * with d3.
 */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import {
  axisTime,
  define,
  html,
  LightElement,
  nothing,
  number,
  plainText,
  property,
  svg,
  timeText,
} from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import type { Chart, Mark } from './chart-data.js';
import { DAY, timeTicks } from './time-ticks.js';

/** The height of a category and of its bar. */
const ROW = 26;
const BAR = 18;
const HEIGHT = 320;
const MARGIN = { top: 12, right: 16, bottom: 34, left: 64 };
const MAX_LABEL = 28;
/** The width of a character of a label. */
const CHARACTER = 7;

/** The date if it differs from the previous label's, else the time of day. */
function tickLabel(tick: number, step: number, before: number | undefined): string {
  // `22 NOV 26 14:05:07`
  const [date = '', month = '', year = '', clock = ''] = axisTime(new Date(tick)).split(' ');
  if (step >= DAY) return `${date} ${month} ${year}`;
  const isSameDay = before !== undefined && axisTime(new Date(before)).startsWith(`${date} ${month} ${year}`);
  const time = clock.slice(0, step < 60_000 ? 8 : 5);
  return isSameDay ? time : `${date} ${month} ${time}`;
}

/** The position and shape of a mark. */
interface Placed {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class ChartElement extends LightElement {
  @property() accessor chart: Chart | undefined;
  #width = 640;
  #focused = 0;
  readonly #size = new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0);
    if (width === 0 || width === this.#width) return;
    this.#width = width;
    this.requestUpdate();
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('chart')) this.#focused = 0;
  }

  /** Arrow keys move between marks: only one of them is in the Tab order. */
  #move(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const last = (this.chart?.marks.length ?? 0) - 1;
    const step = steps[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? last : step === undefined ? undefined : this.#focused + step;
    if (next === undefined || next < 0 || next > last) return;
    event.preventDefault();
    this.#focused = next;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      this.querySelectorAll<SVGElement>('.mark')[next]?.focus();
    });
  }

  #marks(placed: readonly Placed[], isBar: boolean): unknown {
    return placed.map(
      ({ mark, x, y, width, height }, index) =>
        svg`<g class="mark" role="img" tabindex=${index === this.#focused ? 0 : -1} aria-label=${this.#describe(mark)}
          @focus=${() => {
            this.#focused = index;
          }}>
          <title>${this.#describe(mark)}</title>
          ${
            isBar
              ? svg`<rect x=${x} y=${y} width=${width} height=${height}></rect>`
              : svg`<circle cx=${x} cy=${y} r="4.5"></circle>`
          }
        </g>`,
    );
  }

  #describe({ time, category, amount }: Mark): string {
    const across = time === undefined ? plainText(category, 80) : timeText(new Date(time), true);
    return this.chart?.isDuration === true ? t.markHours(across, number(amount)) : t.mark(across, number(amount));
  }

  protected override render(): unknown {
    const { chart } = this;
    if (chart === undefined || chart.marks.length === 0) return nothing;
    const height = chart.isTime ? HEIGHT : chart.marks.length * ROW + MARGIN.top + MARGIN.bottom;
    return html`<figure class="chart">
      <figcaption>${t.chartOf(chart.y, chart.x, chart.isDuration)}</figcaption>
      <svg
        role="group"
        aria-label=${t.chartOf(chart.y, chart.x, chart.isDuration)}
        viewBox=${`0 0 ${this.#width} ${height}`}
        width=${this.#width}
        height=${height}
        @keydown=${(event: KeyboardEvent) => {
          this.#move(event);
        }}
      >
        ${chart.isTime ? this.#overTime(chart) : this.#byCategory(chart)}
      </svg>
      <p class="quiet">${t.chartKeys}</p>
    </figure>`;
  }

  #overTime({ marks, kind }: Chart): unknown {
    const times = marks.map(({ time }) => time ?? 0);
    const [from, to] = [Math.min(...times), Math.max(...times)];
    // A single moment would give a scale of length zero.
    const pad = from === to ? 3_600_000 : 0;
    const across = scaleLinear([from - pad, to + pad], [MARGIN.left + 10, this.#width - MARGIN.right - 10]);
    const amounts = marks.map(({ amount }) => amount);
    const up = scaleLinear(
      [Math.min(0, ...amounts), Math.max(0, ...amounts)],
      [HEIGHT - MARGIN.bottom, MARGIN.top],
    ).nice();
    const width = Math.max(3, Math.min(18, (this.#width - 100) / marks.length - 2));
    const placed = marks.map((mark): Placed => {
      const [x, y] = [across(mark.time ?? 0), up(mark.amount)];
      if (kind !== 'bar') return { mark, x, y, width: 0, height: 0 };
      return { mark, x: x - width / 2, y: Math.min(y, up(0)), width, height: Math.abs(y - up(0)) };
    });
    const path = line<Placed>(
      ({ x }) => x,
      ({ y }) => y,
    )(placed);
    const { step, times: round } = timeTicks(from - pad, to + pad, Math.max(2, Math.floor(this.#width / 110)));
    // Within one second the first moment is label enough.
    const ticks = round.length > 0 ? round : [from];
    return svg`${up.ticks(5).map(
      (tick) => svg`<g class="tick">
        <line x1=${MARGIN.left} x2=${this.#width - MARGIN.right} y1=${up(tick)} y2=${up(tick)}></line>
        <text x=${MARGIN.left - 8} y=${up(tick) + 4} text-anchor="end">${number(tick)}</text>
      </g>`,
    )}
    ${ticks.map(
      (tick, index) =>
        svg`<text x=${across(tick)} y=${HEIGHT - 12} text-anchor="middle">${tickLabel(tick, step, ticks[index - 1])}</text>`,
    )}
    ${kind === 'line' && path !== null ? svg`<path class="line" d=${path}></path>` : nothing}
    ${this.#marks(placed, kind === 'bar')}`;
  }

  /** A row for each category, so that its name is horizontal, also on a phone. */
  #byCategory({ marks, kind }: Chart): unknown {
    const names = marks.map(({ category }) => plainText(category, MAX_LABEL));
    const longest = Math.max(...names.map((name) => name.length));
    const left = Math.min(longest * CHARACTER + 16, this.#width * 0.4);
    const bottom = marks.length * ROW + MARGIN.top;
    const rowAt = (index: number): number => MARGIN.top + index * ROW + (ROW - BAR) / 2;
    const amounts = marks.map(({ amount }) => amount);
    const across = scaleLinear(
      [Math.min(0, ...amounts), Math.max(0, ...amounts)],
      [left, this.#width - MARGIN.right],
    ).nice();
    const fits = Math.max(3, Math.floor(left / CHARACTER) - 2);
    const placed = marks.map((mark, index): Placed => {
      const [x, y] = [across(mark.amount), rowAt(index)];
      if (kind !== 'bar') return { mark, x, y: y + BAR / 2, width: 0, height: 0 };
      return { mark, x: Math.min(x, across(0)), y, width: Math.abs(x - across(0)), height: BAR };
    });
    return svg`${across.ticks(Math.max(2, Math.floor(this.#width / 160))).map(
      (tick) => svg`<g class="tick">
        <line x1=${across(tick)} x2=${across(tick)} y1=${MARGIN.top} y2=${bottom}></line>
        <text x=${across(tick)} y=${bottom + 20} text-anchor="middle">${number(tick)}</text>
      </g>`,
    )}
    ${names.map(
      (name, index) =>
        svg`<text aria-hidden="true" x=${left - 8} y=${rowAt(index) + BAR / 2 + 4} text-anchor="end">${
          name.length > fits ? `${name.slice(0, fits)}…` : name
        }</text>`,
    )}
    ${this.#marks(placed, kind === 'bar')}`;
  }
}
define('cg-chart', ChartElement);
