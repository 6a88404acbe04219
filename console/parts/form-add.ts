/** Add: a search over every field of a class (K18). */
import type { Form, FormField } from '../../src/console/responses.js';
import { html, type TemplateResult } from '../core/index.js';
import { entriesOf, type FormObject } from '../forms/values.js';
import { formsTexts as t } from '../texts/forms.js';
import './combobox.js';
import type { Suggestion } from './combobox.js';

export interface AddField {
  readonly form: Form;
  readonly object: FormObject;
  readonly id: string;
  /** Within another object it is folded. */
  readonly isFolded: boolean;
  /** Properties that have another field. */
  readonly isHidden: ReadonlySet<string>;
  readonly add: (field: FormField) => void;
}

/** The fields whose label or name has a text; those with their one value are shown as such. */
export function fieldSuggestions({ form, object, isHidden }: AddField, text: string): Suggestion[] {
  const wanted = text.trim().toLocaleLowerCase();
  const byProperty = new Map(form.fields.map((field) => [field.property, field]));
  return form.groups.flatMap(({ label: group, fields }) =>
    fields.flatMap((property): Suggestion[] => {
      const field = byProperty.get(property);
      if (field === undefined || isHidden.has(property)) return [];
      const name = property.replace(/^.*[#/]/, '');
      if (![field.label, name].some((one) => one.toLocaleLowerCase().includes(wanted))) return [];
      const isFull = field.max !== null && entriesOf(object, property).length >= field.max;
      return [{ value: property, label: field.label, group, ...(isFull && { detail: t.single, isDisabled: true }) }];
    }),
  );
}

export function addField(adding: AddField): TemplateResult {
  const field = html`<cg-combobox
    .label=${t.addField}
    .inputId=${adding.id}
    .minimum=${0}
    .value=${''}
    .isFilled=${false}
    .placeholder=${t.addFieldHint}
    .nothingText=${t.noField}
    .suggest=${(text: string) => Promise.resolve(fieldSuggestions(adding, text))}
    @chosen=${({ detail, currentTarget }: CustomEvent<Suggestion>) => {
      const chosen = adding.form.fields.find(({ property }) => property === detail.value);
      if (currentTarget instanceof HTMLElement && 'value' in currentTarget) currentTarget.value = '';
      if (chosen !== undefined) adding.add(chosen);
    }}
  ></cg-combobox>`;
  return html`<div class="form-add">
    ${
      adding.isFolded
        ? html`<details>
            <summary>${t.addField}</summary>
            ${field}
          </details>`
        : field
    }
  </div>`;
}
