/** `/other?uri=`: a URI of another server. The console fetches nothing from it; a link opens it. */
import {
  config,
  define,
  empty,
  fact,
  html,
  isWebAddress,
  localName,
  nothing,
  Page,
  plainText,
  visibleText,
} from '../core/index.js';
import { wholeUri } from '../parts/source.js';
import { otherTexts as t } from '../texts/other.js';

class OtherPage extends Page {
  get #uri(): string {
    return this.route.query.get('uri') ?? '';
  }

  override get heading(): string {
    return this.#uri === '' ? t.title : plainText(localName(this.#uri), 80);
  }

  override load(): void {
    // A request to the other node would disclose who reads what here.
  }

  protected override render(): unknown {
    const uri = this.#uri;
    if (uri === '')
      return html`<h1>${t.title}</h1>
        ${empty(t.missing)}`;
    const isWeb = isWebAddress(uri);
    return html`<div class="stack">
      <h1>${visibleText(this.heading)}</h1>
      <dl class="facts card">
        ${fact(t.uri, wholeUri(uri))} ${isWeb ? fact(t.host, visibleText(new URL(uri).host)) : nothing}
      </dl>
      <p>${uri.startsWith(config().base) ? t.own : t.elsewhere}</p>
      ${isWeb ? html`<p><a class="button" href=${uri} target="_blank" rel="noopener noreferrer">${t.open}</a></p>` : nothing}
    </div>`;
  }
}
define('cg-other', OtherPage);
