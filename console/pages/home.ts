/** Home: what waits, what changed, is it well; for a partner: what it may read, and its requests. */
import type { DeliveryQueuesAnswer, ObjectsAnswer, RequestsAnswer } from '../../src/console/responses.js';
import {
  askJson,
  config,
  consoleApi,
  define,
  empty,
  href,
  html,
  me,
  nothing,
  Page,
  query,
  Resource,
  show,
  visibleText,
} from '../core/index.js';
import { readReadiness } from '../health/readiness.js';
import '../parts/sample.js';
import { objectsTable } from '../parts/objects-table.js';
import { requestsTable } from '../parts/requests-table.js';
import { homeTexts as t } from '../texts/home.js';

const SHOWN = 8;

class HomePage extends Page {
  readonly #requests = new Resource<RequestsAnswer>(this);
  readonly #objects = new Resource<ObjectsAnswer>(this);
  readonly #node = new Resource<NodeState>(this, { isReplaced: true });

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
    if (internal) this.#node.load('/health/ready', (signal) => nodeState(signal));
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
      this.#node,
      ({ isReady, reasons, failing, waiting }) =>
        html`<p class="health ${isReady && reasons.length === 0 ? 'good' : 'bad'}">
            <span class="dot" aria-hidden="true"></span>${isReady ? t.ready : t.notReady}
            ${visibleText(reasons.join('; '))}
            <a href=${href('/health')}>${t.figures}</a>
          </p>
          ${
            failing === 0
              ? nothing
              : html`<p class="health bad">
                  <span class="dot" aria-hidden="true"></span>${t.failing(failing, waiting)}
                  <a href=${href('/deliveries')}>${t.deliveries}</a>
                </p>`
          }`,
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

/** What Home says of the node. */
interface NodeState {
  /** Whether it answers and takes writes. */
  readonly isReady: boolean;
  /** What does not work meanwhile. */
  readonly reasons: readonly string[];
  /** Queues whose first notification cannot be delivered, and the notifications in them. */
  readonly failing: number;
  readonly waiting: number;
}

async function nodeState(signal: AbortSignal): Promise<NodeState> {
  const [readiness, queues] = await Promise.all([
    readReadiness(signal),
    askJson<DeliveryQueuesAnswer>(consoleApi('/delivery-queues'), { signal }),
  ]);
  const failing = queues.items.filter(({ failingSince }) => failingSince !== null);
  return {
    isReady: readiness.status === 'ready',
    reasons: (readiness.degraded ?? []).map(({ reason }) => reason),
    failing: failing.length,
    waiting: failing.reduce((sum, queue) => sum + queue.waiting, 0),
  };
}
