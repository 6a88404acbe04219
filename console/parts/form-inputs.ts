/** The inputs of a form by the kinds of its fields (K4, K10, K11). */
import type { FormField } from '../../src/console/responses.js';
import { html, live, nothing, preferences, type TemplateResult, typed, visibleText } from '../core/index.js';
import type { TextEntry } from '../forms/values.js';
import { formsTexts as t } from '../texts/forms.js';
import './combobox.js';
import type { Suggestion } from './combobox.js';
import { type FormLibrary, MAX_OPTIONS } from './form-library.js';
import { codeText, decimalOf } from './form-words.js';

/** An input, and what it does with what is typed. */
export interface Input {
  readonly field: FormField;
  readonly entry: TextEntry;
  /** Of the input, for its label. */
  readonly id: string;
  /** The name of the field where there is no label. */
  readonly label: string;
  /** The id of its problem; empty without one. */
  readonly problem: string;
  readonly library: FormLibrary;
  /** Zones of places in the form, first. */
  readonly zones: readonly string[];
  readonly set: (entry: TextEntry) => void;
}

const MAX_TEXT = 5000;

export function textInput(input: Input): TemplateResult {
  switch (input.field.kind) {
    case 'boolean':
      return select(input, input.entry.text, booleans(), (text) => {
        input.set({ ...input.entry, text });
      });
    case 'code':
      return codeInput(input);
    case 'quantity':
      return quantityInput(input);
    case 'dateTime':
      return timeInput(input);
    case 'date':
    case 'time':
      return plain(input, input.field.kind);
    case 'number':
    case 'integer':
      return plain(input, 'text', 'decimal');
    case 'text':
    case 'duration':
    case 'link':
    case 'part':
    case 'any':
      return plain(input, 'text');
  }
}

const booleans = (): readonly (readonly [string, string])[] => [
  ['true', t.yes],
  ['false', t.no],
];

function plain(input: Input, type: string, inputMode?: string): TemplateResult {
  const { entry, id, problem, set, field } = input;
  const isNumber = inputMode !== undefined;
  const isLong = type === 'text' && !isNumber && /description|instructions|notes?|info|remarks/i.test(field.property);
  const onInput = typed((text) => {
    const { decimal: _, ...rest } = entry;
    const decimal = isNumber ? decimalOf(text) : undefined;
    set({ ...rest, text, ...(decimal !== undefined && { decimal }) });
  });
  if (isLong && entry.text.length > 60)
    return html`<textarea
      id=${id}
      rows="2"
      maxlength=${MAX_TEXT}
      .value=${live(entry.text)}
      aria-invalid=${problem === '' ? nothing : 'true'}
      aria-describedby=${problem === '' ? nothing : problem}
      @input=${onInput}
    ></textarea>`;
  return html`<input
    id=${id}
    class=${isNumber ? 'figure' : nothing}
    type=${type}
    inputmode=${inputMode ?? nothing}
    maxlength=${MAX_TEXT}
    autocomplete="off"
    .value=${live(entry.text)}
    aria-invalid=${problem === '' ? nothing : 'true'}
    aria-describedby=${problem === '' ? nothing : problem}
    @input=${onInput}
  />`;
}

function select(
  { id, problem }: Pick<Input, 'id' | 'problem'>,
  value: string,
  options: readonly (readonly [value: string, text: string])[],
  choose: (value: string) => void,
  label?: string,
): TemplateResult {
  const isOption = value === '' || options.some(([one]) => one === value);
  return html`<select
    id=${id}
    aria-label=${label ?? nothing}
    aria-invalid=${problem === '' ? nothing : 'true'}
    aria-describedby=${problem === '' ? nothing : problem}
    @change=${typed(choose)}
  >
    <option value="" ?selected=${value === ''}>${t.choose}</option>
    ${isOption ? nothing : html`<option value=${value} selected>${visibleText(value)}</option>`}
    ${options.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}
  </select>`;
}

/** A number with its unit: only the units that fit the field (K4). */
function quantityInput(input: Input): TemplateResult {
  const { entry, field, id, label, set } = input;
  const units = (field.units ?? []).map(
    ({ iri, label: name, code }) => [iri, name === code ? code : `${name} (${code})`] as const,
  );
  return html`<span class="joined"
    >${plain(input, 'text', 'decimal')}
    ${select(
      { id: `${id}-unit`, problem: '' },
      entry.unit ?? '',
      units,
      (unit) => {
        const { unit: _, ...rest } = entry;
        set(unit === '' ? rest : { ...rest, unit });
      },
      t.unitOf(label),
    )}</span
  >`;
}

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone that a new time has: that of a place in the form, or that of the reader's setting. */
export const defaultZone = (zones: readonly string[]): string =>
  zones[0] ?? (preferences.localTimes ? ownZone() : 'UTC');

function timeInput(input: Input): TemplateResult {
  const { entry, id, label, problem, set, zones } = input;
  const zone = entry.zone ?? defaultZone(zones);
  const offered = [...new Set([...zones, zone, ownZone(), 'UTC'])];
  return html`<span class="joined"
    ><input
      id=${id}
      type="datetime-local"
      step="60"
      .value=${live(entry.text)}
      aria-invalid=${problem === '' ? nothing : 'true'}
      aria-describedby=${problem === '' ? nothing : problem}
      @input=${typed((text) => {
        set({ ...entry, text, zone });
      })}
    /><select
      id=${`${id}-zone`}
      aria-label=${t.zoneOf(label)}
      @change=${typed((chosen) => {
        set({ ...entry, zone: chosen });
      })}
    >
      ${offered.map((name) => html`<option value=${name} ?selected=${name === zone}>${name.replaceAll('_', ' ')}</option>`)}
      <optgroup label=${t.zone}>
        ${allZones()
          .filter((name) => !offered.includes(name))
          .map((name) => html`<option value=${name}>${name.replaceAll('_', ' ')}</option>`)}
      </optgroup>
    </select></span
  >`;
}

let zoneNames: readonly string[] | undefined;
const allZones = (): readonly string[] => (zoneNames ??= Intl.supportedValuesOf('timeZone'));

/** A code with its meaning: of a short list in a select, of a long one by search, of any list as text. */
function codeInput(input: Input): TemplateResult {
  const { entry, field, id, label, library, problem, set } = input;
  const { list } = field;
  if (list === null) return plain(input, 'text');
  const codes = library.codesOf(list);
  if (codes !== undefined && codes.total <= MAX_OPTIONS && !codes.open)
    return select(
      input,
      entry.text,
      codes.items.map(({ iri, code, label: name }) => [iri, name === code ? code : `${name} (${code})`] as const),
      (text) => {
        set({ ...entry, text });
      },
    );
  const suggest = async (text: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
    const { items } = await library.searchCodes(list, text, signal);
    return items.map(({ iri, code, label: name }) => ({
      value: iri,
      label: name === code ? code : `${name} (${code})`,
    }));
  };
  const visible = /^https?:/.test(entry.text) ? codeText(entry.text, field, library) : entry.text;
  return html`<cg-combobox
    .label=${label}
    .isLabelHidden=${true}
    .inputId=${id}
    .minimum=${0}
    .value=${visible}
    .isInvalid=${problem !== ''}
    .describedBy=${problem}
    .nothingText=${t.noCode}
    .suggest=${suggest}
    @chosen=${({ detail }: CustomEvent<Suggestion>) => {
      set({ ...entry, text: detail.value });
    }}
    @typed=${({ detail }: CustomEvent<string>) => {
      set({ ...entry, text: detail });
    }}
  ></cg-combobox>`;
}
