/** The field for an air waybill's number: any spelling, check digit, carrier, and whether it is here already (K8, K9). */
import { html, live, nothing, pageOf, href, type TemplateResult, typed, visibleText } from '../core/index.js';
import { entriesOf, type FormObject, type NumberEntry } from '../forms/values.js';
import { readWaybillNumber } from '../forms/waybill-number.js';
import { numberProperties } from '../forms/whole-form.js';
import { formsTexts as t } from '../texts/forms.js';
import type { FormLibrary } from './form-library.js';

export interface NumberField {
  readonly object: FormObject;
  readonly library: FormLibrary;
  readonly id: string;
  readonly messages: readonly string[];
  readonly set: (entry: NumberEntry) => void;
}

export function numberField({ object, library, id, messages, set }: NumberField): TemplateResult {
  const entry = object.number ?? { text: '', isUnchecked: false };
  const read = readWaybillNumber(entry.text, library.prefixOf);
  const isKnown = read.kind === 'number';
  const number = isKnown ? `${read.prefix}-${read.number}` : undefined;
  const carrier = isKnown ? library.carrierOf(read.prefix)?.name : undefined;
  const isRight = isKnown && (read.isRight || entry.isUnchecked);
  const [, property] = numberProperties(library.namespaces.cargo);
  const isOfRecord = entriesOf(object, property).some(({ origin }) => origin !== undefined);
  const here = number === undefined || !isRight || isOfRecord ? undefined : library.waybillWith(number);
  const page = here === undefined ? undefined : pageOf(here);
  const isInvalid = messages.length > 0;
  return html`<div class="field wide">
    <label for=${id}>${t.airWaybill}</label>
    <input
      id=${id}
      class="waybill-number"
      type="text"
      maxlength="100"
      autocomplete="off"
      .value=${live(entry.text)}
      aria-invalid=${isInvalid ? 'true' : nothing}
      aria-describedby=${`${id}-hint`}
      @input=${typed((text) => {
        set({ ...entry, text });
      })}
    />
    <div id=${`${id}-hint`}>
      ${
        isRight && number !== undefined
          ? html`<p class="hint understood">
              <strong>${number}</strong> ${carrier === undefined ? nothing : visibleText(t.of(carrier))}
            </p>`
          : isInvalid
            ? nothing
            : html`<p class="hint">${t.airWaybillHint}</p>`
      }
      ${messages.map((text) => html`<p class="field-error">${text}</p>`)}
    </div>
    ${
      (isKnown && !read.isRight) || entry.isUnchecked
        ? html`<label class="check"
            ><input
              type="checkbox"
              .checked=${live(entry.isUnchecked)}
              @change=${(event: Event) => {
                if (event.target instanceof HTMLInputElement) set({ ...entry, isUnchecked: event.target.checked });
              }}
            />
            ${t.noCheckDigit}</label
          >`
        : nothing
    }
    ${
      number === undefined || page === undefined
        ? nothing
        : html`<p class="hint" role="status"><a href=${href(page)}>${t.isHere(number)}</a></p>`
    }
  </div>`;
}
