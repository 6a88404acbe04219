/** The rows of the change form: editable statements, and added ones. */
import { html, localName, nothing, plainText, type TemplateResult, termLabel, visibleText } from '../core/index.js';
import { changeTexts as t } from '../texts/change.js';
import { type Edit, isQuantity, XSD } from './change-edits.js';
import type { Leaf } from './change-leaves.js';
import type { DataModel } from './model.js';
import { keyOf } from './statements.js';
import './value-input.js';
import { termView } from './values.js';

interface RowOptions {
  /** The id of the input. */
  readonly name: string;
  readonly model: DataModel;
  readonly edits: readonly Edit[];
  readonly set: (edit: Edit | undefined) => void;
}

/** A statement with its edit. @param set is called with the edit; with undefined to keep the statement unchanged. */
export function leafRow(
  { statement, path, range }: Leaf,
  { name: input, model, edits, set }: RowOptions,
): TemplateResult {
  const name = path.map(termLabel).join(' › ');
  const key = keyOf(statement);
  const edit = edits.find((each) => each.kind !== 'add' && keyOf(each.statement) === key);
  const button = (text: string, to: Edit | undefined): TemplateResult =>
    html`<button
      type="button"
      class="small"
      aria-label=${`${text}: ${plainText(name, 80)}`}
      @click=${() => {
        set(to);
      }}
    >
      ${text}
    </button>`;
  return html`<div>
    <dt>${visibleText(name)}</dt>
    <dd class="edit-value">
      <div class=${edit === undefined ? '' : 'struck'}>
        ${termView(statement.o)} ${edit?.kind === 'remove' ? html`<span class="chip bad">${t.removed}</span>` : nothing}
      </div>
      ${
        edit?.kind === 'replace'
          ? html`<cg-value-input
              .model=${model}
              .range=${range}
              .value=${edit.value}
              .label=${t.newValue(plainText(name, 80))}
              .name=${input}
              @typed=${(event: CustomEvent<string>) => {
                set({ ...edit, value: event.detail });
              }}
            ></cg-value-input>`
          : nothing
      }
      <div class="row-acts">
        ${
          edit === undefined
            ? html`${button(t.replace, { kind: 'replace', statement, value: statement.o.value, range })}
              ${button(t.remove, { kind: 'remove', statement, range })}`
            : button(t.keep, undefined)
        }
      </div>
    </dd>
  </div>`;
}

/** An added statement. */
export function addedRow(edit: Edit & { kind: 'add' }, remove: () => void): TemplateResult {
  const { p, value, range, unit } = edit;
  const isLink = !range.startsWith(XSD) && !isQuantity(range);
  return html`<div class="branch">
    <div>
      <span class="chip good">${t.added}</span> ${visibleText(termLabel(p))}:
      ${isLink ? termView({ type: 'uri', value }) : visibleText(value)}
      ${unit === undefined ? nothing : localName(unit)}
    </div>
    <button
      type="button"
      class="small"
      @click=${() => {
        remove();
      }}
    >
      ${t.remove}
    </button>
  </div>`;
}
