/** `/health`: state of the node, figures against their limits with advice, identity providers, settings. */
import type { FeedState, HoldsAnswer, ProofLogState, Readiness, StatusAnswer } from '../../src/console/responses.js';
import {
  ask,
  chip,
  consoleApi,
  define,
  fact,
  html,
  me,
  nothing,
  Page,
  Resource,
  session,
  show,
  visibleText,
} from '../core/index.js';
import { feedView } from '../health/feed.js';
import { type Figure, FiguresHistory } from '../health/figures.js';
import { fillingView } from '../health/filling.js';
import { erasuresView, logView } from '../health/log.js';
import { parseMetrics } from '../health/prometheus.js';
import { readReadiness } from '../health/readiness.js';
import { Scrape } from '../health/scrape.js';
import {
  beyondView,
  figuresTable,
  historyTable,
  outboxView,
  requestsView,
  settingsView,
  trustView,
} from '../health/views.js';
import { healthTexts as t } from '../texts/health.js';

const READ_MS = 15_000;

/** Per tab, so that the scrapes survive leaving the page. */
const history = new FiguresHistory();
session.addEventListener('change', () => {
  history.clear();
});

class HealthPage extends Page {
  readonly #ready = new Resource<Readiness>(this, { isReplaced: true });
  readonly #status = new Resource<StatusAnswer>(this, { isReplaced: true });
  readonly #scrape = new Resource<Scrape>(this, { isReplaced: true });
  readonly #feed = new Resource<FeedState>(this, { isReplaced: true });
  readonly #log = new Resource<ProofLogState>(this, { isReplaced: true });
  readonly #holds = new Resource<HoldsAnswer>(this, { isReplaced: true });
  #timer: ReturnType<typeof setInterval> | undefined;

  override get heading(): string {
    return t.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.#read();
    }, READ_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  override load(): void {
    const path = consoleApi('/status');
    this.#ready.load('ready', readReadiness);
    this.#status.read(path);
    this.#feed.read(consoleApi('/feed'));
    if (me().log) this.#log.read(consoleApi('/log'));
    this.#holds.read(consoleApi('/holds?limit=1'));
    this.#scrape.load('/metrics', async (signal) => {
      const { text } = await ask('/metrics', { accept: 'text/plain', signal });
      const scrape = new Scrape(Date.now(), parseMetrics(text));
      history.add(scrape);
      return scrape;
    });
  }

  #read(): void {
    const logs = me().log ? [this.#log] : [];
    for (const resource of [this.#ready, this.#status, this.#feed, this.#holds, ...logs, this.#scrape])
      void resource.reload();
  }

  protected override render(): unknown {
    return html`<div class="page-head"><h1>${t.title}</h1></div>
      <div class="stack">
        ${show(this.#ready, (ready) => this.#head(ready), { lines: 2 })}
        ${show(this.#scrape, (scrape) => this.#figures(scrape), { lines: 12 })} ${this.#records()}
        ${show(this.#status, (status) => this.#settings(status), { lines: 6 })}
      </div>`;
  }

  #head({ status, reason, degraded = [], filling }: Readiness): unknown {
    const isReady = status === 'ready';
    const beyond = history.figures().filter((figure) => figure.isBeyond).length;
    const [word, sentence] = isReady
      ? [t.ready, t.readySentence]
      : status === 'read-only'
        ? [t.readOnly, t.readOnlySentence]
        : [t.notReady, t.notReadySentence];
    const limit = status === 'not ready' ? 'reads' : 'writes';
    return html`<section class="notice ${isReady ? (beyond === 0 ? 'good' : 'wait') : 'bad'}" aria-label=${t.state}>
      <p>
        ${chip(word, isReady ? 'good' : 'bad')} ${sentence}
        ${history.latest === undefined ? nothing : beyond === 0 ? t.withinSentence : t.beyondSentence(beyond)}
      </p>
      ${reason === undefined ? nothing : html`<p><strong>${visibleText(reason)}</strong></p>`}
      ${isReady ? nothing : html`<p>${t.advice[limit]}</p>`}
      ${
        degraded.length === 0
          ? nothing
          : html`<p>${t.quarantined}:</p>
              <ul>
                ${degraded.map(({ key, reason: why, count }) => html`<li><code>${visibleText(key)}</code> (${count}): ${visibleText(why)}</li>`)}
              </ul>`
      }
      ${fillingView(filling)} ${this.#facts()}
    </section>`;
  }

  #facts(): unknown {
    const status = this.#status.value;
    if (status === undefined) return nothing;
    const { version, startedAt, settings } = status;
    const [build] = history.latest?.all('build_info') ?? [];
    return html`<dl class="facts">
        ${fact(t.version, visibleText(version))}
        ${fact(t.startedAt, html`<cg-time .time=${startedAt} .ago=${true}></cg-time>`)}
        ${build === undefined ? nothing : fact(t.node, visibleText(build.labels['node'] ?? ''))}
      </dl>
      ${settings['STORE'] === 'postgres' ? html`<p>${t.sharedStore}</p>` : nothing}`;
  }

  #figures(scrape: Scrape): unknown {
    const figures: readonly Figure[] = history.figures();
    return html`${beyondView(figures)}
      <details class="card fold">
        <summary><h2>${t.allFigures(figures.length)}</h2></summary>
        <p class="hint">${t.figuresHint}</p>
        ${figuresTable(figures)}
        <details>
          <summary>${t.asTable}</summary>
          ${historyTable(figures, scrape.at)}
        </details>
      </details>
      <div class="columns">
        <section aria-labelledby="requests">
          <div class="section-head"><h2 id="requests">${t.requests}</h2></div>
          ${requestsView(scrape, history)}
        </section>
        <section aria-labelledby="outbox">
          <div class="section-head"><h2 id="outbox">${t.outbox}</h2></div>
          ${outboxView(scrape)}
        </section>
      </div>`;
  }

  /** The log of proofs, where there is one, and what was erased. */
  #records(): unknown {
    return html`${
        me().log
          ? html`<section class="card" aria-labelledby="log">
              <h2 id="log">${t.log}</h2>
              ${show(this.#log, logView, { lines: 4 })}
            </section>`
          : nothing
      }
      <section class="card" aria-labelledby="erasures">
        <h2 id="erasures">${t.erasures}</h2>
        ${show(this.#holds, (holds) => erasuresView(this.#scrape.value, holds), { lines: 2 })}
      </section>`;
  }

  #settings(status: StatusAnswer): unknown {
    return html`<section aria-labelledby="trust">
        <div class="section-head"><h2 id="trust">${t.trust}</h2></div>
        ${trustView(status)}
      </section>
      ${
        status.settings['FEED'] === 'true'
          ? html`<section class="card" aria-labelledby="feed">
              <h2 id="feed">${t.feedTitle}</h2>
              ${show(this.#feed, feedView, { lines: 4 })}
            </section>`
          : nothing
      }
      <details class="card fold">
        <summary><h2>${t.settings}</h2></summary>
        <p class="hint">${t.settingsHint}</p>
        ${settingsView(status)}
      </details>`;
  }
}
define('cg-health', HealthPage);
