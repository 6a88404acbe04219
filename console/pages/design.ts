/** `/design`: the tokens, and every component in every state (K88). Loaded alone: no other page imports it. */
import { define, html, Page, pageHead, whenLoaded } from '../core/index.js';
import { content } from '../design/content.js';
import { controls } from '../design/controls.js';
import { forcedSheet, isForced } from '../design/forced-states.js';
import { componentView } from '../design/samples.js';
import { tokensView, tokenSheet } from '../design/tokens.js';
import { designTexts as t } from '../texts/design.js';

/** What takes the state of a sample: the first of these in it. */
const INTERACTIVE = 'a, button, input, select, textarea, tbody tr';

class DesignPage extends Page {
  #sheets: readonly CSSStyleSheet[] = [];

  override get heading(): string {
    return t.title;
  }

  override load(): void {
    // The chart is a file of its own, with d3. The page sends no other request.
    whenLoaded(import('../parts/sparql/chart.js'));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sheets = [forcedSheet(), tokenSheet()];
    document.adoptedStyleSheets.push(...this.#sheets);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !this.#sheets.includes(sheet));
  }

  protected override render(): unknown {
    return html`${pageHead(t.title, { below: html`<p class="quiet">${t.hint}</p>` })}
      <div class="stack">
        <h2>${t.tokensTitle}</h2>
        <div class="token-groups">${tokensView()}</div>
        <h2>${t.componentsTitle}</h2>
        ${[...controls(), ...content()].map(componentView)}
      </div>`;
  }

  protected override updated(): void {
    super.updated();
    for (const sample of this.querySelectorAll<HTMLElement>('[data-state]')) {
      const state = sample.dataset['state'] ?? '';
      if (!isForced(state)) continue;
      // A tab that is not the current one, a row of a table: elements below render after the page.
      void Promise.resolve().then(() => {
        const one = sample.querySelector<HTMLElement>(INTERACTIVE);
        if (one !== null) one.dataset['forced'] = state;
      });
    }
  }
}
define('cg-design', DesignPage);
