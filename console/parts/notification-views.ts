/** Common parts of the pages of one notification. */
import type { DeliveryItem, ReceiptItem } from '../../src/console/responses.js';
import { chip, href, html, localName, nothing, number, type TemplateResult, visibleText } from '../core/index.js';
import { deliveriesTexts } from '../texts/deliveries.js';
import { notificationTexts as t } from '../texts/notification.js';
import { duration } from './queues.js';

/** The head of a notification's page, with a link to its list. */
export const notificationHead = (
  list: { readonly path: string; readonly title: string },
  heading: string,
): TemplateResult =>
  html`<div class="page-head">
    <div>
      <p class="kicker"><a href=${href(list.path)}>${list.title}</a></p>
      <h1>${visibleText(heading)}</h1>
    </div>
  </div>`;

/** The path of an outgoing notification's page, from its `@id` or its entry. */
export const outboxPath = (notification: string): string => `/outbox/${encodeURIComponent(localName(notification))}`;

/** The path of the page of a receipt's notification. */
export const receiptPath = ({ received, notification }: Pick<ReceiptItem, 'received' | 'notification'>): string =>
  received === null ? outboxPath(notification) : `/inbox/${encodeURIComponent(localName(received))}`;

/** A link to the page of an outgoing notification. */
export const outboxLink = (entry: string, text: unknown): TemplateResult =>
  html`<a href=${href(outboxPath(entry))}>${text}</a>`;

/** The time of confirmation or skip, the attempts, and for a skip the agent and the reason. */
export function outcomeView(receipt: ReceiptItem): TemplateResult {
  const { status, createdAt, confirmedAt, attempts, skippedBy, reason } = receipt;
  const took = Math.max(0, Date.parse(confirmedAt) - Date.parse(createdAt));
  return html`${chip(deliveriesTexts.outcomes[status], status === 'confirmed' ? 'good' : 'wait')}
    <cg-time .time=${confirmedAt} .exact=${true}></cg-time>
    <p class="hint">
      ${deliveriesTexts.attempts(attempts)},
      ${deliveriesTexts.after(duration(took))}${
        skippedBy === null
          ? nothing
          : html`, ${deliveriesTexts.pausedBy} <cg-uri .uri=${skippedBy} .compact=${true}></cg-uri>`
      }${reason === null ? nothing : html`: ${visibleText(reason)}`}
    </p>`;
}

/** The attempts so far, and the response to the last one. */
export function attemptsView({ attempts, lastError, apiVersion }: DeliveryItem): TemplateResult {
  return html`${number(attempts)}${
    lastError === null ? nothing : html`<p><cg-text class="bad-text" .text=${lastError}></cg-text></p>`
  }${apiVersion === null ? nothing : html`<p class="hint">${t.version} ${apiVersion} ${t.lastVersion}</p>`}`;
}
