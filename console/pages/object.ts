/** `/logistics-objects/<id>[?at=][&q=&sort=&pieces=]`: an object with its shipment; the bookkeeping folds under Record (K41). */
import type { Overview, RequestsAnswer, RevisionItem, RevisionsAnswer } from '../../src/console/responses.js';
import {
  askJson,
  config,
  consoleApi,
  define,
  empty,
  failed,
  type Failure,
  href,
  html,
  me,
  navigate,
  nothing,
  plainText,
  query,
  Resource,
  section,
  type Sheet,
  show,
  whenLoaded,
} from '../core/index.js';
import '../parts/ask-access.js';
import '../parts/object-acts.js';
import '../parts/told.js';
import { type NamedObject, ObjectPage } from '../parts/object-page.js';
import { OverviewElement } from '../parts/overview.js';
import { hasOverview } from '../parts/overview-views.js';
import { PageNews } from '../parts/page-news.js';
import { isHidden, type ObjectRevision, readObject } from '../parts/read-object.js';
import { requestsTable } from '../parts/requests-table.js';
import { revisionFacts, revisionOnPaper } from '../parts/revision-facts.js';
import { statementsView } from '../parts/values.js';
import { objectTexts as t } from '../texts/object.js';

/** The number of requests displayed. */
const MAX_PENDING = 10;

class StatementsPage extends ObjectPage {
  protected get pageTitle(): string {
    return t.object;
  }
  protected readonly tab = 'object';
  readonly #object = new Resource<ObjectRevision>(this);
  readonly #revision = new Resource<RevisionItem | undefined>(this);
  readonly #pending = new Resource<RequestsAnswer>(this);
  readonly #news = new PageNews(this);
  #overview: Overview | undefined;

  protected override get named(): NamedObject | undefined {
    return this.#object.value;
  }

  override get heading(): string {
    return plainText(this.#object.value?.label ?? this.objectId, 80);
  }

  override get sheet(): Sheet {
    const object = this.#object.value;
    return {
      uri: this.uri,
      facts: object === undefined ? [] : revisionOnPaper(object.number, object.latest, this.#revision.value),
    };
  }

  get #at(): string | undefined {
    return this.route.query.get('at') ?? undefined;
  }

  override load(): void {
    const { uri, path } = this;
    const at = this.#at;
    this.#object.load(`${uri} ${at ?? ''}`, async (signal) => {
      const object = await readObject(path, uri, at, signal);
      this.#loadRevision(object);
      return object;
    });
    this.#pending.read(consoleApi('/requests') + query({ object: uri, status: 'REQUEST_PENDING', limit: MAX_PENDING }));
    if (this.#overview !== undefined && !this.#overview.objects.includes(uri)) this.#overview = undefined;
    this.#news.follow(this.#overview?.objects ?? [uri]);
    this.#news.clear();
    if (!me().internal) return;
  }

