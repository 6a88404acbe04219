/** `/deliveries`: a row for each queue of deliveries, and what blocks all of them. */
import type { DeliveryQueue, DeliveryQueuesAnswer } from '../../src/console/responses.js';
import {
  type Act,
  type ActDialog,
  announce,
  askJson,
  changed,
  consoleApi,
  define,
  empty,
  href,
  html,
  nothing,
  number,
  Page,
  query,
  Resource,
  show,
  table,
  type TemplateResult,
  visibleText,
} from '../core/index.js';
import { done } from '../parts/acting.js';
import { agentName } from '../parts/agent-name.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { answerView, confirmedView, pauseAct, queuePath, retryAct, stateView, topicView } from '../parts/queues.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

/** What blocks every queue. */
export function tokenNotice({ token }: DeliveryQueuesAnswer): TemplateResult | typeof nothing {
  if (token.ok) return nothing;
  return html`<div class="notice bad" role="alert">
    <p class="notice-title">${t.noToken}</p>
    ${token.lastError === null ? nothing : html`<p>${visibleText(token.lastError)}</p>`}
    <p class="hint">${t.noTokenHint}</p>
  </div>`;
}

class DeliveriesPage extends Page {
  readonly #queues = new Resource<DeliveryQueuesAnswer>(this);
  #notice: { readonly text: string; readonly at: Date } | undefined;

  override get heading(): string {
    return t.title;
  }

  get #subscriber(): string | undefined {
    return this.route.query.get('subscriber') ?? undefined;
  }

  override load(): void {
    const path = consoleApi('/delivery-queues') + query({ subscriber: this.#subscriber });
    this.#queues.load(path, (signal) => askJson<DeliveryQueuesAnswer>(path, { signal }));
  }

  protected override render(): unknown {
    return html`${deliveriesHead('out')}
      <div class="stack">
        ${this.#notice === undefined ? nothing : done(this.#notice.text, this.#notice.at)}
        ${show(this.#queues, (answer) => this.#body(answer), { lines: 7 })}
      </div>
      <cg-act></cg-act>`;
  }

  #body(answer: DeliveryQueuesAnswer): unknown {
    const { items, truncated } = answer;
    if (items.length === 0)
      return html`${tokenNotice(answer)}
      ${empty(this.#subscriber === undefined ? t.empty : t.emptyFound, html`<p>${t.emptyHint}</p>`)}`;
    const waiting = items.reduce((sum, queue) => sum + queue.waiting, 0);
    const busy = items.filter((queue) => queue.waiting > 0).length;
    return html`<div class="stack">
      ${tokenNotice(answer)}
      <p class="quiet">${t.summary(waiting, busy)}</p>
      ${this.#table(items)} ${truncated ? html`<p class="quiet">${t.truncated}</p>` : nothing}
    </div>`;
  }

  #table(rows: readonly DeliveryQueue[]): TemplateResult {
    return table({
      caption: t.title,
      rows,
      columns: [
        {
          heading: t.queue,
          isHeading: true,
          cell: (queue) =>
            html`<a class="row-name" href=${href(queuePath(queue))}
                >${visibleText(agentName(queue.subscriber, queue.label))}</a
              >
              <p class="hint">${t.about} ${topicView(queue.topic)}</p>`,
        },
        { heading: t.state, cell: stateView },
        {
          heading: t.waiting,
          isNumber: true,
          cell: ({ waiting, oldest }) =>
            html`${number(waiting)}${
              oldest === null ? nothing : html`<p class="hint">${t.oldest} <cg-time .time=${oldest}></cg-time></p>`
            }`,
        },
        { heading: t.lastAnswer, cell: answerView },
        { heading: t.confirmed, cell: confirmedView },
        { heading: t.acts, isQuiet: true, cell: (queue) => this.#buttons(queue) },
      ],
    });
  }

  #buttons(queue: DeliveryQueue): TemplateResult {
    const button = (text: string, act: () => Act): TemplateResult =>
      html`<button
        type="button"
        class="small"
        @click=${() => {
          this.querySelector<ActDialog>('cg-act')?.open(act());
        }}
      >
        ${text}
      </button>`;
    const acting = {
      done: (text: string) => this.#done(text),
      update: (): void => {
        this.querySelector<ActDialog>('cg-act')?.requestUpdate();
      },
    };
    const isPaused = queue.state === 'paused';
    return html`<div class="row-acts">
      ${queue.waiting > 0 && !isPaused ? button(t.retry, () => retryAct(queue, acting)) : nothing}
      ${button(isPaused ? t.resume : t.pause, () => pauseAct(queue, !isPaused, acting))}
    </div>`;
  }

  async #done(text: string): Promise<void> {
    this.#notice = { text, at: new Date() };
    announce(text);
    await this.#queues.reload();
    changed();
  }
}
define('cg-deliveries', DeliveriesPage);
