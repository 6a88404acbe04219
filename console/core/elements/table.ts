/** `<cg-table>`: a table, whose rows are cards on a phone. `j` and `k` move between rows, `Enter` opens one. */
import { html, nothing, type TemplateResult } from 'lit';
import { define, LightElement, property } from '../element.js';
import { dayText } from '../format.js';
import { onPreference } from '../preferences.js';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => unknown;
  /** Numbers are aligned at the end of the cell. */
  readonly isNumber?: boolean;
  /** A heading that only screen readers see. */
  readonly isQuiet?: boolean;
  /** This cell names the row and is the heading of its card. */
  readonly isHeading?: boolean;
  /** The value of `sort` in the address, if the list can be sorted by this column. */
  readonly sort?: Sorting;
}

/** The sort order, and how to change it: an address, or a function if all rows are loaded. */
export type Sorting = { readonly direction: 'ascending' | 'descending' | 'none' } & (
  { readonly href: string } | { readonly press: () => void; readonly title: string }
);

const arrows = { ascending: ' ▲', descending: ' ▼', none: '' } as const;

/** The heading of a sortable column. */
function sortable(heading: string, sort: Sorting): TemplateResult {
  const arrow = html`<span aria-hidden="true" class="sort">${arrows[sort.direction]}</span>`;
  return 'href' in sort
    ? html`<a href=${sort.href}>${heading}${arrow}</a>`
    : html`<button type="button" class="link" title=${sort.title} @click=${sort.press}>${heading}${arrow}</button>`;
}

/** Rows and columns of one type. Templates call `table({...})` so that the compiler compares both. */
export function table<Row>(options: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The time by which the rows are in order: those of a day are under its heading (K83). Null for a row without one. */
  readonly timeOf?: ((row: Row) => string | null) | undefined;
}): TemplateResult {
  const { columns, rows, caption, timeOf } = options;
  return html`<cg-table
    .caption=${caption}
    .headings=${columns}
    .cells=${rows.map((row) => columns.map(({ cell }) => cell(row)))}
    .times=${timeOf === undefined ? undefined : rows.map(timeOf)}
  ></cg-table>`;
}

export class TableElement extends LightElement {
  @property() accessor caption = '';
  @property() accessor headings: readonly Omit<Column<never>, 'cell'>[] = [];
  @property() accessor cells: readonly (readonly unknown[])[] = [];
  /** Of each row, where rows are grouped by day. */
  @property() accessor times: readonly (string | null)[] | undefined;
  #stop: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Days begin in the zone of the reader's times.
    this.#stop = onPreference(() => {
      this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override render(): unknown {
    return html`<table>
      <caption class="visually-hidden">
        ${this.caption}
      </caption>
      <thead>
        <tr>
          ${this.headings.map(
            ({ heading, isNumber, isQuiet, sort }) =>
              html`<th
                scope="col"
                class=${isNumber === true ? 'number' : ''}
                aria-sort=${sort === undefined ? nothing : sort.direction}
              >
                ${
                  isQuiet === true
                    ? html`<span class="visually-hidden">${heading}</span>`
                    : sort === undefined
                      ? heading
                      : sortable(heading, sort)
                }
              </th>`,
          )}
        </tr>
      </thead>
      ${
        this.times === undefined
          ? html`<tbody>
              ${this.cells.map((row) => this.#row(row))}
            </tbody>`
          : groupsByDay(this.times).map(
              ({ day, begin, end }) =>
                html`<tbody>
                  <tr class="day">
                    <th scope="rowgroup" colspan=${this.headings.length}><time>${day}</time></th>
                  </tr>
                  ${this.cells.slice(begin, end).map((row) => this.#row(row))}
                </tbody>`,
            )
      }
    </table>`;
  }

  #row(row: readonly unknown[]): TemplateResult {
    return html`<tr>
      ${row.map((cell, index) => this.#cell(cell, this.headings[index]))}
    </tr>`;
  }

  #cell(cell: unknown, column: Omit<Column<never>, 'cell'> | undefined): TemplateResult {
    const name = column?.heading ?? '';
    if (column?.isHeading === true)
      return html`<th scope="row" data-label=${name}><div class="cell">${cell}</div></th>`;
    const isEmpty = cell === nothing || cell === '' || cell === undefined || cell === null;
    return html`<td
      data-label=${column?.isQuiet === true ? nothing : name}
      class=${[column?.isNumber === true ? 'number' : '', column?.isQuiet === true ? 'narrow' : '', isEmpty ? 'empty' : ''].join(' ')}
    >
      <div class="cell">${cell}</div>
    </td>`;
  }
}
define('cg-table', TableElement);

/** Rows of one day, one after the other. @returns the day in words, and the rows from `begin` up to `end`. */
export function groupsByDay(
  times: readonly (string | null)[],
): readonly { readonly day: string; readonly begin: number; readonly end: number }[] {
  const groups: { day: string; begin: number; end: number }[] = [];
  for (const [index, time] of times.entries()) {
    const day = time === null || Number.isNaN(Date.parse(time)) ? '–' : dayText(new Date(time));
    const last = groups.at(-1);
    if (last?.day === day) last.end = index + 1;
    else groups.push({ day, begin: index, end: index + 1 });
  }
  return groups;
}

/** Moves to the next or previous row of the first table of a page and focuses its link or box. */
export function moveRow(root: ParentNode, step: 1 | -1): void {
  const rows = [...root.querySelectorAll<HTMLElement>('cg-table tbody tr:not(.day)')];
  const active = document.activeElement;
  const at = rows.findIndex((row) => row.contains(active));
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step];
  next?.querySelector<HTMLElement>('a[href], button')?.focus();
}
