/** Home: pending work, recent changes and health; for a partner its readable objects and its requests. */
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
  pageHead,
  query,
  Resource,
  section,
  show,
  visibleText,
} from '../core/index.js';
import { readReadiness } from '../health/readiness.js';
import '../parts/sample.js';
import { objectsTable } from '../parts/objects-table.js';
import { requestsTable } from '../parts/requests-table.js';
import { homeTexts as t } from '../texts/home.js';

const MAX_ITEMS = 8;

class HomePage extends Page {
  readonly #requests = new Resource<RequestsAnswer>(this);
  readonly #objects = new Resource<ObjectsAnswer>(this);
  readonly #node = new Resource<NodeState>(this, { isReplaced: true });

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
    if (internal) this.#node.load('/health/ready', (signal) => nodeState(signal));
  }

  protected override render(): unknown {
    const { internal } = me();
    const all = (path: string): unknown => html`<a href=${href(path)}>${t.all}</a>`;
    return html`${pageHead(t.title, { below: internal ? this.#health() : html`<p class="quiet">${t.partner}</p>` })}
      <div class="stack">
        ${section(
          'waiting',
          internal ? t.waiting : t.mine,
          show(this.#requests, (answer) => waiting(answer, internal), { lines: 4 }),
          all('/action-requests'),
        )}
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

function waiting({ items, counts: { REQUEST_PENDING: pending = 0 } }: RequestsAnswer, internal: boolean): unknown {
  if (items.length === 0) return empty(internal ? t.nothingWaits : t.nothingAsked);
  const isMore = internal && pending > items.length;
  return html`${isMore ? html`<p class="quiet">${t.oldest(items.length, pending)}</p>` : nothing}${requestsTable(items)}`;
}

/** The node's state on Home. */
interface NodeState {
  /** Whether the node answers and accepts writes. */
  readonly isReady: boolean;
  /** The functions that do not work meanwhile. */
  readonly reasons: readonly string[];
  /** Queues whose first notification fails, and their notifications. */
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
