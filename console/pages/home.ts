/** Home: what waits, what changed, is it well; for a partner: what it may read, and its requests. */
import type { ObjectsAnswer, RequestsAnswer } from '../../src/console/responses.js';
import {
  ask,
  askJson,
  config,
  consoleApi,
  define,
  empty,
  Failure,
  href,
  html,
  me,
  nothing,
  Page,
  query,
  Resource,
  show,
} from '../core/index.js';
import '../parts/sample.js';
import { objectsTable } from '../parts/objects-table.js';
import { requestsTable } from '../parts/requests-table.js';
import { homeTexts as t } from '../texts/home.js';

const SHOWN = 8;

class HomePage extends Page {
  readonly #requests = new Resource<RequestsAnswer>(this);
  readonly #objects = new Resource<ObjectsAnswer>(this);
  readonly #isWell = new Resource<boolean>(this);

  override get heading(): string {
    return t.title;
  }

  override load(): void {
    const { internal } = me();
    const requests =
      consoleApi('/requests') +
      query({
        status: internal ? 'REQUEST_PENDING' : undefined,
        sort: internal ? 'requested' : '-requested',
        limit: SHOWN,
      });
    this.#requests.load(requests, (signal) => askJson<RequestsAnswer>(requests, { signal }));
    const objects = consoleApi('/objects') + query({ sort: internal ? '-modified' : undefined, limit: SHOWN });
    this.#objects.load(objects, (signal) => askJson<ObjectsAnswer>(objects, { signal }));
    if (internal) this.#isWell.load('/health/ready', (signal) => isReady(signal));
  }

  protected override render(): unknown {
    const { internal } = me();
    return html`<div class="page-head">
        <div>
          <h1>${t.title}</h1>
          ${internal ? this.#health() : html`<p class="quiet">${t.partner}</p>`}
        </div>
      </div>
      <div class="stack">
        <section aria-labelledby="waiting">
          <div class="section-head">
            <h2 id="waiting">${internal ? t.waiting : t.mine}</h2>
            <a href=${href('/action-requests')}>${t.all}</a>
          </div>
          ${show(
            this.#requests,
            ({ items, counts }) =>
              items.length === 0
                ? empty(internal ? t.nothingWaits : t.nothingAsked)
                : html`${
                    internal && (counts.REQUEST_PENDING ?? 0) > items.length
                      ? html`<p class="quiet">${t.oldest(items.length, counts.REQUEST_PENDING ?? 0)}</p>`
                      : nothing
                  }${requestsTable(items)}`,
            { lines: 4 },
          )}
        </section>
        <section aria-labelledby="changed">
          <div class="section-head">
            <h2 id="changed">${internal ? t.changed : t.readable}</h2>
            <a href=${href('/logistics-objects')}>${t.all}</a>
          </div>
          ${show(this.#objects, ({ items }) => (items.every(({ uri }) => uri === me().dataHolder) ? this.#empty() : objectsTable(items)), { lines: 6 })}
        </section>
      </div>`;
  }

  #health(): unknown {
    return show(
      this.#isWell,
      (isWell) =>
        html`<p class="health ${isWell ? 'good' : 'bad'}">
          <span class="dot" aria-hidden="true"></span>${isWell ? t.well : t.unwell}
          <a href=${href('/health')}>${t.figures}</a>
        </p>`,
      { lines: 0, failed: () => nothing },
    );
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

/** Whether the node can answer and write. */
async function isReady(signal: AbortSignal): Promise<boolean> {
  try {
    await ask('/health/ready', { signal, anonymous: true });
    return true;
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.kind !== 'offline') return false;
    throw thrown;
  }
}
