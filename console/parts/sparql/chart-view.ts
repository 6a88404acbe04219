/** The chart of a result, with its options. */
import { html, nothing, type TemplateResult, whenLoaded } from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import { chartColumns, chartKinds, chartOf } from './chart-data.js';
import type { Display } from './question.js';
import type { Result } from './rows.js';

interface ChartViewOptions {
  readonly result: Result;
  readonly display: Display;
  readonly show: (display: Partial<Display>) => void;
}

function choice(
  id: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  choose: (value: string) => void,
): TemplateResult {
  return html`<label for=${id}
    >${label}
    <select
      id=${id}
      @change=${(event: Event) => {
        if (event.target instanceof HTMLSelectElement) choose(event.target.value);
      }}
    >
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
    </select></label
  >`;
}

const named = (columns: readonly string[]): (readonly [string, string])[] => columns.map((name) => [name, name]);

/** Whether the result can be drawn as a chart. */
export const isChartable = (result: Result): boolean => chartColumns(result) !== undefined;

export function chartView({ result, display, show }: ChartViewOptions): TemplateResult {
  const columns = chartColumns(result);
  const chart = chartOf(result, display);
  if (columns === undefined || chart === undefined) return html`<p>${t.noChart}</p>`;
  // The element draws once its file has loaded.
  whenLoaded(import('./chart.js'));
  const kinds = chartKinds(chart.isTime);
  return html`<div class="filters">
      ${choice(
        'chart-kind',
        t.chartKind,
        kinds.map((kind) => [kind, t.chartKinds[kind]]),
        chart.kind,
        (value) => {
          show({ chart: value });
        },
      )}
      ${choice('chart-x', t.across, named(columns.across), chart.x, (x) => {
        show({ x });
      })}
      ${choice('chart-y', t.up, named(columns.up.filter((name) => name !== chart.x)), chart.y, (y) => {
        show({ y });
      })}
    </div>
    <cg-chart .chart=${chart}></cg-chart>
    ${chart.left === 0 ? nothing : html`<p class="quiet" role="status">${t.notDrawn(chart.left)}</p>`}`;
}
