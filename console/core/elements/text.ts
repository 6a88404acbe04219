/** `<cg-text>`: a text that may come from a partner. */
import { html, nothing, type TemplateResult } from 'lit';
import { define, LightElement, property } from '../element.js';
import { CUT, cut, visibleParts } from '../partner-text.js';
import { shared } from '../shared.js';

/** The text with hidden characters made visible, isolated in its direction. */
export function visibleText(text: string): TemplateResult {
  return html`<bdi class="partner-text"
    >${visibleParts(text).map((part) =>
      part.hidden
        ? html`<span class="hidden-character" title=${shared.hiddenCharacter}>${part.text}</span>`
        : part.text,
    )}</bdi
  >`;
}

export class TextElement extends LightElement {
  @property() accessor text = '';
  @property() accessor language: string | undefined;
  #isWhole = false;

  protected override render(): unknown {
    const isLong = this.text.length > CUT;
    const visible = isLong && !this.#isWhole ? `${cut(this.text)}…` : this.text;
    return html`${visibleText(visible)}${
      this.language === undefined ? nothing : html` <span class="language">${visibleText(this.language)}</span>`
    }${
      isLong
        ? html` <button
            type="button"
            class="link"
            aria-expanded=${String(this.#isWhole)}
            @click=${() => {
              this.#isWhole = !this.#isWhole;
              this.requestUpdate();
            }}
          >
            ${this.#isWhole ? shared.showLess : shared.showAll(this.text.length)}
          </button>`
        : nothing
    }`;
  }
}
define('cg-text', TextElement);
