/** `/inbox/<id>`: one notification from a partner: sender, time, content, and whether it was forwarded. */
import type { InboxEntryAnswer } from '../../src/console/responses.js';
import {
  consoleApi,
  define,
  fact,
  html,
  nothing,
  Page,
  plainText,
  Resource,
  shortId,
  show,
  type TemplateResult,
  termLabel,
  termText,
  visibleText,
} from '../core/index.js';
import { attemptsView, notificationHead, outboxLink, outcomeView } from '../parts/notification-views.js';
import { eventLabel } from '../parts/queues.js';
import { sourceView } from '../parts/source.js';
import { deliveriesTexts } from '../texts/deliveries.js';
import { notificationTexts as t } from '../texts/notification.js';

const link = (name: string, value: string | null): TemplateResult | typeof nothing =>
  value === null ? nothing : fact(name, html`<cg-uri .uri=${value}></cg-uri>`);

class InboxEntryPage extends Page {
  readonly #entry = new Resource<InboxEntryAnswer>(this);

  get #id(): string {
    return this.route.params['id'] ?? '';
  }

  override get heading(): string {
    return `${t.received} ${plainText(shortId(this.#id), 12)}`;
  }

  override load(): void {
    this.#entry.read(consoleApi(`/inbox/${encodeURIComponent(this.#id)}`));
  }

  protected override render(): unknown {
    return html`${notificationHead({ path: '/notifications', title: deliveriesTexts.comingIn }, this.heading)}
      <div class="stack">${show(this.#entry, entryView, { lines: 8 })}</div>`;
  }
}
define('cg-inbox-entry', InboxEntryPage);

function entryView(entry: InboxEntryAnswer): TemplateResult {
  const { from, receivedAt, eventType, object, objectType, events, changedProperties, trigger, notification } = entry;
  return html`<section class="card" aria-label=${t.facts}>
      <dl class="facts">
        ${eventType === null ? nothing : fact(deliveriesTexts.event, visibleText(eventLabel(eventType)))}
        ${link(deliveriesTexts.from, from)}
        ${fact(deliveriesTexts.received, html`<cg-time .time=${receivedAt} .ago=${true}></cg-time>`)}
        ${link(deliveriesTexts.object, object)}
        ${objectType === null ? nothing : fact(t.objectType, termText(objectType, true))}
        ${events.map((event) => link(deliveriesTexts.event, event))}
        ${
          changedProperties.length === 0
            ? nothing
            : fact(
                deliveriesTexts.changedProperties,
                visibleText(changedProperties.map((property) => termLabel(property)).join(', ')),
              )
        }
        ${link(t.because, trigger)} ${fact(t.handedOn, handedOnView(entry))}
        ${fact(
          t.notification,
          notification === null ? t.noId : html`<code class="wrap">${visibleText(notification)}</code>`,
        )}
      </dl>
    </section>
    <section class="card">
      <div class="card-head"><h2>${t.says}</h2></div>
      ${sourceView(t.says, entry.turtle, t.copySource)}
    </section>`;
}

function handedOnView({ isHandedOn, handing, receipt }: InboxEntryAnswer): unknown {
  if (receipt !== null) return outcomeView(receipt);
  if (handing !== null)
    return html`${t.notYet}: ${outboxLink(handing.entry, t.entry)}
      <p class="hint">${t.attempts}: ${attemptsView(handing)}</p>`;
  return isHandedOn ? t.handedOnUnknown : t.notHandedOn;
}
