/** `<cg-post-event>`: a form that posts an event, with the codes of the node's lists. */
import type { ValidationAnswer } from '../../src/console/responses.js';
import {
  type ActDialog,
  announce,
  ask,
  askJson,
  changed,
  config,
  consoleApi,
  define,
  drafts,
  failed,
  Failure,
  html,
  LightElement,
  localName,
  nothing,
  property,
  query,
  Resource,
  show,
  termLabel,
  uriView,
  visibleText,
} from '../core/index.js';
import { codeMeanings } from '../texts/statements.js';
import { eventsTexts as t } from '../texts/events.js';
import { actingAs } from './acting.js';
import { type DataModel, readModel } from './model.js';
import { isHidden } from './read-object.js';
import { violationsView } from './violations.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

type Field = 'code' | 'timeType' | 'name' | 'when' | 'place';

class PostEvent extends LightElement {
  /** The event's object. */
  @property() accessor uri = '';
  @property() accessor path = '';
  readonly #model = new Resource<DataModel>(this);
  #checked: ValidationAnswer | undefined;
  #failure: Failure | undefined;
  #posted: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#model.load('model', (signal) => readModel(signal));
  }

  /** The event was posted. */
  #done(event: string): void {
    this.#posted = event;
    for (const field of ['code', 'timeType', 'name', 'when', 'place'] as const) drafts.set(this.#draft(field), '');
    this.querySelector('form')?.reset();
    announce(t.posted);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('event-posted', { bubbles: true }));
    changed();
  }

  #draft(field: Field): string {
    return `event ${this.uri} ${field}`;
  }

  #value(field: Field): string {
    return drafts.get(this.#draft(field));
  }

  #set(field: Field, event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) && !(target instanceof HTMLSelectElement)) return;
    drafts.set(this.#draft(field), target.value);
    this.#checked = undefined;
    this.requestUpdate();
  }

  protected override render(): unknown {
    return html`${
        this.#posted === undefined
          ? nothing
          : html`<p class="notice good" role="status">${t.posted} ${uriView(this.#posted)}</p>`
      }${show(this.#model, (model) => this.#form(model), { lines: 3 })}<cg-act></cg-act>`;
  }

  #form(model: DataModel): unknown {
    const { cargo, codeLists } = config().namespaces;
    const codes = [...model.codes(`${codeLists}StatusCode`)].sort();
    const meanings = codeMeanings['StatusCode'] ?? {};
    const kinds = model.codes(`${cargo}EventTimeType`);
    return html`<form
      class="grid-form"
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.#open();
      }}
    >
      <div class="field">
        <label for="event-code">${t.code}</label>
        <select
          id="event-code"
          required
          @change=${(event: Event) => {
            this.#set('code', event);
          }}
        >
          <option value="">${t.choose}</option>
          ${codes.map((code) => {
            const name = localName(code);
            const meaning = meanings[name];
            return html`<option value=${code} ?selected=${this.#value('code') === code}>
              ${meaning === undefined ? name : `${name} · ${meaning}`}
            </option>`;
          })}
        </select>
      </div>
      <div class="field">
        <label for="event-type">${t.timeType}</label>
        <select
          id="event-type"
          @change=${(event: Event) => {
            this.#set('timeType', event);
          }}
        >
          <option value="">${t.choose}</option>
          ${kinds.map(
            (kind) =>
              html`<option value=${kind} ?selected=${this.#value('timeType') === kind}>
                ${termLabel(kind).toLowerCase()}
              </option>`,
          )}
        </select>
      </div>
      ${this.#input('when', t.when, 'datetime-local', true)} ${this.#input('name', t.name, 'text', false)}
      ${this.#input('place', t.place, 'url', false)}
      <div class="wide">
        ${
          this.#checked === undefined || this.#checked.fits
            ? nothing
            : html`<div class="notice bad" role="alert">
                <p class="notice-title">${t.problems}</p>
                ${violationsView(this.#checked.violations)}
              </div>`
        }
        ${this.#failure === undefined ? nothing : failed(this.#failure)}
        <button class="primary">${t.postButton}</button>
      </div>
    </form>`;
  }

  #input(field: Field, label: string, type: string, required: boolean): unknown {
    const id = `event-${field}`;
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        type=${type}
        step=${type === 'datetime-local' ? '1' : nothing}
        ?required=${required}
        maxlength="500"
        .defaultValue=${this.#value(field)}
        @input=${(event: Event) => {
          this.#set(field, event);
        }}
      />
    </div>`;
  }

  get #body(): string {
    const { api, cargo } = config().namespaces;
    const name = this.#value('name').trim();
    const place = this.#value('place').trim();
    const timeType = this.#value('timeType');
    return JSON.stringify({
      '@context': { api, cargo },
      '@type': 'cargo:LogisticsEvent',
      'cargo:eventCode': { '@id': this.#value('code') },
      'cargo:eventDate': { '@type': `${XSD}dateTime`, '@value': new Date(`${this.#value('when')}Z`).toISOString() },
      ...(timeType !== '' && { 'cargo:eventTimeType': { '@id': timeType } }),
      ...(name !== '' && { 'cargo:eventName': name }),
      ...(place !== '' && { 'cargo:eventLocation': { '@id': place } }),
    });
  }

  /** Validates the event first: the dialog opens only for a valid one. */
  async #open(): Promise<void> {
    const body = this.#body;
    const path = consoleApi('/validations') + query({ as: 'event', object: this.uri });
    this.#checked = undefined;
    this.#failure = undefined;
    try {
      this.#checked = await askJson<ValidationAnswer>(path, { method: 'POST', body });
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      // An agent may post events of an object that it cannot read: the node then validates them.
      if (!isHidden(thrown)) this.#failure = thrown;
    }
    this.requestUpdate();
    if (this.#failure !== undefined || this.#checked?.fits === false) return;
    this.querySelector<ActDialog>('cg-act')?.open({
      title: t.postTitle,
      body: () =>
        html`${actingAs()}
          <p>
            <strong>${localName(this.#value('code'))}</strong> ${visibleText(this.#value('name'))} ${uriView(this.uri)}
          </p>
          <p>${t.postBody}</p>`,
      confirm: t.confirm,
      isDangerous: true,
      run: async (key) => {
        const { headers } = await ask(this.path, { method: 'POST', body, key });
        this.#done(headers.get('location') ?? '');
      },
    });
  }
}
define('cg-post-event', PostEvent);
