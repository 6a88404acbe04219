/** `<cg-add-statement>`: adds a statement with a property of the data model, and an input for its range. */
import { config, define, html, LightElement, localName, nothing, property, termLabel } from '../core/index.js';
import { changeTexts as t } from '../texts/change.js';
import { type Edit, isQuantity, XSD } from './change-edits.js';
import type { DataModel, ModelProperty } from './model.js';
import './value-input.js';

class AddStatement extends LightElement {
  @property() accessor model: DataModel | undefined;
  @property() accessor properties: readonly ModelProperty[] = [];
  /** The properties that the object has. */
  @property() accessor present: readonly string[] = [];
  @property() accessor subject = '';
  #adding: { readonly property: string; readonly value: string; readonly unit: string } = {
    property: '',
    value: '',
    unit: '',
  };

  protected override render(): unknown {
    const adding = this.#adding;
    const { model, properties } = this;
    if (model === undefined) return nothing;
    const chosen = properties.find(({ property }) => property === adding.property);
    const isTaken = chosen?.isSingle === true && this.present.includes(chosen.property);
    const isQuantityRange = chosen !== undefined && isQuantity(chosen.range);
    const isOther =
      chosen !== undefined &&
      !chosen.isDatatype &&
      !isQuantityRange &&
      model.codes(chosen.range).length === 0 &&
      !model.isLogisticsObject(chosen.range);
    const units = model.codes(`${config().namespaces.codeLists}MeasurementUnitCode`);
    const hint = isTaken ? t.only : isOther ? t.notInForm : undefined;
    return html`<form
      class="grid-form"
      @submit=${(event: Event) => {
        event.preventDefault();
        if (chosen === undefined || hint !== undefined || adding.value.trim() === '') return;
        const unit = isQuantityRange && adding.unit !== '' ? { unit: adding.unit } : {};
        const edit: Edit = {
          kind: 'add',
          s: this.subject,
          p: chosen.property,
          value: adding.value,
          range: chosen.range,
          ...unit,
        };
        this.#adding = { property: '', value: '', unit: '' };
        this.dispatchEvent(new CustomEvent('added', { detail: edit }));
        this.requestUpdate();
      }}
    >
      <div class="field">
        <label for="add-property">${t.property}</label>
        <select
          id="add-property"
          @change=${(event: Event) => {
            if (!(event.target instanceof HTMLSelectElement)) return;
            this.#adding = { property: event.target.value, value: '', unit: '' };
            this.requestUpdate();
          }}
        >
          <option value="" ?selected=${adding.property === ''}>${t.choose}</option>
          ${properties.map(
            ({ property }) =>
              html`<option value=${property} ?selected=${property === adding.property}>${termLabel(property)}</option>`,
          )}
        </select>
      </div>
      ${
        chosen === undefined || hint !== undefined
          ? nothing
          : html`<div class="field">
                <span aria-hidden="true">${t.value}</span>
                <cg-value-input
                  .model=${model}
                  .range=${isQuantityRange ? `${XSD}double` : chosen.range}
                  .value=${adding.value}
                  .label=${t.value}
                  .name=${'added'}
                  @typed=${(event: CustomEvent<string>) => {
                    this.#adding = { ...this.#adding, value: event.detail };
                    this.requestUpdate();
                  }}
                ></cg-value-input>
              </div>
              ${
                isQuantityRange
                  ? html`<div class="field">
                      <label for="add-unit">${t.unit}</label>
                      <select
                        id="add-unit"
                        @change=${(event: Event) => {
                          if (event.target instanceof HTMLSelectElement)
                            this.#adding = { ...this.#adding, unit: event.target.value };
                        }}
                      >
                        <option value="">${t.choose}</option>
                        ${units.map((unit) => html`<option value=${unit}>${localName(unit)}</option>`)}
                      </select>
                    </div>`
                  : nothing
              }`
      }
      <div class="wide">
        ${hint === undefined ? nothing : html`<p class="hint">${hint}</p>`}
        <button ?disabled=${chosen === undefined || hint !== undefined || adding.value.trim() === ''}>
          ${t.addButton}
        </button>
      </div>
    </form>`;
  }
}
define('cg-add-statement', AddStatement);
