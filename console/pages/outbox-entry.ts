/** `/outbox/<id>`: one outgoing notification: its state and its body, or its receipt. */
import type { OutboxEntryAnswer, WaitingNotification, WaitsFor } from '../../src/console/responses.js';
import type { ReceiptItem } from '../../src/console/responses.js';
import {
  chip,
  consoleApi,
  define,
  empty,
  fact,
  href,
  html,
  nothing,
  Page,
  plainText,
  Resource,
  shortId,
  show,
  type TemplateResult,
  visibleText,
} from '../core/index.js';
import { attemptsView, notificationHead, outboxLink, outcomeView } from '../parts/notification-views.js';
import { eventLabel, queuePath, topicView } from '../parts/queues.js';
import { sourceView } from '../parts/source.js';
import { deliveriesTexts } from '../texts/deliveries.js';
import { notificationTexts as t } from '../texts/notification.js';

const uri = (value: string): TemplateResult => html`<cg-uri .uri=${value}></cg-uri>`;

function waitsForView(waitsFor: WaitsFor): TemplateResult {
  switch (waitsFor.kind) {
    case 'pause': {
      const { by, at, reason } = waitsFor.pause;
      return html`${t.pause}
        <p class="hint">
          ${deliveriesTexts.pausedBy} <cg-uri .uri=${by} .compact=${true}></cg-uri>,
          <cg-time .time=${at} .ago=${true}></cg-time>${reason === null ? nothing : html`: ${visibleText(reason)}`}
        </p>`;
    }
    case 'earlier':
      return html`${t.earlier(waitsFor.ahead)} ${outboxLink(waitsFor.first, deliveriesTexts.first)}`;
    case 'retry':
      return html`${t.retry} <cg-time .time=${waitsFor.at} .ago=${true}></cg-time>`;
    case 'collection':
      return html`${t.collection} <cg-time .time=${waitsFor.until} .ago=${true}></cg-time>`;
    case 'attempt':
      return html`${t.attempt}`;
  }
}

const objectFact = (object: string | null, revision: number | null): unknown =>
  object === null
    ? nothing
    : fact(
        deliveriesTexts.object,
        html`${uri(object)}${revision === null ? nothing : html` <span class="quiet">${t.revision(revision)}</span>`}`,
      );

const queueFact = (subscriber: string | null, topic: string | null): unknown =>
  subscriber === null || topic === null
    ? nothing
    : fact(t.queue, html`<a href=${href(queuePath({ subscriber, topic }))}>${topicView(topic)}</a>`);

class OutboxEntryPage extends Page {
  readonly #entry = new Resource<OutboxEntryAnswer>(this);

  get #id(): string {
    return this.route.params['id'] ?? '';
  }

  override get heading(): string {
    return `${t.outgoing} ${plainText(shortId(this.#id), 60)}`;
  }

  override load(): void {
    this.#entry.read(consoleApi(`/outbox/${encodeURIComponent(this.#id)}`));
  }

  protected override render(): unknown {
    return html`${notificationHead({ path: '/deliveries', title: deliveriesTexts.title }, this.heading)}
      <div class="stack">
        ${show(
          this.#entry,
          ({ waiting, receipt }) => {
            if (waiting !== null) return waitingView(waiting);
            return receipt === null ? empty(t.missing) : receiptView(receipt);
          },
          { lines: 8 },
        )}
      </div>`;
  }
}
define('cg-outbox-entry', OutboxEntryPage);

function waitingView(waiting: WaitingNotification): TemplateResult {
  const { delivery, revision, subscription, received, waitsFor, body, bodyVersion } = waiting;
  const { eventType, logisticsObject, subscriber, callback, topic, createdAt, id } = delivery;
  return html`<section class="card" aria-label=${t.facts}>
      <dl class="facts">
        ${fact(t.status, chip(t.waits, 'wait'))} ${fact(t.waitsFor, waitsForView(waitsFor))}
        ${eventType === null ? nothing : fact(deliveriesTexts.event, visibleText(eventLabel(eventType)))}
        ${objectFact(logisticsObject, revision)} ${subscriber === null ? nothing : fact(t.to, uri(subscriber))}
        ${callback === null ? nothing : fact(deliveriesTexts.callback, html`<code class="wrap">${visibleText(callback)}</code>`)}
        ${queueFact(subscriber, topic)}
        ${subscription === null ? nothing : fact(deliveriesTexts.subscription, uri(subscription))}
        ${received === null ? nothing : fact(t.handsOn, uri(received))}
        ${createdAt === null ? nothing : fact(deliveriesTexts.created, html`<cg-time .time=${createdAt} .ago=${true}></cg-time>`)}
        ${fact(t.attempts, attemptsView(delivery))}
        ${fact(t.notification, html`<code class="wrap">${visibleText(id)}</code>`)}
      </dl>
    </section>
    <section class="card">
      <div class="card-head"><h2>${t.body}</h2></div>
      ${
        body === null
          ? html`<p>${t.noBody}</p>`
          : html`<p class="hint">${t.bodyHint(bodyVersion ?? '')}</p>
              ${sourceView(t.body, body, t.copyBody)}`
      }
    </section>`;
}

function receiptView(receipt: ReceiptItem): TemplateResult {
  const { eventType, object, revision, subscriber, topic, createdAt, notification } = receipt;
  return html`<section class="card" aria-label=${t.facts}>
      <dl class="facts">
        ${fact(t.status, outcomeView(receipt))} ${fact(deliveriesTexts.event, visibleText(eventLabel(eventType)))}
        ${objectFact(object, revision)} ${fact(t.to, uri(subscriber))} ${queueFact(subscriber, topic)}
        ${fact(deliveriesTexts.created, html`<cg-time .time=${createdAt} .ago=${true}></cg-time>`)}
        ${fact(t.notification, html`<code class="wrap">${visibleText(notification)}</code>`)}
      </dl>
    </section>
    <p class="quiet">${t.gone}</p>`;
}
