/** `…/raw`: the object as the node answers it, in the forms of the API. */
import {
  type Answer,
  ask,
  copy,
  define,
  href,
  html,
  nothing,
  Page,
  plainText,
  Resource,
  show,
  visibleText,
  withQuery,
} from '../core/index.js';
import { objectHead, objectPath, objectUri } from '../parts/object-head.js';
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

class RawPage extends Page {
  readonly #source = new Resource<Answer>(this);

  get #id(): string {
    return this.route.params['id'] ?? '';
  }

  get #form(): (typeof forms)[number] {
    return forms.find(([name]) => name === this.route.query.get('form')) ?? forms[0];
  }

  override get heading(): string {
    return `${t.tabRaw}: ${plainText(this.#id, 60)}`;
  }

  override load(): void {
    const [, , accept] = this.#form;
    const path = objectPath(this.#id);
    this.#source.load(`${accept} ${path}`, (signal) => ask(path, { accept, signal }));
  }

  protected override render(): unknown {
    const [current, , accept] = this.#form;
    const type = accept.replace(/;.*/, '');
    const curl = `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: ${type}' '${objectUri(this.#id)}'`;
    return html`${objectHead({ id: this.#id, label: null, type: null, tab: 'raw' })}
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
          <button type="button" @click=${() => void copy(curl)}>${t.curl}</button>
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
              <div class="buttons start">
                <button type="button" @click=${() => void copy(text)}>${t.copyBody}</button>
              </div>`,
          { lines: 12 },
        )}
      </section>`;
  }
}
define('cg-raw', RawPage);
