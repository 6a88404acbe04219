/** `<cg-sparql-editor>`: the editor of a query, in a shadow root of its own; a text area if its file cannot be loaded. */
import type { ModelNames } from '../../../src/console/responses/model.js';
import {
  define,
  html,
  LightElement,
  nothing,
  property,
  type PropertyValues,
  visibleText,
  unlessNotLoaded,
} from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import type { Editor, TextPosition } from './code-mirror.js';
import { prefixesIn, suggestions } from './completion.js';
import type { SyntaxFault } from './syntax.js';

/** The delay after the last input before the text is checked. */
const CHECK_AFTER_MS = 500;

export class SparqlEditor extends LightElement {
  @property() accessor value = '';
  @property() accessor model: ModelNames | undefined;
  /** The node's error for this text; without one, that of the local parser. */
  @property() accessor fault: SyntaxFault | undefined;
  #editor: Editor | undefined;
  #isPlain = false;
  #found: SyntaxFault | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#editor?.destroy();
    this.#editor = undefined;
  }

  /** Moves the caret to a position. */
  go(place: TextPosition): void {
    this.#editor?.go(place);
  }

  protected override firstUpdated(): void {
    void this.#start();
  }

  /**
   * CodeMirror adds constructed style sheets to the shadow root, which the page's policy permits; elsewhere it would
   * add style elements.
   */
  async #start(): Promise<void> {
    const host = this.querySelector('.editor-host');
    if (host === null) return;
    try {
      const { createEditor } = await import('./code-mirror.js');
      if (!this.isConnected) return;
      const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
      const parent = document.createElement('div');
      root.replaceChildren(parent);
      this.#editor = createEditor({
        root,
        parent,
        text: this.value,
        label: t.query,
        suggest: (text, at, isAsked) =>
          this.model === undefined ? undefined : suggestions(text, at, this.model, isAsked),
        onText: (text) => {
          this.#typed(text);
        },
        onRun: () => {
          this.dispatchEvent(new CustomEvent('run'));
        },
      });
      this.#mark();
      this.#checkLater();
    } catch {
      // The editor's file failed to load, or the browser lacks a feature: a plain text area works as well.
      this.#isPlain = true;
    }
    this.requestUpdate();
  }

  #typed(text: string): void {
    if (text === this.value) return;
    this.value = text;
    this.#found = undefined;
    this.#checkLater();
    this.dispatchEvent(new CustomEvent('typed', { detail: text }));
  }

  #checkLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), CHECK_AFTER_MS);
  }

  async #check(): Promise<void> {
    const text = this.value;
    const syntax = await import('./syntax.js').catch(unlessNotLoaded);
    // Without the parser's file, only the node reports syntax errors.
    if (syntax === undefined || text !== this.value) return;
    const found = syntax.syntaxFault(text, prefixesIn('', this.model?.prefixes ?? {}));
    this.#found = this.model === undefined ? undefined : found;
    this.requestUpdate();
  }

  get #visibleFault(): SyntaxFault | undefined {
    return this.fault ?? this.#found;
  }

  #mark(): void {
    this.#editor?.mark(this.#visibleFault);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('value')) {
      this.#editor?.setText(this.value);
      if (changed.get('value') !== undefined) this.#checkLater();
    }
    if (changed.has('model')) this.#checkLater();
    this.#mark();
  }

  protected override render(): unknown {
    const fault = this.#visibleFault;
    return html`<div class="editor-host" ?hidden=${this.#isPlain}></div>
      ${
        this.#isPlain
          ? html`<textarea
              class="code-input"
              aria-label=${t.query}
              spellcheck="false"
              .value=${this.value}
              @input=${(event: Event) => {
                if (event.target instanceof HTMLTextAreaElement) this.#typed(event.target.value);
              }}
            ></textarea>`
          : nothing
      }
      <p class="editor-fault" role="status">
        ${
          fault === undefined
            ? nothing
            : html`<button
                  type="button"
                  class="link"
                  @click=${() => {
                    this.go(fault);
                  }}
                >
                  ${t.place(fault.line, fault.column)}</button
                >: ${visibleText(fault.message)}`
        }
      </p>`;
  }
}
define('cg-sparql-editor', SparqlEditor);
