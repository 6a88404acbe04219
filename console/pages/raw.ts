/** `…/raw`: the node's response for the object, in each format of the API. */
import {
  type Answer,
  ask,
  button,
  copy,
  define,
  href,
  html,
  nothing,
  Resource,
  show,
  visibleText,
  withQuery,
} from '../core/index.js';
import { ObjectPage } from '../parts/object-page.js';
import { objectTexts as t } from '../texts/object.js';

const forms = [
  ['jsonld', t.jsonLd, 'application/ld+json; version=2.3.0'],
  ['turtle', t.turtle, 'text/turtle; version=2.3.0'],
  ['ntriples', t.nTriples, 'application/n-triples; version=2.3.0'],
] as const;

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

class RawPage extends ObjectPage {
  protected readonly pageTitle = t.tabRaw;
  protected readonly tab = 'raw';
  readonly #source = new Resource<Answer>(this);

  get #form(): (typeof forms)[number] {
    return forms.find(([name]) => name === this.route.query.get('form')) ?? forms[0];
  }

  override load(): void {
    const [, , accept] = this.#form;
    const path = this.path;
    this.#source.load(`${accept} ${path}`, (signal) => ask(path, { accept, signal }));
  }

  protected override render(): unknown {
    const [current, , accept] = this.#form;
    const type = accept.replace(/;.*/, '');
    const curl = `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: ${type}' '${this.uri}'`;
    return html`${this.head()}
      <section class="card">
        <div class="card-head">
          <nav class="segments" aria-label=${t.form}>
            ${forms.map(
              ([name, label]) =>
                html`<a
                  href=${href(withQuery(this.route, { form: name }))}
                  aria-current=${name === current ? 'true' : nothing}
                  >${label}</a
                >`,
            )}
          </nav>
          ${button(t.curl, () => void copy(curl))}
        </div>
        ${show(
          this.#source,
          ({ text }) =>
            html`<pre
                class="source"
                tabindex="0"
                role="region"
                aria-label=${t.loaded}
              ><code>${visibleText(indented(text))}</code></pre>
              <div class="buttons start">${button(t.copyBody, () => void copy(text))}</div>`,
          { lines: 12 },
        )}
      </section>`;
  }
}
define('cg-raw', RawPage);
