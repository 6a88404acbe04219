/** `/find?q=`: what a text has found, the best first; what is exact opens at once (K28 to K33). */
import { matchAddress } from '../../src/console/addresses.js';
import type { LookupAnswer, LookupItem } from '../../src/console/responses.js';
import {
  askJson,
  chip,
  consoleApi,
  define,
  empty,
  href,
  html,
  nothing,
  Page,
  pageOf,
  plainText,
  query,
  replace,
  Resource,
  session,
  show,
  table,
  termText,
  visibleText,
} from '../core/index.js';
import { exactOf, foundLabel } from '../parts/found.js';
import { termLink, termPage } from '../parts/term-link.js';
import { findTexts as t } from '../texts/find.js';

const MAX_RESULTS = 20;

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
    const path = consoleApi('/lookup') + query({ q, limit: MAX_RESULTS });
    this.#found.load(path, async (signal) => {
      const answer = await askJson<LookupAnswer>(path, { signal });
      const exact = q === this.#text ? exactOf(answer, q) : undefined;
      const page = exact && (exact.kind === 'term' ? termPage(exact.uri) : pageOf(exact.uri));
      if (page !== undefined) replace(page);
      return answer;
    });
  }

  protected override render(): unknown {
    if (this.#text === '')
      return html`<h1>${t.title}</h1>
        ${empty(t.hint)}`;
    return html`<div class="stack">
      <h1>${t.title}</h1>
      <p class="quiet">${visibleText(plainText(this.#text, 200))}</p>
      ${show(this.#found, (answer) => this.#results(answer), { lines: 4 })}
    </div>`;
  }

  /** A name of the data model is nothing that a clerk looks for: it stands below what was found, or that nothing was (K31, K33). */
  #results(answer: LookupAnswer): unknown {
    const { items, more } = answer;
    const terms = items.filter(({ group }) => group === 'term');
    const things = items.filter(({ group }) => group !== 'term');
    return html`${things.length === 0 ? this.#nothing(answer) : this.#table(things)}
    ${more ? html`<p class="quiet">${t.more}</p>` : nothing}
    ${
      terms.length === 0
        ? nothing
        : html`<section class="card" aria-labelledby="terms">
            <h2 id="terms">${t.inModel}</h2>
            <ul class="plain">
              ${terms.map(({ uri }) => html`<li>${termLink(uri)}</li>`)}
            </ul>
          </section>`
    }`;
  }

  /** What was searched, and what can be done (K33). */
  #nothing({ understood }: LookupAnswer): unknown {
    const path = `/new/Shipment${understood.as === 'waybill-number' ? query({ number: understood.text }) : ''}`;
    const mayMake = session.me?.internal === true && matchAddress('/new/Shipment') !== undefined;
    return empty(
      t.nothing(plainText(this.#text, 100)),
      html`<p>${t.searched}</p>
        ${understood.as === 'text' ? nothing : html`<p>${t.understood(t.as[understood.as], understood.text)}</p>`}
        ${
          mayMake
            ? html`<p>
                <a class="button" href=${href(path)}
                  >${understood.as === 'waybill-number' ? t.newWithNumber(understood.text) : t.newShipment}</a
                >
              </p>`
            : nothing
        }`,
    );
  }

  #table(items: readonly LookupItem[]): unknown {
    return table({
      caption: t.results,
      rows: items,
      columns: [
        {
          heading: t.thing,
          isHeading: true,
          cell: (item) =>
            item.label === null
              ? html`<cg-uri .uri=${item.uri} .compact=${true}></cg-uri>`
              : html`<a href=${href(pageOf(item.uri) ?? '/')}>${visibleText(plainText(foundLabel(item), 120))}</a>`,
        },
        {
          heading: t.type,
          cell: ({ group, kind, mirrored }) =>
            html`${chip(kind === 'event' || kind === 'revision' ? t.kinds[kind] : t.things[group])}
            ${mirrored === true ? chip(t.mirrored) : nothing}`,
        },
        { heading: t.detail, cell: ({ detail }) => (detail === null ? nothing : visibleText(plainText(detail, 200))) },
        {
          heading: t.shipment,
          cell: ({ shipment }) =>
            shipment === null
              ? nothing
              : html`<cg-uri .uri=${shipment.uri} .label=${shipment.label} .compact=${true}></cg-uri>`,
        },
        {
          heading: t.matched,
          cell: ({ matched: { by, text, property } }) =>
            html`${property === null ? t.by[by] : termText(property)}
            ${by === 'uri' ? nothing : visibleText(plainText(text, 80))}`,
        },
      ],
    });
  }
}
define('cg-find', FindPage);
