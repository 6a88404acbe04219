/** The fields of a question's parameters (K68). */
import { milestoneCodes } from '../../src/model/words/milestone-words.js';
import type { QuestionItem } from '../../src/questions/schemas.js';
import { html, nothing, preferences, type TemplateResult, zoneName } from '../core/index.js';
import { questionTexts as t } from '../texts/questions.js';
import './named-field.js';
import { daysOf, momentInput, periodsFor } from './questions.js';

type Parameter = QuestionItem['parameters'][number];

/** A period in words. */
function periodText(period: string): string {
  const days = daysOf(period);
  return days === undefined ? period : t.lastDays(days);
}

const select = (
  { name, label, required }: Parameter,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): TemplateResult =>
  html`<label
    >${label}
    <select name=${name}>
      ${required ? nothing : html`<option value="" ?selected=${chosen === ''}>${t.any}</option>`}
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
    </select></label
  >`;

const input = (
  { name, label, required, default: fallback }: Parameter,
  { type, value }: { readonly type: 'text' | 'decimal' | 'datetime-local'; readonly value: string },
): TemplateResult =>
  html`<label
    >${label}
    <input
      name=${name}
      type=${type === 'decimal' ? 'text' : type}
      step=${type === 'datetime-local' ? '1' : nothing}
      inputmode=${type === 'decimal' ? 'decimal' : nothing}
      autocomplete="off"
      spellcheck="false"
      ?required=${required && fallback === null}
      .value=${value}
  /></label>`;

/** @param given the value in the address; empty for none. */
export function questionField(parameter: Parameter, given: string): TemplateResult {
  const { kind, options = [] } = parameter;
  const value = given === '' ? (parameter.default ?? '') : given;
  if (kind === 'period')
    return select(
      parameter,
      periodsFor(parameter, given, new Date()).map((period) => [period, periodText(period)]),
      value,
    );
  if (kind === 'milestone')
    return select(
      parameter,
      milestoneCodes.map((code) => [code, code]),
      value,
    );
  if (kind === 'choice')
    return select(
      parameter,
      options.map((option) => [option.value, option.label]),
      value,
    );
  if (kind === 'moment') {
    const label = `${parameter.label} (${zoneName()})`;
    return input(
      { ...parameter, label },
      { type: 'datetime-local', value: momentInput(value, preferences.localTimes) },
    );
  }
  if (kind === 'object' || kind === 'partner')
    return html`<cg-named-field
      .kind=${kind}
      .name=${parameter.name}
      .label=${parameter.label}
      .value=${value}
      .isRequired=${parameter.required && parameter.default === null}
    ></cg-named-field>`;
  return input(parameter, { type: kind === 'number' ? 'decimal' : 'text', value });
}
