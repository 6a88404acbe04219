/**
 * `<cg-value-input>`: an input by the range of a value: text, number, time, yes or no, code, or a link from the find
 * box.
 */
import type { LookupAnswer } from '../../src/console/responses.js';
import {
  askJson,
  consoleApi,
  define,
  Failure,
  html,
  LightElement,
  localName,
  nothing,
  property,
  query,
} from '../core/index.js';
import { changeTexts as t } from '../texts/change.js';
import { codeMeanings, statementTexts } from '../texts/statements.js';
import { XSD } from './change-edits.js';
import type { DataModel } from './model.js';

const numeric = /^(?:integer|decimal|double|float|long|int|short|(?:positive|nonNegative)Integer)$/;
const FIND_MS = 300;
const FOUND = 10;

export class ValueInput extends LightElement {
  @property() accessor model: DataModel | undefined;
  @property() accessor range = '';
  @property() accessor value = '';
  /** Its accessible name. */
  @property() accessor label = '';
  @property() accessor name = '';
  #found: LookupAnswer['items'] = [];
  #finding: AbortController | undefined;

  #typed(event: Event): void {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) && !(target instanceof HTMLSelectElement)) return;
    this.dispatchEvent(new CustomEvent('typed', { detail: target.value }));
  }

  protected override render(): unknown {
    const { range, value, label, model } = this;
    const codes = model?.codes(range) ?? [];
    if (codes.length > 0) return this.#select(codes.map((code) => [code, nameOf(code)] as const));
    const type = range.startsWith(XSD) ? range.slice(XSD.length) : undefined;
    if (type === 'boolean')
      return this.#select([
        ['true', statementTexts.yes],
        ['false', statementTexts.no],
      ]);
    if (type === undefined) return this.#link();
    const isTime = type === 'dateTime' || type === 'dateTimeStamp';
    return html`<input
      aria-label=${label}
      type=${isTime ? 'datetime-local' : type === 'date' ? 'date' : 'text'}
      step=${isTime ? '1' : nothing}
      inputmode=${numeric.test(type) ? 'decimal' : nothing}
      maxlength="5000"
      .defaultValue=${isTime ? value.replace(/(?:\.\d+)?Z$/, '') : value}
      @input=${(event: Event) => {
        this.#typed(event);
      }}
    />`;
  }

  #select(options: readonly (readonly [value: string, text: string])[]): unknown {
    const isOption = this.value === '' || options.some(([value]) => value === this.value);
    return html`<select
      aria-label=${this.label}
      @change=${(event: Event) => {
        this.#typed(event);
      }}
    >
      <option value="" ?selected=${this.value === ''}>${t.choose}</option>
      ${isOption ? nothing : html`<option value=${this.value} selected>${localName(this.value)}</option>`}
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === this.value}>${text}</option>`)}
    </select>`;
  }

  #link(): unknown {
    const list = `found-${this.name}`;
    return html`<input
        aria-label=${this.label}
        type="text"
        list=${list}
        placeholder=${t.findLink}
        maxlength="2000"
        .defaultValue=${this.value}
        @input=${(event: Event) => {
          this.#typed(event);
          if (event.target instanceof HTMLInputElement) void this.#find(event.target.value.trim());
        }}
      /><datalist id=${list}>
        ${this.#found.map(({ uri, label }) => html`<option value=${uri}>${label ?? localName(uri)}</option>`)}
      </datalist>`;
  }

  async #find(text: string): Promise<void> {
    this.#finding?.abort();
    if (text.length < 2 || this.#found.some(({ uri }) => uri === text)) return;
    const controller = new AbortController();
    this.#finding = controller;
    const { signal } = controller;
    await new Promise((resolve) => setTimeout(resolve, FIND_MS));
    if (signal.aborted) return;
    try {
      const { items } = await askJson<LookupAnswer>(consoleApi('/lookup') + query({ q: text, limit: FOUND }), {
        signal,
      });
      this.#found = items.filter(({ kind }) => kind === 'object' || kind === 'agent');
      this.requestUpdate();
    } catch (error) {
      // The reader can still type the URI.
      if (!(error instanceof Failure) && !controller.signal.aborted) throw error;
    }
  }
}
define('cg-value-input', ValueInput);

function nameOf(code: string): string {
  const name = localName(code);
  const list = localName(code.split('#')[0] ?? '');
  const meaning = codeMeanings[list]?.[name];
  return meaning === undefined ? name : `${name} · ${meaning}`;
}
