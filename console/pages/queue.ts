/** `/deliveries/queue?subscriber=&topic=`: one queue, its notifications in order, and its receipts. */
import type {
  DeliveriesAnswer,
  DeliveryItem,
  DeliveryQueuesAnswer,
  ReceiptsAnswer,
} from '../../src/console/responses.js';
import {
  askPage,
  consoleApi,
  define,
  empty,
  fact,
  href,
  html,
  localName,
  nothing,
  number,
  Page,
  type Paged,
  query,
  Resource,
  show,
  table,
  type TemplateResult,
  visibleText,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { agentName } from '../parts/agent-name.js';
import { outboxLink } from '../parts/notification-views.js';
import {
  answerView,
  confirmedView,
  eventLabel,
  type QueueName,
  queueActs,
  revokeSubscriptionAct,
  skipAct,
  stateView,
  tokenNotice,
  topicView,
} from '../parts/queues.js';
import { firstRow, type PagedRows, pager, pageRange } from '../parts/pager.js';
import { receiptsPath, receiptsTable } from '../parts/receipts.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

const RECEIPTS = 10;

class QueuePage extends Page {
  readonly #queue = new Resource<DeliveryQueuesAnswer>(this);
  readonly #waiting = new Resource<Paged<DeliveriesAnswer>>(this);
  readonly #receipts = new Resource<ReceiptsAnswer>(this);
  readonly #acts = new Acts(this, () =>
    Promise.all([this.#queue.reload(), this.#waiting.reload(), this.#receipts.reload()]),
  );

  get #name(): QueueName {
    const { query: values } = this.route;
    return { subscriber: values.get('subscriber') ?? '', topic: values.get('topic') ?? '' };
  }

  override get heading(): string {
    return `${t.queueTitle}: ${agentName(this.#name.subscriber)}`;
  }

  override load(): void {
    const name = { ...this.#name };
    this.#queue.read(consoleApi('/delivery-queues') + query(name));
    const waiting = consoleApi('/deliveries') + query({ ...name, ...pageRange(this.route) });
    this.#waiting.load(waiting, (signal) => askPage<DeliveriesAnswer>(waiting, { signal }));
    const receipts = consoleApi('/receipts') + query({ subscriber: name.subscriber, limit: RECEIPTS });
    this.#receipts.read(receipts);
  }

  protected override render(): unknown {
    return html`<div class="page-head">
        <div>
          <p class="kicker"><a href=${href('/deliveries')}>${t.title}</a></p>
          <h1>${visibleText(agentName(this.#name.subscriber, this.#queue.value?.items[0]?.label))}</h1>
        </div>
      </div>
      <div class="stack">
        ${this.#acts.outcome} ${show(this.#queue, (answer) => this.#head(answer), { lines: 5 })}
        <section aria-labelledby="waiting">
          <div class="section-head"><h2 id="waiting">${t.inOrder}</h2></div>
          ${show(
            this.#waiting,
            ({ items, total, pages }) => {
              const rows = { total, count: items.length, pages };
              return items.length === 0
                ? empty(t.nothingWaits)
                : html`${this.#table(items, rows)}${pager(this.route, rows)}`;
            },
            { lines: 4 },
          )}
        </section>
        <section aria-labelledby="receipts">
          <div class="section-head">
            <h2 id="receipts">${t.receipts}</h2>
            <a href=${href(receiptsPath({ subscriber: this.#name.subscriber }))}>${t.all}</a>
          </div>
          ${show(
            this.#receipts,
            ({ items }) => (items.length === 0 ? empty(t.noReceipts) : receiptsTable(items, 'subscriber')),
            {
              lines: 4,
            },
          )}
        </section>
      </div>
      ${this.#acts.dialog}`;
  }

  #head(answer: DeliveryQueuesAnswer): unknown {
    const [queue] = answer.items;
    if (queue === undefined) return html`${tokenNotice(answer)}${empty(t.emptyFound)}`;
    const { subscriber, topic, callback, subscription, waiting } = queue;
    return html`${tokenNotice(answer)}
      <section class="card" aria-label=${t.queueTitle}>
        <dl class="facts">
          ${fact(t.state, stateView(queue))} ${fact(t.waiting, number(waiting))}
          ${queue.attempts === 0 && queue.lastError === null ? nothing : fact(t.lastAnswer, answerView(queue))}
          ${fact(t.confirmed, confirmedView(queue))}
          ${fact(t.subscriber, html`<cg-uri .uri=${subscriber} .label=${queue.label}></cg-uri>`)}
          ${fact(t.topic, topicView(topic))}
          ${callback === null ? nothing : fact(t.callback, html`<code>${visibleText(callback)}</code>`)}
          ${subscription === null ? nothing : fact(t.subscription, html`<cg-uri .uri=${subscription} .compact=${true}></cg-uri>`)}
        </dl>
        <div class="buttons start">
          ${queueActs(queue, this.#acts)}
          ${
            subscription === null
              ? nothing
              : this.#acts.button(t.revoke, () => revokeSubscriptionAct(queue, subscription, this.#acts))
          }
        </div>
      </section>`;
  }

  #table(items: readonly DeliveryItem[], rows: PagedRows): TemplateResult {
    const first = firstRow(this.route, rows) - 1;
    return table({
      caption: t.inOrder,
      rows: items.map((item, index) => ({ ...item, position: first + index + 1 })),
      columns: [
        { heading: t.position, isNumber: true, cell: ({ position }) => number(position) },
        {
          heading: t.event,
          isHeading: true,
          cell: ({ eventType, entry }) =>
            outboxLink(entry, visibleText(eventType === null ? localName(entry) : eventLabel(eventType))),
        },
        {
          heading: t.object,
          cell: ({ logisticsObject }) =>
            logisticsObject === null ? nothing : html`<cg-uri .uri=${logisticsObject} .compact=${true}></cg-uri>`,
        },
        {
          heading: t.created,
          cell: ({ createdAt }) =>
            createdAt === null ? nothing : html`<cg-time .time=${createdAt} .ago=${true}></cg-time>`,
        },
        {
          heading: t.lastAnswer,
          cell: ({ attempts, lastError }) =>
            attempts === 0 && lastError === null
              ? nothing
              : html`${lastError === null ? nothing : html`<cg-text .text=${lastError}></cg-text>`}
                  <p class="hint">${t.attempts(attempts)}</p>`,
        },
        {
          heading: t.acts,
          isQuiet: true,
          cell: ({ id }) => this.#acts.button(t.skip, () => skipAct(this.#name, id, this.#acts), 'small'),
        },
      ],
    });
  }
}
define('cg-queue', QueuePage);
