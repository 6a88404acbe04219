/** `/logistics-objects/<id>[?at=]`: an object, its statements by property. */
import type { ReceiptsAnswer, RequestsAnswer, RevisionItem, RevisionsAnswer } from '../../src/console/responses.js';
import {
  askJson,
  config,
  consoleApi,
  copy,
  define,
  failed,
  type Failure,
  href,
  html,
  me,
  nodePath,
  nothing,
  plainText,
  query,
  Resource,
  type Sheet,
  show,
  empty,
  navigate,
} from '../core/index.js';
import '../parts/ask-access.js';
import { type NamedObject, ObjectPage } from '../parts/object-page.js';
import { isHidden, type ObjectRevision, readObject } from '../parts/read-object.js';
import { receiptsPath, receiptsTable } from '../parts/receipts.js';
import { revisionFacts, revisionOnPaper } from '../parts/revision-facts.js';
import { statementsView } from '../parts/values.js';
import { deliveriesTexts } from '../texts/deliveries.js';
import { objectTexts as t } from '../texts/object.js';

/** The number of receipts displayed. */
const MAX_RECEIPTS = 5;

class StatementsPage extends ObjectPage {
  protected readonly pageTitle = t.object;
  protected readonly tab = 'object';
  readonly #object = new Resource<ObjectRevision>(this);
  readonly #revision = new Resource<RevisionItem | undefined>(this);
  readonly #pending = new Resource<number>(this);
  readonly #deliveries = new Resource<ReceiptsAnswer>(this);

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

  override load(): void {
    const { uri, path } = this;
    const at = this.route.query.get('at') ?? undefined;
    this.#object.load(`${uri} ${at ?? ''}`, async (signal) => {
      const object = await readObject(path, uri, at, signal);
      this.#loadRevision(object);
      return object;
    });
    this.#pending.load(uri, async (signal) => {
      const pending = { object: uri, type: 'ChangeRequest', status: 'REQUEST_PENDING', limit: 1 };
      const { total, counts } = await askJson<RequestsAnswer>(consoleApi('/requests') + query(pending), { signal });
      return total ?? counts.REQUEST_PENDING ?? 0;
    });
    if (!me().internal) return;
    this.#deliveries.read(consoleApi('/receipts') + query({ object: uri, limit: MAX_RECEIPTS }));
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
    const curl = `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: text/turtle' '${this.uri}'`;
    return html`<div class="buttons">
      ${
        me().internal || this.#object.value === undefined
          ? nothing
          : html`<cg-ask-access .uri=${this.uri} .kind=${'subscription'}></cg-ask-access>`
      }
      <button type="button" @click=${() => void copy(curl)}>${t.curl}</button>
      <a class="button" href=${`${nodePath}docs`} target="_blank" rel="noopener noreferrer">${t.docs}</a>
    </div>`;
  }

  #body(object: ObjectRevision): unknown {
    const uri = this.uri;
    const isOld = object.number !== object.latest;
    return html`<div class="stack">
      ${
        isOld
          ? html`<p class="notice wait">
              ${t.asOf(object.number, object.latest)} <a href=${href(this.path)}>${t.toLatest}</a>
            </p>`
          : nothing
      }
      <section class="card" aria-label=${t.revision}>
        ${revisionFacts({ id: this.objectId, object, revision: this.#revision.value, pending: this.#pending.value })}
      </section>
      <section class="card" aria-labelledby="statements">
        <h2 id="statements">${t.statements}</h2>
        ${object.statements.length < 2 ? empty(t.noStatements) : statementsView(object.statements, uri)}
      </section>
      ${show(this.#deliveries, ({ items }) => this.#receipts(items), { lines: 0, failed: () => nothing })}
    </div>`;
  }

  #receipts(items: ReceiptsAnswer['items']): unknown {
    return html`<section aria-labelledby="told">
      <div class="section-head">
        <h2 id="told">${deliveriesTexts.told}</h2>
        ${
          items.length === 0
            ? nothing
            : html`<a href=${href(receiptsPath({ object: this.uri }))}>${deliveriesTexts.all}</a>`
        }
      </div>
      ${items.length === 0 ? html`<p class="quiet">${deliveriesTexts.neverDelivered}</p>` : receiptsTable(items, 'object')}
    </section>`;
  }

  #failed(failure: Failure): unknown {
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
