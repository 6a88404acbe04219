/** `<cg-paste-rows>`: rows of a spreadsheet as pieces; what cannot be read is corrected in the table (K13). */
import { button, define, html, LightElement, live, nothing, property, typed, visibleText } from '../core/index.js';
import type { FormNamespaces } from '../forms/field-values.js';
import type * as Reader from '../forms/pasted-rows.js';
import type { Column, ColumnKind, PastedRows, RowPieces } from '../forms/pasted-rows.js';
import type { FormObject } from '../forms/values.js';
import { formsTexts as t } from '../texts/forms.js';
import { decimalOf, numberText } from './form-words.js';

type Rows = Pick<typeof Reader, 'columnKinds' | 'piecesOf' | 'readRows'>;

const headingOf = ({ heading }: Column, index: number): string =>
  heading === undefined || heading === '' ? t.paste.column(index + 1) : heading;

/** Rows of the table that are shown at once; those with a cell to correct are always shown. */
const VISIBLE = 50;

export class PasteRows extends LightElement {
  @property() accessor namespaces: FormNamespaces | undefined;
  #rows: Rows | undefined;
  #table: PastedRows | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  /** The reader of rows is loaded when rows are pasted. */
  async #load(): Promise<void> {
    this.#rows = await import('../forms/pasted-rows.js');
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector('textarea')?.focus();
  }

  #set(change: Partial<PastedRows>): void {
    if (this.#table === undefined) return;
    this.#table = { ...this.#table, ...change };
    this.requestUpdate();
  }

  #cell(row: number, column: number, text: string): void {
    const rows = this.#table?.rows ?? [];
    this.#set({
      rows: rows.map((cells, at) =>
        at === row ? cells.map((cell, index) => (index === column ? text : cell)) : cells,
      ),
    });
  }

  #choose(index: number, chosen: string): void {
    const kind = this.#rows?.columnKinds.find((one) => one === chosen);
    const columns = this.#table?.columns ?? [];
    this.#set({
      columns: columns.map((column, at): Column => {
        if (at === index) return { ...column, kind };
        return column.kind === kind ? { ...column, kind: undefined } : column;
      }),
    });
  }

  protected override render(): unknown {
    const { namespaces } = this;
    const [rows, table] = [this.#rows, this.#table];
    const found =
      rows === undefined || table === undefined || namespaces === undefined
        ? undefined
        : rows.piecesOf(table, namespaces, decimalOf, numberText);
    return html`<section class="paste card" aria-label=${t.paste.title}>
      <h3>${t.paste.title}</h3>
      ${table === undefined ? this.#input() : found === undefined ? nothing : this.#tableView(table, found)}
      <div class="buttons start">
        ${
          found === undefined
            ? nothing
            : button(
                {
                  text: t.paste.take(found.pieces.length),
                  tone: 'primary',
                  isDisabled: found.unreadable.length > 0 || found.pieces.length === 0,
                },
                () => {
                  this.dispatchEvent(new CustomEvent<readonly FormObject[]>('taken', { detail: found.pieces }));
                },
              )
        }
        ${button(t.paste.cancel, () => {
          this.dispatchEvent(new CustomEvent('cancelled'));
        })}
      </div>
    </section>`;
  }

  #input(): unknown {
    return html`<div class="field">
      <label for="pasted">${t.paste.text}</label>
      <textarea
        id="pasted"
        rows="5"
        spellcheck="false"
        ?disabled=${this.#rows === undefined}
        @input=${typed((text) => {
          if (this.#rows === undefined || text.trim() === '') return;
          this.#table = this.#rows.readRows(text);
          this.requestUpdate();
          void this.updateComplete.then(() => {
            const place = ['input[aria-invalid=true]', 'button.primary:enabled', 'select'].map((each) =>
              this.querySelector<HTMLElement>(each),
            );
            place.find((each) => each !== null)?.focus();
          });
        })}
      ></textarea>
      <p class="hint">${t.paste.hint}</p>
    </div>`;
  }

  #tableView({ columns, rows, total }: PastedRows, { unreadable, total: pieces, pieces: taken }: RowPieces): unknown {
    const bad = new Set(unreadable.map(({ row, column }) => `${row} ${column}`));
    const badRows = new Set(unreadable.map(({ row }) => row));
    const untaken = columns.filter(
      ({ kind }, index) => kind === undefined && rows.some((cells) => (cells[index] ?? '') !== ''),
    ).length;
    const name = (column: Column, index: number): string =>
      column.kind === undefined ? headingOf(column, index) : t.paste.kinds[column.kind];
    return html`<div role="status">
        ${unreadable.length === 0 ? nothing : html`<p class="field-error">${t.paste.unreadable(unreadable.length)}</p>`}
        ${untaken === 0 ? nothing : html`<p class="notice wait">${t.paste.untaken(untaken)}</p>`}
        ${total > rows.length ? html`<p class="notice wait">${t.paste.tooMany(total, rows.length)}</p>` : nothing}
        ${pieces > taken.length ? html`<p class="notice wait">${t.paste.tooManyPieces(pieces, taken.length)}</p>` : nothing}
      </div>
      <div class="table-scroll" tabindex="0" role="region" aria-label=${t.paste.text}>
        <table class="paste-table">
          <thead>
            <tr>
              <th scope="col">${t.paste.row}</th>
              ${columns.map(
                (column, index) =>
                  html`<th scope="col">
                    ${column.heading === undefined || column.heading === '' ? nothing : html`<span class="quiet">${visibleText(column.heading)}</span>`}
                    ${this.#kindSelect(column, index)}
                  </th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${rows.map((cells, row) =>
              row >= VISIBLE && !badRows.has(row)
                ? nothing
                : html`<tr>
                    <th scope="row">${row + 1}</th>
                    ${cells.map((cell, index) => {
                      const column = columns[index];
                      return html`<td>
                        <input
                          type="text"
                          aria-label=${column === undefined ? nothing : t.paste.cell(row + 1, name(column, index))}
                          aria-invalid=${bad.has(`${row} ${index}`) ? 'true' : nothing}
                          .value=${live(cell)}
                          @input=${typed((text) => {
                            this.#cell(row, index, text);
                          })}
                        />
                      </td>`;
                    })}
                  </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  #kindSelect({ kind, heading }: Column, index: number): unknown {
    const kinds: readonly ColumnKind[] = this.#rows?.columnKinds ?? [];
    return html`<select
      aria-label=${heading === undefined || heading === '' ? t.paste.column(index + 1) : heading}
      @change=${typed((chosen) => {
        this.#choose(index, chosen);
      })}
    >
      <option value="" ?selected=${kind === undefined}>${t.paste.none}</option>
      ${kinds.map((one) => html`<option value=${one} ?selected=${one === kind}>${t.paste.kinds[one]}</option>`)}
    </select>`;
  }
}
define('cg-paste-rows', PasteRows);
