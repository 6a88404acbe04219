/**
 * `<cg-partner-field>`: one partner, chosen by its name (K52). The last suggestion takes a new partner: its name and its
 * address, once. `<cg-partners-field>`: several.
 */
import type { AgentsAnswer } from '../../src/console/responses.js';
import {
  announce,
  ask,
  askJson,
  button,
  consoleApi,
  define,
  failed,
  Failure,
  foreignHost,
  html,
  LightElement,
  nothing,
  plainText,
  property,
  query,
} from '../core/index.js';
import { partnerFieldTexts as t } from '../texts/partner-field.js';
import { agentName } from './agent-name.js';
import './combobox.js';
import type { Suggestion } from './combobox.js';

export interface Partner {
  readonly uri: string;
  readonly label: string;
}

/** Partners that are suggested. */
const MAX_SUGGESTED = 8;
/** The value of the suggestion that takes a new partner. */
const NEW = 'new';

/** Where a partner is: its server. */
const placeOf = (uri: string): string => {
  const host = foreignHost(uri);
  return host === undefined || host === '' ? '' : t.at(host);
};

const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\/\S+$/i.test(text.trim());

export class PartnerField extends LightElement {
  @property() accessor label = '';
  /** The address of the partner; the field shows its name. */
  @property() accessor value = '';
  /** The name that the field shows for `value`. */
  @property() accessor text = '';
  @property() accessor inputId = '';
  @property() accessor isRequired = false;
  @property() accessor isDisabled = false;
  /** Whether the field is empty again after a choice. */
  @property() accessor isCleared = false;
  #isNew = false;
  #typed = '';
  #name = '';
  #address = '';
  #failure: Failure | undefined;
  #isBusy = false;

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('value') && this.value !== '' && this.text === '') this.text = agentName(this.value);
  }

  readonly #suggest = async (text: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
    this.#typed = text;
    const path = consoleApi('/agents') + query({ q: text, limit: MAX_SUGGESTED });
    const { items } = await askJson<AgentsAnswer>(path, { signal });
    const found = items.map(({ uri, label }) => ({ value: uri, label: agentName(uri, label), detail: placeOf(uri) }));
    return [...found, { value: NEW, label: t.newPartner }];
  };

  #choose(partner: Partner): void {
    this.value = this.isCleared ? '' : partner.uri;
    this.text = this.isCleared ? '' : partner.label;
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent<Partner>('chosen', { detail: partner }));
  }

  #chosen({ value, label }: Suggestion): void {
    if (value !== NEW) {
      this.#choose({ uri: value, label });
      return;
    }
    this.#isNew = true;
    this.#failure = undefined;
    this.#address = isAddress(this.#typed) ? this.#typed.trim() : '';
    this.#name = this.#address === '' ? this.#typed : '';
    this.text = '';
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLInputElement>('.new-partner input')?.focus());
  }

  async #save(): Promise<void> {
    const [name, uri] = [this.#name.trim(), this.#address.trim()];
    if (name === '' || !isAddress(uri) || this.#isBusy) return;
    this.#isBusy = true;
    this.requestUpdate();
    try {
      const body = JSON.stringify({ name });
      const headers = { 'Content-Type': 'application/json' };
      await ask(consoleApi('/agent') + query({ uri }), { method: 'PUT', body, headers });
      this.#isNew = false;
      announce(t.saved(name));
      this.#choose({ uri, label: name });
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    } finally {
      this.#isBusy = false;
      this.requestUpdate();
    }
  }

  protected override render(): unknown {
    return html`<cg-combobox
        .label=${this.label}
        .value=${this.text}
        .inputId=${this.inputId}
        .minimum=${0}
        .isRequired=${this.isRequired}
        .isDisabled=${this.isDisabled}
        .isFilled=${!this.isCleared}
        .placeholder=${t.placeholder}
        .suggest=${this.#suggest}
        @chosen=${(event: CustomEvent<Suggestion>) => {
          event.stopPropagation();
          this.#chosen(event.detail);
        }}
        @typed=${(event: CustomEvent<string>) => {
          this.text = event.detail;
          if (this.value === '') return;
          this.value = '';
          this.dispatchEvent(new CustomEvent<Partner>('chosen', { detail: { uri: '', label: '' } }));
        }}
      ></cg-combobox>
      ${this.#isNew ? this.#form() : nothing}`;
  }

  #form(): unknown {
    const isReady = this.#name.trim() !== '' && isAddress(this.#address);
    return html`<fieldset class="new-partner">
      <legend>${t.newTitle}</legend>
      ${failedIf(this.#failure)}
      <div class="field">
        <label
          >${t.name}
          <input
            type="text"
            maxlength="200"
            .value=${this.#name}
            @input=${(event: Event) => {
              this.#name = textIn(event);
              this.requestUpdate();
            }}
        /></label>
      </div>
      <div class="field">
        <label
          >${t.address}
          <input
            type="url"
            maxlength="2000"
            placeholder="https://partner.example/logistics-objects/…"
            .value=${this.#address}
            @input=${(event: Event) => {
              this.#address = textIn(event);
              this.requestUpdate();
            }}
        /></label>
        <p class="hint start">${t.addressHint}</p>
      </div>
      <div class="buttons start">
        ${button({ text: t.save, isDisabled: !isReady || this.#isBusy }, () => void this.#save())}
        ${button({ text: t.cancel, tone: 'link' }, () => {
          this.#isNew = false;
          this.requestUpdate();
        })}
      </div>
    </fieldset>`;
  }
}
define('cg-partner-field', PartnerField);

const failedIf = (failure: Failure | undefined): unknown => (failure === undefined ? nothing : failed(failure));
const textIn = (event: Event): string => (event.target instanceof HTMLInputElement ? event.target.value : '');

/** Several partners: those that are chosen stand above the field. */
export class PartnersField extends LightElement {
  @property() accessor label = '';
  @property({ attribute: false }) accessor value: readonly Partner[] = [];

  #set(value: readonly Partner[]): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent<readonly Partner[]>('chosen', { detail: value }));
  }

  protected override render(): unknown {
    return html`${
        this.value.length === 0
          ? nothing
          : html`<ul class="plain inline chosen-partners">
              ${this.value.map(
                ({ uri, label }) =>
                  html`<li class="chip">
                    <bdi>${plainText(label, 60)}</bdi>
                    <button
                      type="button"
                      class="link"
                      aria-label=${t.remove(plainText(label, 60))}
                      @click=${() => {
                        this.#set(this.value.filter((one) => one.uri !== uri));
                      }}
                    >
                      ×
                    </button>
                  </li>`,
              )}
            </ul>`
      }
      <cg-partner-field
        .label=${this.value.length === 0 ? this.label : t.another}
        .isCleared=${true}
        @chosen=${(event: CustomEvent<Partner>) => {
          event.stopPropagation();
          const { detail } = event;
          if (detail.uri === '' || this.value.some(({ uri }) => uri === detail.uri)) return;
          this.#set([...this.value, detail]);
        }}
      ></cg-partner-field>`;
  }
}
define('cg-partners-field', PartnersField);
