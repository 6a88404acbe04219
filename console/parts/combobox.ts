/**
 * `<cg-combobox>`: a field with suggestions in a listbox, by the ARIA combobox pattern (K32). The keys are those of
 * @github/combobox-nav: arrows mark, Enter chooses what is marked, Escape closes. Without a marked suggestion, Enter
 * belongs to the form around the field.
 */
import Combobox from '@github/combobox-nav';
import { announce, define, Failure, html, LightElement, live, nothing, plainText, property } from '../core/index.js';
import { comboboxTexts as t } from '../texts/combobox.js';
import { suggestionGroups, type Suggestion } from './suggestions.js';

export type { Suggestion } from './suggestions.js';

/** The time without a key after which suggestions are asked for (K32). */
const WAIT_MS = 150;
const MAX_LABEL = 120;

/** What asks for suggestions; a later text aborts it. */
export type Suggest = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;

const none: Suggest = () => Promise.resolve([]);

/** Gives each field its own ids. */
let count = 0;

export class ComboboxElement extends LightElement {
  readonly #id = `combobox-${(count += 1)}`;
  /** Its name: a visible label, unless `isLabelHidden`. */
  @property() accessor label = '';
  @property() accessor isLabelHidden = false;
  /** The text in the field. */
  @property() accessor value = '';
  @property() accessor suggest: Suggest = none;
  /** The characters from which there are suggestions; 0: also for the empty field, once it is clicked. */
  @property() accessor minimum = 2;
  /** The name in the form around it. */
  @property() accessor name = '';
  /** The id of the field, for `<label for>` elsewhere; by default one of its own. */
  @property() accessor inputId = '';
  @property() accessor placeholder = '';
  @property() accessor type: 'text' | 'search' = 'text';
  @property() accessor isRequired = false;
  @property() accessor isDisabled = false;
  @property() accessor isInvalid = false;
  /** The id of what describes the field, such as an error. */
  @property() accessor describedBy = '';
  /** Whether a chosen suggestion stays in the field; else the text stays as it was typed. */
  @property() accessor isFilled = true;
  /** Shown if there are no suggestions; by default nothing is shown. */
  @property() accessor nothingText = '';
  #suggestions: readonly Suggestion[] = [];
  #state: 'closed' | 'open' | 'failed' = 'closed';
  #keys: Combobox | undefined;
  #asking: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
    this.#keys?.destroy();
    this.#keys = undefined;
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector('input');
  }

  /** Focuses the field and selects its text. */
  override focus(): void {
    this.#input?.focus();
    this.#input?.select();
  }

  /** Whether suggestions are shown. */
  get isOpen(): boolean {
    return this.#state === 'open' && this.#suggestions.length > 0;
  }

  /** Takes the suggestions away, and those that are still asked for. */
  close(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#show('closed', []);
  }

  protected override updated(): void {
    const [input, list] = [this.#input, this.querySelector<HTMLElement>('[role=listbox]')];
    if (input === null || list === null) return;
    this.#keys ??= new Combobox(input, list, { tabInsertsSuggestions: false });
    const isExpanded = input.getAttribute('aria-expanded') === 'true';
    if (this.isOpen && !isExpanded) this.#keys.start();
    else if (!this.isOpen && isExpanded) this.#keys.stop();
  }

  #show(state: 'closed' | 'open' | 'failed', suggestions: readonly Suggestion[]): void {
    this.#keys?.clearSelection();
    this.#state = state;
    this.#suggestions = suggestions;
    this.requestUpdate();
  }

  #typed(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.value = event.target.value;
    this.dispatchEvent(new CustomEvent('typed', { detail: this.value }));
    this.#later(WAIT_MS);
  }

  /** Asks for suggestions after a time, in the place of those that are asked for. */
  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    const text = this.value.trim();
    if (text.length < this.minimum) {
      this.close();
      return;
    }
    this.#timer = setTimeout(() => void this.#ask(text), ms);
  }

  async #ask(text: string): Promise<void> {
    const controller = new AbortController();
    this.#asking = controller;
    const { signal } = controller;
    const isCurrent = (): boolean => !signal.aborted && this.isConnected && this.contains(document.activeElement);
    try {
      const suggestions = await this.suggest(text, signal);
      if (!isCurrent()) return;
      this.#show('open', suggestions);
      announce(t.suggestions(suggestions.length));
    } catch (thrown) {
      if (!isCurrent()) return;
      if (!(thrown instanceof Failure)) throw thrown;
      // The reader can go on typing.
      this.#show('failed', []);
    }
  }

  #pressed(event: KeyboardEvent): void {
    const isDisplayed = this.isOpen || this.#note !== '';
    if (event.key === 'Escape' && isDisplayed) {
      // A dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !this.isOpen) {
      event.preventDefault();
      this.#later(0);
    } else if (event.key === 'Enter' && this.querySelector('[role=option][aria-selected=true]') === null) this.close();
  }

  #clicked(): void {
    if (!this.isOpen && this.minimum === 0) this.#later(0);
  }

  #chosen(event: Event): void {
    if (!(event.target instanceof HTMLElement)) return;
    const suggestion = this.#suggestions[Number(event.target.dataset['index'])];
    if (suggestion === undefined) return;
    if (this.isFilled) this.value = suggestion.label;
    this.close();
    this.dispatchEvent(new CustomEvent<Suggestion>('chosen', { detail: suggestion }));
  }

  get #note(): string {
    if (this.#state === 'failed') return t.failed;
    return this.#state === 'open' && this.#suggestions.length === 0 ? this.nothingText : '';
  }

  protected override render(): unknown {
    const id = this.inputId === '' ? this.#id : this.inputId;
    const note = this.#note;
    return html`${
        this.label === ''
          ? nothing
          : html`<label for=${id} class=${this.isLabelHidden ? 'visually-hidden' : nothing}>${this.label}</label>`
      }
      <input
        id=${id}
        name=${this.name === '' ? nothing : this.name}
        type=${this.type}
        maxlength="2000"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        placeholder=${this.placeholder === '' ? nothing : this.placeholder}
        ?required=${this.isRequired}
        ?disabled=${this.isDisabled}
        aria-invalid=${this.isInvalid ? 'true' : nothing}
        aria-describedby=${this.describedBy === '' ? nothing : this.describedBy}
        .value=${live(this.value)}
        @input=${(event: Event) => {
          this.#typed(event);
        }}
        @keydown=${(event: KeyboardEvent) => {
          this.#pressed(event);
        }}
        @click=${() => {
          this.#clicked();
        }}
        @blur=${() => {
          this.close();
        }}
      />
      <div class="suggestions" ?hidden=${!this.isOpen && note === ''} @mousedown=${keepFocus}>
        <div
          role="listbox"
          id=${`${this.#id}-list`}
          aria-label=${t.suggestionsFor(this.label)}
          ?hidden=${!this.isOpen}
          @combobox-commit=${(event: Event) => {
            this.#chosen(event);
          }}
        >
          ${suggestionGroups(this.#suggestions).map(({ name, entries }, index) =>
            name === ''
              ? entries.map((entry) => this.#option(entry))
              : html`<div role="group" aria-labelledby=${`${this.#id}-group-${index}`}>
                  <div class="suggestion-group" id=${`${this.#id}-group-${index}`}>${name}</div>
                  ${entries.map((entry) => this.#option(entry))}
                </div>`,
          )}
        </div>
        ${note === '' ? nothing : html`<p class="quiet" role="status">${note}</p>`}
      </div>`;
  }

  #option({ index, suggestion }: { readonly index: number; readonly suggestion: Suggestion }): unknown {
    const { label, detail = '', isDisabled = false } = suggestion;
    return html`<div
      role="option"
      class="suggestion"
      id=${`${this.#id}-option-${index}`}
      data-index=${index}
      aria-disabled=${isDisabled ? 'true' : nothing}
    >
      <bdi>${plainText(label, MAX_LABEL)}</bdi>
      ${detail === '' ? nothing : html`<bdi class="suggestion-detail">${plainText(detail, MAX_LABEL)}</bdi>`}
    </div>`;
  }
}
define('cg-combobox', ComboboxElement);

/** A press on a suggestion leaves the focus in the field. */
const keepFocus = (event: Event): void => {
  event.preventDefault();
};

declare global {
  interface HTMLElementTagNameMap {
    'cg-combobox': ComboboxElement;
  }
}
