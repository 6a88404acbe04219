/** `/find?q=`: what a pasted text names. */
import type { LookupAnswer, LookupItem } from '../../src/console/responses.js';
import {
  askJson,
  chip,
  consoleApi,
  define,
  empty,
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
import { findTexts as t } from '../texts/find.js';

class FindPage extends Page {
  readonly #found = new Resource<LookupAnswer>(this);

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
      const answer = await askJson<LookupAnswer>(path, { signal });
      this.#openOnly(answer, q);
      return answer;
    });
  }

  /** One thing that is exactly what was pasted is opened at once. */
  #openOnly({ items }: LookupAnswer, text: string): void {
    const [item, ...others] = items;
    if (item === undefined || others.length > 0 || text !== this.#text) return;
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
        ({ items }) => (items.length === 0 ? empty(t.nothing, html`<p>${t.nothingHint}</p>`) : this.#table(items)),
        {
          lines: 4,
        },
      )}
    </div>`;
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
