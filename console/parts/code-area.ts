/** `<cg-code-area>`: a text area with line numbers, which can mark lines. */
import { define, html, LightElement, nothing, property } from '../core/index.js';
import { checkTexts as t } from '../texts/check.js';

/** Texts with more lines have no numbers, because each number is an element. */
const MAX_LINES = 5000;

export class CodeArea extends LightElement {
  /** The id of the text area, for its label. */
  @property() accessor name = '';
  @property() accessor value = '';
  /** The marked line numbers, from 1. */
  @property() accessor marked: ReadonlySet<number> = new Set();

  get #area(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  /** Moves the caret and scrolls its line into view. @param column from 1. */
  go(line: number, column: number): void {
    const area = this.#area;
    if (area === null) return;
    const lines = area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const end = start + (lines[line - 1]?.length ?? 0);
    area.focus();
    area.setSelectionRange(Math.min(start + column - 1, end), end);
    area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4);
  }

  protected override render(): unknown {
    const count = Math.min(this.value.split('\n').length, MAX_LINES);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    return html`<div class="code-area">
      <div class="line-numbers" aria-hidden="true">
        ${numbers.map((line) =>
          this.marked.has(line) ? html`<span class="marked">${line}</span>` : html`<span>${line}</span>`,
        )}
      </div>
      <textarea
        id=${this.name}
        wrap="off"
        spellcheck="false"
        autocapitalize="off"
        aria-describedby=${this.marked.size > 0 ? `${this.name}-marked` : nothing}
        aria-invalid=${this.marked.size > 0 ? 'true' : nothing}
        .value=${this.value}
        @input=${(event: Event) => {
          if (!(event.target instanceof HTMLTextAreaElement)) return;
          this.value = event.target.value;
          this.dispatchEvent(new CustomEvent('typed', { detail: this.value }));
        }}
        @scroll=${() => {
          const area = this.#area;
          const lines = this.querySelector('.line-numbers');
          if (area !== null && lines !== null) lines.scrollTop = area.scrollTop;
        }}
      ></textarea>
      ${this.marked.size > 0 ? html`<p id=${`${this.name}-marked`} class="visually-hidden">${t.markedLines([...this.marked].join(', '))}</p>` : nothing}
    </div>`;
  }
}
define('cg-code-area', CodeArea);