  #loadRevision({ number, latest }: ObjectRevision): void {
    const path = this.api('/revisions') + query({ limit: 1, skip: latest - number });
    this.#revision.load(`${this.uri} ${number}`, async (signal) => {
      const { items } = await askJson<RevisionsAnswer>(path, { signal });
      return items.find((item) => item.number === number);
    });
  }

  handleKey(key: string): boolean {
    const object = this.#object.value;
    if (object === undefined) return false;
    const { number } = object;
    if (key === '[' && number > 1) navigate(`${this.path}/revisions/${number - 1}`);
    else if (key === 'c' && number > 1) navigate(`${this.path}/revisions/${number - 1}..${number}`);
    else return false;
    return true;
  }

  protected override render(): unknown {
    return html`${this.head(this.#acts())}
    ${show(this.#object, (value) => this.#body(value), { lines: 9, failed: (failure) => this.#failed(failure) })}`;
  }

  #acts(): unknown {
    const object = this.#object.value;
    if (object === undefined) return nothing;
    const hasShipment = this.#overview !== undefined && this.#overview.shipment !== null;
    const { objectId: id, uri } = this;
    return html`<cg-object-acts .object=${{ id, uri, type: object.type, hasShipment, at: this.#at }}></cg-object-acts>`;
  }

  readonly #loaded = (overview: Overview): void => {
    this.#overview = overview;
    this.#news.follow(overview.objects);
    this.requestUpdate();
  };

  #body(object: ObjectRevision): unknown {
    const isOld = object.number !== object.latest;
    const parameters = this.#at === undefined ? {} : { at: this.#at };
    return html`<div class="stack">
      ${
        isOld
          ? html`<p class="notice wait">
              ${t.asOf(object.number, object.latest)} <a href=${href(this.path)}>${t.toLatest}</a>
            </p>`
          : nothing
      }
      ${me().internal ? html`<cg-hold .uri=${this.uri}></cg-hold>` : nothing}
      ${this.#news.view(this.#hasNewer, () => void this.#reload())}
      <cg-overview
        .object=${this.uri}
        .address=${this.api('')}
        .parameters=${parameters}
        .route=${this.route}
        .loaded=${this.#loaded}
        .isQuiet=${true}
        @news=${() => {
          this.requestUpdate();
        }}
      ></cg-overview>
      ${this.#values(object)}
      <cg-told .uri=${this.uri}></cg-told>
      ${show(this.#pending, (pending) => this.#waiting(pending), { lines: 0, failed: () => nothing })}
      ${this.#record(object)}
    </div>`;
  }

  get #hasNewer(): boolean {
    const element = this.querySelector('cg-overview');
    const isNewer = element instanceof OverviewElement && element.hasNews;
    return isNewer || this.#revision.newer !== undefined;
  }

  /** Shows what there is now, of the object and of its shipment. */
  async #reload(): Promise<void> {
    const element = this.querySelector('cg-overview');
    await Promise.all([
      ...[this.#object, this.#pending].map((each) => each.reload()),
      element instanceof OverviewElement ? element.reload() : undefined,
    ]);
  }

  /** What has no shipment, such as a company, is its values. */
  #values(object: ObjectRevision): unknown {
    if (this.#overview === undefined || hasOverview(this.#overview)) return nothing;
    return section('values', t.values, this.#statements(object));
  }

  #statements({ statements }: ObjectRevision): unknown {
    return statements.length < 2 ? empty(t.noStatements) : statementsView(statements, this.uri);
  }

  #waiting({ items, total, counts }: RequestsAnswer): unknown {
    const count = total ?? counts.REQUEST_PENDING ?? items.length;
    const all = href(`/action-requests?object=${encodeURIComponent(this.objectId)}&status=REQUEST_PENDING`);
    return section(
      'waiting',
      t.waiting,
      items.length === 0 ? html`<p class="quiet">${t.nothingWaits}</p>` : requestsTable(items),
      count > items.length ? html`<a href=${all}>${t.allWaiting}</a>` : nothing,
    );
  }

  /** Revision, maker, request and all values: open where there is nothing else to show. */
  #record(object: ObjectRevision): unknown {
    const isOnlyFacts = this.#overview !== undefined && !hasOverview(this.#overview);
    const facts = revisionFacts({ id: this.objectId, object, revision: this.#revision.value });
    return html`<details class="record card" ?open=${isOnlyFacts}>
      <summary>
        <h2>${t.record}</h2>
        <span class="hint">${t.recordHint}</span>
      </summary>
      ${facts} ${isOnlyFacts ? nothing : this.#statements(object)}
    </details>`;
  }

  #failed(failure: Failure): unknown {
    if (failure.kind === 'erased') {
      whenLoaded(import('../parts/tombstone.js'));
      return html`<cg-tombstone .uri=${this.uri} .failure=${failure}></cg-tombstone>`;
    }
    if (!isHidden(failure)) return failed(failure, () => void this.#object.reload());
    const isForbidden = failure.kind === 'forbidden';
    return html`<div class="notice bad" role="alert">
      <p class="notice-title">${isForbidden ? t.forbidden : t.missing}</p>
      <p>${isForbidden ? t.forbiddenHint : t.missingHint(config().base)}</p>
      ${isForbidden ? html`<cg-ask-access .uri=${this.uri}></cg-ask-access>` : nothing}
    </div>`;
  }
}
define('cg-object', StatementsPage);
