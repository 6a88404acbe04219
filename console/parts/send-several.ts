/** Partners of a list of deliveries, selected to be sent to now (K62). */
import {
  announce,
  button,
  changed,
  Failure,
  failureBody,
  html,
  nothing,
  type Page,
  type TemplateResult,
} from '../core/index.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';
import { done } from './acting.js';
import { agentName } from './agent-name.js';
import { canSend, type PartnerQueues } from './delivery-groups.js';
import { sendNow } from './notice-acts.js';

export class SendSeveral {
  readonly #selected = new Set<string>();
  #done: { readonly text: string; readonly at: Date } | undefined;
  #failures: readonly { readonly name: string; readonly failure: Failure }[] = [];
  #isRunning = false;

  constructor(
    private readonly page: Page,
    private readonly reload: () => Promise<void>,
  ) {}

  clear(): void {
    this.#selected.clear();
  }

  /** The box of a row; nothing for a partner for whom nothing can be sent. */
  box(partner: PartnerQueues): TemplateResult | typeof nothing {
    const { subscriber, label } = partner;
    if (!canSend(partner)) return nothing;
    return html`<label class="select"
      ><input
        type="checkbox"
        .checked=${this.#selected.has(subscriber)}
        @change=${() => {
          if (!this.#selected.delete(subscriber)) this.#selected.add(subscriber);
          this.page.requestUpdate();
        }}
      /><span class="visually-hidden">${t.select(agentName(subscriber, label))}</span></label
    >`;
  }

  /** The button for the selected ones, and the outcome of its last press. */
  bar(all: readonly PartnerQueues[]): TemplateResult {
    const partners = all.filter(({ subscriber }) => this.#selected.has(subscriber));
    return html`${this.#done === undefined ? nothing : done(this.#done.text, this.#done.at)}
    ${this.#failures.map(
      ({ name, failure }) =>
        html`<div class="notice bad" role="alert">
          <p>${name}</p>
          ${failureBody(failure)}
        </div>`,
    )}
    ${
      partners.length === 0
        ? nothing
        : html`<div class="selection" role="region" aria-label=${t.selectHeading}>
            <strong>${t.selected(partners.length)}</strong>
            ${button({ text: t.retry, isDisabled: this.#isRunning }, () => void this.#send(partners))}
            ${button({ text: t.unselect, tone: 'link' }, () => {
              this.clear();
              this.page.requestUpdate();
            })}
          </div>`
    }`;
  }

  async #send(partners: readonly PartnerQueues[]): Promise<void> {
    this.#isRunning = true;
    this.page.requestUpdate();
    const failures: { name: string; failure: Failure }[] = [];
    let queues = 0;
    for (const { subscriber, label } of partners) {
      try {
        queues += await sendNow(subscriber);
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
        failures.push({ name: agentName(subscriber, label), failure: thrown });
      }
    }
    this.#isRunning = false;
    this.#failures = failures;
    this.#done = { text: t.retried(queues), at: new Date() };
    this.clear();
    announce(this.#done.text);
    await this.reload();
    changed();
  }
}
