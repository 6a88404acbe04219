/** `/deliveries/confirmed?subscriber=&object=&from=&to=&page=`: who was told what when, after how many attempts. */
import type { ReceiptsAnswer } from '../../src/console/responses.js';
import {
  askPage,
  consoleApi,
  define,
  empty,
  href,
  html,
  nothing,
  Page,
  type Paged,
  pager,
  pageRange,
  query,
  refine,
  Resource,
  shared,
  show,
  uriAt,
  withQuery,
} from '../core/index.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { receiptsTable } from '../parts/receipts.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

const filters = ['subscriber', 'object', 'from', 'to'] as const;
type Filter = (typeof filters)[number];

/** An id of an object stands for its URI, and a time without a zone is UTC. */
function asAsked(name: Filter, value: string): string {
  if (value === '') return '';
  if (name === 'object') return value.includes(':') ? value : uriAt(`/logistics-objects/${value}`);
  if (name === 'subscriber') return value;
  return /T\d\d:\d\d$/.test(value) ? `${value}:00Z` : value;
}

class ReceiptsPage extends Page {
  readonly #receipts = new Resource<Paged<ReceiptsAnswer>>(this);

  override get heading(): string {
    return t.confirmedTitle;
  }

  #value(name: Filter): string {
    return this.route.query.get(name) ?? '';
  }

  override load(): void {
    const asked = Object.fromEntries(filters.map((name) => [name, asAsked(name, this.#value(name))]));
    const path = consoleApi('/receipts') + query({ ...asked, ...pageRange(this.route) });
    this.#receipts.load(path, (signal) => askPage<ReceiptsAnswer>(path, { signal }));
  }

  protected override render(): unknown {
    return html`${deliveriesHead('confirmed')} ${this.#form()}
    ${show(
      this.#receipts,
      ({ items, next }) =>
        items.length === 0
          ? empty(this.#isFiltered ? t.noReceiptFits : t.noReceiptsYet, html`<p>${t.receiptsHint}</p>`)
          : html`${receiptsTable(items)}${pager(this.route, null, next)}`,
      { lines: 8 },
    )}`;
  }

  get #isFiltered(): boolean {
    return filters.some((name) => this.#value(name) !== '');
  }

  #form(): unknown {
    const field = (name: Filter, label: string, type: 'text' | 'datetime-local'): unknown =>
      html`<label class=${type === 'text' ? 'grow' : ''}
        >${label}
        <input
          id=${name}
          name=${name}
          type=${type}
          autocomplete="off"
          spellcheck="false"
          .value=${type === 'text' ? this.#value(name) : this.#value(name).replace(/(:\d\d)?Z$/, '')}
      /></label>`;
    return html`<form
      class="filters"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const typed = (name: Filter): string => this.querySelector<HTMLInputElement>(`#${name}`)?.value.trim() ?? '';
        refine(
          withQuery(this.route, {
            ...Object.fromEntries(filters.map((name) => [name, asAsked(name, typed(name))])),
            page: undefined,
          }),
        );
      }}
    >
      ${field('subscriber', t.subscriberUri, 'text')} ${field('object', t.object, 'text')}
      ${field('from', t.fromUtc, 'datetime-local')} ${field('to', t.toUtc, 'datetime-local')}
      <button>${shared.apply}</button>
      ${this.#isFiltered ? html`<a class="button" href=${href('/deliveries/confirmed')}>${t.clear}</a>` : nothing}
    </form>`;
  }
}
define('cg-receipts', ReceiptsPage);
