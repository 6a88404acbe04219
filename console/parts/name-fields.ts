/** The fields of what is saved under a name: a question or a view. */
import { html, live, me, nothing, type TemplateResult, typed } from '../core/index.js';
import { viewTexts as t } from '../texts/list-filters.js';

export interface NameValues {
  readonly title: string;
  readonly visibility: 'own' | 'internal';
}

/** @param change called with the values after a change. Partners keep what they save for themselves. */
export function nameFields(values: NameValues, change: (values: NameValues) => void): TemplateResult {
  const { title, visibility } = values;
  const options = [
    ['own', t.own],
    ['internal', t.internal],
  ] as const;
  return html`<div class="field">
      <label
        >${t.name}
        <input
          type="text"
          maxlength="200"
          autocomplete="off"
          required
          .value=${live(title)}
          @input=${typed((text) => {
            change({ ...values, title: text });
          })}
      /></label>
    </div>
    ${
      me().internal
        ? html`<div class="field">
            <label
              >${t.whoSees}
              <select
                @change=${typed((text) => {
                  change({ ...values, visibility: text === 'internal' ? 'internal' : 'own' });
                })}
              >
                ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === visibility}>${text}</option>`)}
              </select></label
            >
          </div>`
        : nothing
    }`;
}
