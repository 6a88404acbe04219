/**
 * `<cg-overview>`: an object at a glance, with the shipment that it belongs to: facts, milestones, pieces, parties and
 * documents. It takes the answers of `…/overview` and `…/pieces` of an object of this node or of a copy.
 */
import type { Overview, PieceItem } from '../../src/console/responses.js';
import {
  define,
  href,
  html,
  LightElement,
  nothing,
  property,
  query,
  refine,
  Resource,
  type Route,
  section,
  show,
  submitted,
  withQuery,
} from '../core/index.js';
import { overviewTexts as t } from '../texts/overview.js';
import {
  belongsTo,
  documentsTable,
  hasOverview,
  milestoneBar,
  noPieces,
  overviewFacts,
  partiesTable,
  piecesTable,
  piecesWeight,
  type SortPieces,
} from './overview-views.js';
import { rowPager } from './pager.js';

/** The pieces of a page. */
const PAGE_SIZE = 200;

/** The pieces of an answer. */
interface Pieces {
  readonly total: number;
  readonly items: readonly PieceItem[];
}

export class OverviewElement extends LightElement {
  /** The object of the page. */
  @property() accessor object = '';
  /** The address below which `overview` and `pieces` are, and the parameters that name the object there. */
  @property() accessor address = '';
  @property() accessor parameters: Readonly<Record<string, string>> = {};
  /** Of the page: `q`, `sort` and `pieces` are the filter, the order and the page of the pieces. */
  @property() accessor route: Route | undefined;
  /** Called with each overview that is displayed. */
  @property() accessor loaded: ((overview: Overview) => void) | undefined;
  /** Whether the page says what is new (`hasNews`): this element then does not say it. */
  @property() accessor isQuiet = false;
  readonly #overview = new Resource<Overview>(this);
  readonly #pieces = new Resource<Pieces>(this);
  #announced: Overview | undefined;
  #hadNews = false;

  /** Whether there is a newer answer than what is shown. */
  get hasNews(): boolean {
    return this.#overview.newer !== undefined || this.#pieces.newer !== undefined;
  }

  /** Shows what there is now. */
  async reload(): Promise<void> {
    await Promise.all([this.#overview.reload(), this.#pieces.reload()]);
  }

  protected override willUpdate(): void {
    const { address, parameters, route } = this;
    if (address === '' || route === undefined) return;
    this.#overview.read(`${address}/overview${query(parameters)}`);
    const { query: asked } = route;
    const skip = (this.#page(route) - 1) * PAGE_SIZE;
    const order = { q: asked.get('q') ?? undefined, sort: asked.get('sort') ?? undefined };
    this.#pieces.read(`${address}/pieces${query({ ...parameters, ...order, limit: PAGE_SIZE, skip })}`);
  }

  protected override updated(): void {
    const { value } = this.#overview;
    if (value !== undefined && value !== this.#announced) this.loaded?.(value);
    this.#announced = value;
    if (this.isQuiet && this.hasNews && !this.#hadNews) this.dispatchEvent(new CustomEvent('news', { bubbles: true }));
    this.#hadNews = this.hasNews;
  }

  protected override render(): unknown {
    return this.#show(this.#overview, (overview) => this.#body(overview), 5);
  }

  #show<Value>(resource: Resource<Value>, body: (value: Value) => unknown, lines: number): unknown {
    const { value } = resource;
    return this.isQuiet && value !== undefined ? body(value) : show(resource, body, { lines });
  }

  #page({ query: asked }: Route): number {
    const page = Number(asked.get('pieces') ?? '1');
    return Number.isInteger(page) && page > 0 && page < 1_000 ? page : 1;
  }

  #body(overview: Overview): unknown {
    if (!hasOverview(overview)) return nothing;
    const { shipment, documents, parties, milestones, pieces, truncated } = overview;
    return html`<div class="stack">
      ${belongsTo(overview, this.object)}
      <section class="card" aria-labelledby="overview">
        <h2 id="overview">${t.title}</h2>
        ${truncated ? html`<p class="notice wait">${t.truncated}</p>` : nothing} ${overviewFacts(overview, this.object)}
      </section>
      ${milestones.length === 0 ? nothing : section('milestones', t.milestones, milestoneBar(overview))}
      ${shipment === null || pieces.total === 0 ? nothing : this.#table()}
      ${documents.length === 0 ? nothing : section('documents', t.documents, documentsTable(overview))}
      ${parties.length === 0 ? nothing : section('parties', t.parties, partiesTable(overview))}
    </div>`;
  }

  #table(): unknown {
    const { route } = this;
    if (route === undefined) return nothing;
    const text = route.query.get('q') ?? '';
    const filter = html`<form
      class="filters"
      @submit=${submitted((value) => {
        refine(withQuery(route, { q: value('q'), pieces: undefined }));
      })}
    >
      <label class="grow"
        >${t.filter} <input name="q" type="search" autocomplete="off" spellcheck="false" .value=${text}
      /></label>
    </form>`;
    const body = this.#show(
      this.#pieces,
      ({ items, total }) =>
        html`${this.#sums(items, total)}${this.#unread()}${items.length === 0 ? noPieces(text !== '') : html`<div class="pieces">${piecesTable(items, this.#sort(route))}</div>`}${rowPager(
          route,
          {
            name: 'pieces',
            page: this.#page(route),
            pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
          },
        )}`,
      4,
    );
    return section('pieces', t.pieces, html`${filter}${body}`);
  }

  /** How many of all pieces are shown, and what they weigh together. */
  #sums(items: readonly PieceItem[], total: number): unknown {
    const overview = this.#overview.value;
    if (overview === undefined || items.length === 0) return nothing;
    return html`<p class="sums">${t.sum(total, overview.pieces.readable)}${piecesWeight(items)}</p>`;
  }

  /** Pieces that are named and cannot be shown (K42). */
  #unread(): unknown {
    const { total = 0, readable = 0 } = this.#overview.value?.pieces ?? {};
    return total > readable ? html`<p class="notice wait">${t.notHere(total - readable)}</p>` : nothing;
  }

  #sort(route: Route): SortPieces {
    const current = route.query.get('sort') ?? 'upid';
    return (order) => ({
      direction: current === order ? 'ascending' : current === `-${order}` ? 'descending' : 'none',
      href: href(withQuery(route, { sort: current === order ? `-${order}` : order, pieces: undefined })),
    });
  }
}
define('cg-overview', OverviewElement);
