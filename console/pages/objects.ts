/** `/logistics-objects?type=&q=&sort=&page=`: the objects that the caller may read. */
import type { ObjectItem, ObjectsAnswer } from '../../src/console/responses.js';
import {
  askPage,
  type Column,
  consoleApi,
  define,
  empty,
  href,
  html,
  me,
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
  typeLabel,
  withQuery,
} from '../core/index.js';
import { objectsTable } from '../parts/objects-table.js';
import { objectsTexts as t } from '../texts/objects.js';

/** What partners look for; any other type can stand in the address. */
const types = [
  'Shipment',
  'Waybill',
  'Piece',
  'ULD',
  'Booking',
  'BookingOption',
  'TransportMovement',
  'TransportMeans',
  'Loading',
  'Storing',
  'Organization',
  'Company',
  'Location',
];

class ObjectsPage extends Page {
  readonly #objects = new Resource<Paged<ObjectsAnswer>>(this);

  override get heading(): string {
    return t.title;
  }

  override load(): void {
    const { query: asked } = this.route;
    const path =
      consoleApi('/objects') +
      query({
        type: asked.get('type') ?? undefined,
        q: asked.get('q') ?? undefined,
        sort: asked.get('sort') ?? (me().internal && !asked.has('q') ? '-modified' : undefined),
        ...pageRange(this.route),
      });
    this.#objects.load(path, (signal) => askPage<ObjectsAnswer>(path, { signal }));
  }

  #filter(name: string, value: string): void {
    refine(withQuery(this.route, { [name]: value, page: undefined }));
  }

  readonly #sort = (column: 'created' | 'modified'): NonNullable<Column<ObjectItem>['sort']> | undefined => {
    if (!me().internal || this.route.query.has('q')) return undefined;
    const current = this.route.query.get('sort') ?? '-modified';
    const direction = current === column ? 'ascending' : current === `-${column}` ? 'descending' : 'none';
    const next = current === `-${column}` ? column : `-${column}`;
    return { direction, href: href(withQuery(this.route, { sort: next, page: undefined })) };
  };

  protected override render(): unknown {
    const { query: asked } = this.route;
    const type = asked.get('type') ?? '';
    const isFiltered = type !== '' || asked.has('q');
    const total = this.#objects.value?.total;
    return html`<div class="page-head">
        <div>
          <h1>${t.title}</h1>
          <p class="quiet" role="status">${total === undefined || total === null ? nothing : t.count(total)}</p>
        </div>
      </div>
      <form
        class="filters"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          const box = this.querySelector<HTMLInputElement>('#begins');
          this.#filter('q', box?.value.trim() ?? '');
        }}
      >
        <label
          >${t.type}
          <select
            @change=${(event: Event) => {
              if (event.target instanceof HTMLSelectElement) this.#filter('type', event.target.value);
            }}
          >
            <option value="" ?selected=${type === ''}>${t.anyType}</option>
            ${[...new Set([...types, ...(type === '' ? [] : [type])])].map(
              (name) => html`<option value=${name} ?selected=${name === type}>${typeLabel(name)}</option>`,
            )}
          </select></label
        >
        <label
          >${t.begins}
          <input id="begins" type="search" autocomplete="off" spellcheck="false" .defaultValue=${asked.get('q') ?? ''}
        /></label>
        <button type="submit">${shared.apply}</button>
        ${isFiltered ? html`<a class="button" href=${href('/logistics-objects')}>${t.clear}</a>` : nothing}
      </form>
      ${show(
        this.#objects,
        ({ items, total: all, next }) =>
          items.length === 0
            ? empty(isFiltered ? t.noneFound : me().internal ? t.noneHere : t.noneForYou)
            : html`${objectsTable(items, this.#sort)}${pager(this.route, all, next)}`,
        { lines: 10 },
      )}`;
  }
}
define('cg-objects', ObjectsPage);
