/**
 * `/other?uri=[&revision=][&from=&to=][&q=&sort=&pieces=]`: a URI of another server; for a partner's object its copy here
 * (M61), with the shipment that it belongs to (K96). The console fetches nothing from the other server; a link opens it.
 */
import type { CopiedDiffAnswer, CopiedRevisionsAnswer, CopyItem } from '../../src/console/responses.js';
import {
  askJson,
  button,
  card,
  config,
  consoleApi,
  define,
  empty,
  fact,
  Failure,
  html,
  isWebAddress,
  localName,
  me,
  nothing,
  Page,
  plainText,
  query,
  Resource,
  section,
  shared,
  type Sheet,
  show,
  termText,
  utc,
  visibleText,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import {
  copiedEvents,
  copiedRevisions,
  copyBanner,
  copyDisputes,
  copyProof,
  copyRevisionNotice,
} from '../parts/copy-views.js';
import { differencesView } from '../parts/differences.js';
import { followAct } from '../parts/follow-acts.js';
import '../parts/overview.js';
import { numberedPages, pager, pageRange } from '../parts/pager.js';
import { type CopiedObject, type CopyState, findCopy, readCopy, readCopyState } from '../parts/read-copy.js';
import { type Events, readEvents } from '../parts/read-events.js';
import { wholeUri } from '../parts/source.js';
import { statementsView } from '../parts/values.js';
import { copyTexts } from '../texts/copy.js';
import { mirrorTexts } from '../texts/mirror.js';
import { otherTexts as t } from '../texts/other.js';

class OtherPage extends Page {
  readonly #item = new Resource<CopyItem | undefined>(this);
  readonly #copy = new Resource<CopiedObject>(this);
  readonly #revisions = new Resource<CopiedRevisionsAnswer>(this);
  readonly #state = new Resource<CopyState>(this);
  readonly #events = new Resource<Events>(this);
  readonly #diff = new Resource<CopiedDiffAnswer>(this);
  readonly #acts = new Acts(this, () =>
    Promise.all([this.#item, this.#copy, this.#revisions, this.#state].map((each) => each.reload())),
  );

  get #uri(): string {
    return this.route.query.get('uri') ?? '';
  }

  override get heading(): string {
    if (this.#uri === '') return t.title;
    return plainText(this.#item.value?.label ?? localName(this.#uri), 80);
  }

  /** On paper the head names the object, the revision, and when it was received. */
  override get sheet(): Sheet {
    const copy = this.#copy.value;
    if (copy === undefined) return super.sheet;
    const { number, latest, received } = copy;
    return {
      uri: this.#uri,
      facts: [
        shared.revisionOf(number, latest),
        ...(received === null ? [] : [`${copyTexts.received} ${utc(new Date(received), true)}`]),
      ],
    };
  }

  /** Only internal agents see copies; a request to the other node would disclose who reads what here. */
  override load(): void {
    const uri = this.#uri;
    if (!me().internal || !isObject(uri)) return;
    this.#item.load(uri, async (signal) => {
      const item = await findCopy(uri, signal).catch(withoutMirror);
      if (item !== undefined && item.revision !== null) this.#loadCopy();
      return item;
    });
    if (this.#item.value !== undefined && this.#item.value.revision !== null) this.#loadCopy();
  }

  #loadCopy(): void {
    const uri = this.#uri;
    const { query: asked } = this.route;
    const [from, to] = [asked.get('from') ?? undefined, asked.get('to') ?? undefined];
    const revision = asked.get('revision') ?? to;
    this.#copy.load(`${uri} ${revision ?? ''}`, (signal) => readCopy(uri, revision, signal));
    const revisions = consoleApi('/mirror/revisions') + query({ object: uri, ...pageRange(this.route) });
    this.#revisions.load(revisions, async (signal) => {
      const answer = await askJson<CopiedRevisionsAnswer>(revisions, { signal });
      const held = answer.items.find((item) => 'graph' in item);
      if (held !== undefined) this.#state.load(held.graph, (later) => readCopyState(uri, held.graph, later));
      return answer;
    });
    const events = consoleApi('/mirror/logistics-events') + query({ object: uri });
    this.#events.load(events, (signal) => readEvents(events, signal));
    if (from !== undefined && to !== undefined)
      this.#diff.read(consoleApi('/mirror/diff') + query({ object: uri, from, to }));
  }

  protected override render(): unknown {
    const uri = this.#uri;
    if (uri === '')
      return html`<h1>${t.title}</h1>
        ${empty(t.missing)}`;
    const type = this.#item.value?.type ?? null;
    return html`<div class="page-head">
        <div>
          ${type === null ? nothing : html`<p class="kicker">${termText(type, true)}</p>`}
          <h1>${visibleText(this.heading)}</h1>
        </div>
        ${this.#buttons(uri)}
      </div>
      <div class="stack">
        ${this.#acts.outcome}
        ${
          me().internal && isObject(uri)
            ? show(this.#item, (item) => (item === undefined ? this.#elsewhere(uri) : this.#copied(item)), { lines: 8 })
            : this.#elsewhere(uri)
        }
      </div>
      ${this.#acts.dialog}`;
  }

  #buttons(uri: string): unknown {
    const isFollowable = me().internal && isObject(uri) && !uri.startsWith(config().base);
    const { state } = this.#item;
    const isUnknown = state.kind === 'ready' && (state.value === undefined || state.value.state === 'ended');
    return html`<div class="buttons">
      ${
        isFollowable && isUnknown
          ? button({ text: mirrorTexts.followThis, tone: 'primary' }, () => {
              this.#acts.open(followAct(this.#acts, uri));
            })
          : nothing
      }
      ${
        isWebAddress(uri)
          ? html`<a class="button" href=${uri} target="_blank" rel="noopener noreferrer">${t.open}</a>`
          : nothing
      }
    </div>`;
  }

  #elsewhere(uri: string): unknown {
    return html`<dl class="facts card">
        ${fact(t.uri, wholeUri(uri))} ${isWebAddress(uri) ? fact(t.host, visibleText(new URL(uri).host)) : nothing}
      </dl>
      <p>${uri.startsWith(config().base) ? t.own : t.elsewhere}</p>`;
  }

  #copied(item: CopyItem): unknown {
    const { value: state } = this.#state;
    const facts = html`<dl class="facts card">${fact(t.uri, wholeUri(item.object))}</dl>`;
    const banner = (received: string | null): unknown => copyBanner(item, { received, state });
    if (item.revision === null) return html`${banner(null)}${facts}${empty(copyTexts.nothingHeld)}`;
    return html`${show(this.#copy, (copy) => html`${banner(copy.received)}${copyRevisionNotice(item, copy)}`, { lines: 2 })}
    ${state === undefined ? nothing : copyDisputes(item.object, state, this.#acts)} ${this.#overview(item.object)}
    ${facts} ${this.#comparison()}
    ${show(this.#copy, (copy) => card('copy-values', copyTexts.values, statementsView(copy.statements, item.object)), { lines: 8 })}
    ${section(
      'copy-revisions',
      copyTexts.revisions,
      show(
        this.#revisions,
        ({ items, total }) =>
          html`${copiedRevisions(item.object, items, this.#copy.value?.number ?? 0)}${pager(this.route, { total, count: items.length, pages: numberedPages(this.route, total) })}`,
        { lines: 4 },
      ),
    )}
    ${section('copy-events', copyTexts.events, show(this.#events, copiedEvents, { lines: 2 }))} ${this.#proof()}`;
  }

  /** Of the newest revision: an earlier one, and a comparison, are shown without it. */
  #overview(uri: string): unknown {
    const { query: asked } = this.route;
    if (asked.has('revision') || asked.has('from')) return nothing;
    return html`<cg-overview
      .object=${uri}
      .address=${consoleApi('/mirror')}
      .parameters=${{ object: uri }}
      .route=${this.route}
    ></cg-overview>`;
  }

  #comparison(): unknown {
    const { query: asked } = this.route;
    if (!asked.has('from') || !asked.has('to')) return nothing;
    return show(
      this.#diff,
      ({ from, to, statements, truncated }) =>
        card(
          'copy-comparison',
          copyTexts.comparison(from, to),
          html`${truncated ? html`<p class="notice wait">${copyTexts.truncated}</p>` : nothing}${differencesView(statements)}`,
        ),
      { lines: 4 },
    );
  }

  #proof(): unknown {
    const number = this.#copy.value?.number;
    const held = this.#revisions.value?.items.find((item) => 'revision' in item && item.revision === number);
    return held !== undefined && 'digest' in held ? section('copy-proof', copyTexts.proof, copyProof(held)) : nothing;
  }
}
define('cg-other', OtherPage);

/** Whether a URI may be that of a partner's Logistics Object. */
const isObject = (uri: string): boolean => isWebAddress(uri) && uri.includes('/logistics-objects/');

/** A node that copies nothing has no such address. */
function withoutMirror(thrown: unknown): undefined {
  if (thrown instanceof Failure && thrown.kind === 'not-found') return undefined;
  throw thrown;
}
