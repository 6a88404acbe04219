/** `…/raw`: the node's response for the object, in each format of the API. */
import { type Answer, ask, button, copy, define, html, Resource, show } from '../core/index.js';
import { choices } from '../parts/choices.js';
import { curlOfReading } from '../parts/curl.js';
import { ObjectPage } from '../parts/object-page.js';
import { sourceView } from '../parts/source.js';
import { objectTexts as t } from '../texts/object.js';

const types = {
  jsonld: 'application/ld+json',
  turtle: 'text/turtle',
  ntriples: 'application/n-triples',
} as const;
type Form = keyof typeof types;
const isForm = (text: string): text is Form => Object.hasOwn(types, text);

class RawPage extends ObjectPage {
  protected get pageTitle(): string {
    return t.tabRaw;
  }
  protected readonly tab = 'raw';
  readonly #source = new Resource<Answer>(this);

  get #form(): Form {
    const text = this.route.query.get('form') ?? '';
    return isForm(text) ? text : 'jsonld';
  }

  override load(): void {
    const accept = `${types[this.#form]}; version=2.3.0`;
    const path = this.path;
    this.#source.load(`${accept} ${path}`, (signal) => ask(path, { accept, signal }));
  }

  protected override render(): unknown {
    const curl = curlOfReading(types[this.#form], this.uri);
    return html`${this.head()}
      <section class="card">
        <div class="card-head">
          ${choices(this.route, 'form', { label: t.form, current: this.#form, values: t.forms }, 'jsonld')}
          ${button(t.curl, () => void copy(curl))}
        </div>
        ${show(this.#source, ({ text }) => sourceView(t.loaded, text, t.copyBody), { lines: 12 })}
      </section>`;
  }
}
define('cg-raw', RawPage);
