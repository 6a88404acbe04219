/** Home: what waits, what changed; for a partner: what it may read, and its requests. */
import { define, html, Page } from '../core/index.js';
import { homeTexts as t } from '../texts/home.js';

class HomePage extends Page {
  override get heading(): string {
    return t.title;
  }

  override load(): void {
    // Filled below.
  }

  protected override render(): unknown {
    return html`<h1>${t.title}</h1>`;
  }
}
define('cg-home', HomePage);
