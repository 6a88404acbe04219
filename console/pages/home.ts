/**
 * Home: what needs attention, by consequence; then decisions, watched objects, drafts and recent changes (K61). For a
 * partner its readable objects and its requests.
 */
import type {
  AttentionAnswer,
  DraftItem,
  DraftsAnswer,
  ObjectsAnswer,
  RequestsAnswer,
  WatchedAnswer,
  WatchedItem,
} from '../../src/console/responses.js';
import {
  config,
  consoleApi,
  define,
  empty,
  href,
  html,
  me,
  nothing,
  Page,
  pageHead,
  plainText,
  query,
  Resource,
  section,
  show,
  table,
  type TemplateResult,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import { attentionView } from '../parts/attention.js';
import '../parts/sample.js';
import { objectsTable } from '../parts/objects-table.js';
import { requestColumns } from '../parts/requests-table.js';
import { homeTexts as t } from '../texts/home.js';

const MAX_ITEMS = 8;
const MAX_LISTED = 5;

class HomePage extends Page {
  readonly #requests = new Resource<RequestsAnswer>(this);
  readonly #objects = new Resource<ObjectsAnswer>(this);
  readonly #attention = new Resource<AttentionAnswer>(this, { isReplaced: true });
  readonly #watched = new Resource<WatchedAnswer>(this);
  readonly #drafts = new Resource<DraftsAnswer>(this);

  override get heading(): string {
    return t.title;
  }

  override load(): void {
    const { internal } = me();
    this.#requests.read(
      consoleApi('/requests') +
        query({
          status: internal ? 'REQUEST_PENDING' : undefined,
          sort: internal ? 'requested' : '-requested',
          limit: MAX_ITEMS,
        }),
    );
    this.#objects.read(consoleApi('/objects') + query({ sort: internal ? '-modified' : undefined, limit: MAX_ITEMS }));
    this.#watched.read(consoleApi('/watched') + query({ limit: MAX_LISTED }));
    this.#drafts.read(consoleApi('/drafts'));
    if (internal) this.#attention.read(consoleApi('/attention'));
  }

  protected override render(): unknown {
    const { internal } = me();
    const all = (path: string): unknown => html`<a href=${href(path)}>${t.all}</a>`;
    return html`${pageHead(t.title, { below: internal ? nothing : html`<p class="quiet">${t.partner}</p>` })}
      <div class="stack">
        ${internal ? section('attention', t.attention, show(this.#attention, attentionView, { lines: 2 })) : nothing}
        ${section(
          'waiting',
          internal ? t.waiting : t.mine,
          show(this.#requests, (answer) => waiting(answer, internal), { lines: 4 }),
          all('/action-requests'),
        )}
        ${show(this.#watched, ({ items }) => watched(items), { lines: 0, failed: () => nothing })}
        ${show(this.#drafts, ({ items }) => drafts(items), { lines: 0, failed: () => nothing })}
        ${section(
          'changed',
          internal ? t.changed : t.readable,
          show(
            this.#objects,
            ({ items }) => (items.every(({ uri }) => uri === me().dataHolder) ? this.#empty() : objectsTable(items)),
            { lines: 6 },
          ),
          all('/logistics-objects'),
        )}
      </div>`;
  }

  #empty(): unknown {
    if (!me().internal) return empty(t.nothingReadable);
    return empty(
      t.nothingHere,
      config().devIdp
        ? html`<cg-sample
            @sample-created=${() => void Promise.all([this.#requests.reload(), this.#objects.reload()])}
          ></cg-sample>`
        : nothing,
    );
  }
}
define('cg-home', HomePage);

/** Without a column for the status: it is the same in each row of what waits (K61). */
function waiting({ items, counts: { REQUEST_PENDING: pending = 0 } }: RequestsAnswer, internal: boolean): unknown {
  if (items.length === 0) return empty(internal ? t.nothingWaits : t.nothingAsked);
  const isMore = internal && pending > items.length;
  return html`${isMore ? html`<p class="quiet">${t.oldest(items.length, pending)}</p>` : nothing}${table({
    caption: internal ? t.waiting : t.mine,
    rows: items,
    columns: requestColumns(!internal),
  })}`;
}

/** What the caller watches, with what is new since it was last seen. */
function watched(items: readonly WatchedItem[]): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return section(
    'watched',
    t.watched,
    table({
      caption: t.watched,
      rows: items,
      columns: [
        { heading: t.object, isHeading: true, cell: ({ uri, label, type }) => uriView(uri, { label, type }) },
        {
          heading: t.news,
          cell: ({ news }) => (news === 0 ? html`<span class="quiet">${t.noNews}</span>` : t.newsCount(news)),
        },
        { heading: t.lastChanged, cell: ({ changed, modified }) => timeView(changed ?? modified, 'ago') },
      ],
    }),
  );
}

function drafts(items: readonly DraftItem[]): TemplateResult | typeof nothing {
  const own = items.filter(({ kind }) => kind === 'draft').slice(0, MAX_LISTED);
  if (own.length === 0) return nothing;
  return section(
    'drafts',
    t.drafts,
    table({
      caption: t.drafts,
      rows: own,
      columns: [
        {
          heading: t.draft,
          isHeading: true,
          cell: ({ id, form, title }) =>
            html`<a href=${href(`/new/${encodeURIComponent(form)}${query({ draft: id })}`)}
              >${visibleText(title === '' ? t.untitled : plainText(title, 80))}</a
            >`,
        },
        { heading: t.saved, cell: ({ modified }) => timeView(modified, 'ago') },
      ],
    }),
    html`<a href=${href('/drafts')}>${t.all}</a>`,
  );
}
