/** The answer to a query as a table that is sorted, filtered and paged here, or as a chart. */
import type { ModelNames } from '../../../src/console/responses/model.js';
import { type Column, empty, html, nothing, shared, table, type TemplateResult, whenLoaded } from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import { cellView } from './cell-view.js';
import { chartView, isChartable } from './chart-view.js';
import { type DownloadFormat, formatsOf } from './download.js';
import type { ResultView, Display } from './question.js';
import type { Result, Row } from './rows.js';
import { isStatement } from './statement-graphs.js';
import { filtered, kindOfColumn, sorted } from './values.js';

export const ROWS_A_PAGE = 100;

export interface ResultViewOptions {
  readonly result: Result;
  readonly display: Display;
  readonly model: ModelNames | undefined;
  readonly show: (display: Partial<Display>) => void;
}

const time = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A summary of the answer in one sentence. */
export function summaryOf({ kind, rows, holds, milliseconds }: Result): string {
  if (kind === 'boolean') return holds ? t.holds : t.holdsNot;
  const seconds = time.format(milliseconds / 1000);
  return kind === 'statements' ? t.statements(rows.length, seconds) : t.answered(rows.length, seconds);
}

/** Warnings that the reader must see before using the answer. */
export function caveats({ isTruncated, behind }: Result): TemplateResult {
  return html`${isTruncated ? html`<p class="notice wait" role="status">${t.truncated}</p>` : nothing}
  ${behind > 0 ? html`<p class="notice wait" role="status">${t.behind(behind)}</p>` : nothing}`;
}

function sorting({ columns }: Result, { sort }: Display): { readonly column: number; readonly isDescending: boolean } {
  const isDescending = sort.startsWith('-');
  return { column: columns.indexOf(isDescending ? sort.slice(1) : sort), isDescending };
}

function pages(page: number, count: number, show: ResultViewOptions['show']): TemplateResult | typeof nothing {
  if (count < 2) return nothing;
  const button = (to: number, text: string, isThere: boolean): unknown =>
    isThere
      ? html`<button
          type="button"
          @click=${() => {
            show({ page: to });
          }}
        >
          ${text}
        </button>`
      : nothing;
  return html`<nav class="pager" aria-label=${shared.pages}>
    ${button(page - 1, shared.previous, page > 1)} <span>${shared.page(page, count)}</span>
    ${button(page + 1, shared.next, page < count)}
  </nav>`;
}

export function tableView({ result, display, model, show }: ResultViewOptions): TemplateResult {
  const { columns, rows, kind } = result;
  const { column: by, isDescending } = sorting(result, display);
  const found = sorted(filtered(rows, display.filter), by, isDescending);
  const count = Math.max(1, Math.ceil(found.length / ROWS_A_PAGE));
  const page = Math.min(display.page, count);
  const onPage = found.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE);
  const described = columns.map((name, index): Column<Row> => {
    const direction = index !== by ? 'none' : isDescending ? 'descending' : 'ascending';
    const next = direction === 'ascending' ? `-${name}` : name;
    return {
      heading: name,
      isNumber: kindOfColumn(rows, index) === 'number',
      cell: (row) => cellView(row[index], model),
      sort: {
        direction,
        press: () => {
          show({ sort: next, page: 1 });
        },
        title: t.sortBy(name),
      },
    };
  });
  // The graph of a statement can be looked up, and so can that of a row of three terms that form a statement.
  const hasGraphs = kind === 'statements' || (columns.length === 3 && rows.slice(0, 5).some(isStatement));
  const graphs: Column<Row> = {
    heading: t.graphOf,
    isQuiet: true,
    cell: (row) =>
      isStatement(row) ? html`<cg-statement-graphs .row=${row} .model=${model}></cg-statement-graphs>` : nothing,
  };
  return html`<div class="filters">
      <label
        >${t.filter}
        <input
          type="search"
          .value=${display.filter}
          @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) show({ filter: event.target.value, page: 1 });
          }}
      /></label>
      <p role="status">${t.visible(found.length, rows.length)}</p>
    </div>
    <div class="result-table" tabindex="0" role="region" aria-label=${t.rowsOf}>
      ${table({ caption: t.rowsOf, columns: hasGraphs ? [...described, graphs] : described, rows: onPage })}
    </div>
    ${pages(page, count, show)}`;
}

function downloads(result: Result, download: (format: DownloadFormat) => void): TemplateResult {
  return html`<form
    class="download"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const form = event.currentTarget;
      const format = form instanceof HTMLFormElement ? new FormData(form).get('format') : null;
      const chosen = formatsOf(result).find((each) => each === format);
      if (chosen !== undefined) download(chosen);
    }}
  >
    <label for="download-format">${t.format}</label>
    <select id="download-format" name="format" title=${t.spreadsheetHint}>
      ${formatsOf(result).map((format) => html`<option value=${format}>${t.formats[format]}</option>`)}
    </select>
    <button type="submit">${t.download}</button>
  </form>`;
}

/** The displays of a result. */
function viewsOf(result: Result): readonly ResultView[] {
  if (result.kind === 'statements') return ['table', 'drawing'];
  return isChartable(result) ? ['table', 'chart'] : ['table'];
}

function viewSwitch({ result, show }: ResultViewOptions, current: ResultView): TemplateResult | typeof nothing {
  const views = viewsOf(result);
  if (views.length < 2) return nothing;
  return html`<div class="buttons start" role="group" aria-label=${t.views}>
    ${views.map(
      (view) =>
        html`<button
          type="button"
          class="small"
          aria-pressed=${String(view === current)}
          @click=${() => {
            show({ view });
          }}
        >
          ${t[view]}
        </button>`,
    )}
  </div>`;
}

function rowsView(options: ResultViewOptions): TemplateResult {
  const { result, display } = options;
  const view = viewsOf(result).find((each) => each === display.view) ?? 'table';
  return html`${viewSwitch(options, view)}${
    view === 'chart' ? chartView(options) : view === 'drawing' ? drawingView(result) : tableView(options)
  }`;
}

function drawingView({ rows }: Result): TemplateResult {
  // The element draws once its file has loaded.
  whenLoaded(import('./statements-drawing.js'));
  return html`<cg-statements-drawing .rows=${rows}></cg-statements-drawing>`;
}

/** The whole answer. */
export function resultView(
  options: ResultViewOptions & { readonly download: (format: DownloadFormat) => void },
): TemplateResult {
  const { result, download } = options;
  return html`<section class="card result" aria-labelledby="result-title">
    <div class="card-head">
      <h2 id="result-title">${t.result}</h2>
      ${downloads(result, download)}
    </div>
    <p class=${result.kind === 'boolean' ? 'notice-title' : 'quiet'}>${summaryOf(result)}</p>
    ${caveats(result)}
    ${
      result.kind === 'boolean'
        ? nothing
        : result.rows.length === 0
          ? empty(t.noRows, html`<p>${t.noRowsHint}</p>`)
          : rowsView(options)
    }
  </section>`;
}
