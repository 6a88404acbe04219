/** `/find?q=`: the resources that a pasted text identifies. */
import type { LookupAnswer, LookupItem } from '../../src/console/responses.js';
import type { ModelAnswer, ModelTerm } from '../../src/console/responses/model.js';
import {
  askJson,
  chip,
  consoleApi,
  define,
  empty,
  Failure,
  html,
  nothing,
  Page,
  pageOf,
  plainText,
  query,
  replace,
  Resource,
  show,
  table,
  termLabel,
  typeLabel,
  visibleText,
} from '../core/index.js';
import { termLink, termPage } from '../parts/term-link.js';
import { findTexts as t } from '../texts/find.js';

/** The characters of a name in the data model. */
const NAME = /^(?:cargo:|api:)?([\w:/#.-]{2,200})$/;

/** The term of the data model with this name; undefined for most texts. */
async function termsOf(text: string, signal: AbortSignal): Promise<readonly ModelTerm[]> {
  const [, name] = NAME.exec(text) ?? [];
  if (name === undefined) return [];
  try {
    return (await askJson<ModelAnswer>(consoleApi('/model/terms') + query({ name }), { signal })).items;
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.kind === 'not-found') return [];
    throw thrown;
  }
}

interface Found extends Pick<LookupAnswer, 'items'> {
  readonly terms: readonly ModelTerm[];
}

class FindPage extends Page {
  readonly #found = new Resource<Found>(this);

  get #text(): string {
    return this.route.query.get('q')?.trim() ?? '';
  }

  override get heading(): string {
    return this.#text === '' ? t.title : t.titleFor(plainText(this.#text, 60));
  }

  override load(): void {
    const q = this.#text;
    if (q === '') return;
    const path = consoleApi('/lookup') + query({ q, limit: 20 });
    this.#found.load(path, async (signal) => {
      const [{ items }, terms] = await Promise.all([askJson<LookupAnswer>(path, { signal }), termsOf(q, signal)]);
      const answer = { items, terms };
      this.#openOnly(answer, q);
      return answer;
    });
  }

  /** A single exact match opens at once. */
  #openOnly({ items, terms }: Found, text: string): void {
    const [item, ...others] = items;
    const [term, ...otherTerms] = terms;
    if (item === undefined && term !== undefined && otherTerms.length === 0 && text === this.#text) {
      const page = termPage(term.iri);
      if (page !== undefined) replace(page);
      return;
    }
    if (item === undefined || others.length + terms.length > 0 || text !== this.#text) return;
    const isExact = item.matched.by !== 'identifier' || item.matched.text.replace(/-/g, '') === text.replace(/-/g, '');
    const page = pageOf(item.uri);
    if (isExact && page !== undefined && item.matched.text.length <= text.length) replace(page);
  }

  protected override render(): unknown {
    if (this.#text === '')
      return html`<h1>${t.title}</h1>
        ${empty(t.hint)}`;
    return html`<div class="stack">
      <h1>${t.title}</h1>
      <p class="quiet">${visibleText(plainText(this.#text, 200))}</p>
      ${show(
        this.#found,
        ({ items, terms }) =>
          items.length + terms.length === 0
            ? empty(t.nothing, html`<p>${t.nothingHint}</p>`)
            : html`${terms.length === 0 ? nothing : this.#terms(terms)}${items.length === 0 ? nothing : this.#table(items)}`,
        {
          lines: 4,
        },
      )}
    </div>`;
  }

  #terms(terms: readonly ModelTerm[]): unknown {
    return html`<section class="card" aria-labelledby="terms">
      <h2 id="terms">${t.inModel}</h2>
      <ul class="plain">
        ${terms.map(({ iri }) => html`<li>${termLink(iri)}</li>`)}
      </ul>
    </section>`;
  }

  #table(items: readonly LookupItem[]): unknown {
    return table({
      caption: t.results,
      rows: items,
      columns: [
        {
          heading: t.thing,
          isHeading: true,
          cell: ({ uri, label }) => html`<cg-uri .uri=${uri} .label=${label} .compact=${true}></cg-uri>`,
        },
        {
          heading: t.type,
          cell: ({ type, kind }) => (type === null ? chip(t.kinds[kind]) : visibleText(typeLabel(type))),
        },
        {
          heading: t.matched,
          cell: ({ matched: { by, text, property } }) =>
            html`${property === null ? t.by[by] : visibleText(termLabel(property))}
            ${by === 'uri' ? nothing : visibleText(plainText(text, 80))}`,
        },
      ],
    });
  }
}
define('cg-find', FindPage);
