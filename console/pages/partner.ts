/** `/partner?agent=`: one partner's permissions, requests, subscriptions, waiting notifications and receipts. */
import type {
  AgentAccessAnswer,
  AgentItem,
  DeliveryQueuesAnswer,
  ReceiptsAnswer,
  RequestsAnswer,
} from '../../src/console/responses.js';
import {
  consoleApi,
  define,
  empty,
  html,
  Page,
  query,
  Resource,
  type Sheet,
  show,
  visibleText,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { agentName } from '../parts/agent-name.js';
import {
  accessSection,
  partnerFacts,
  queuesSection,
  refusedSection,
  requestsSection,
  subscriptionsSection,
  receiptsSection,
} from '../parts/partner-views.js';
import { agentAccessPath } from '../parts/withdraw-all.js';
import { partnersTexts as t } from '../texts/partners.js';

/** The rows of each list; a link opens the full list. */
const MAX_ITEMS = 8;
const SUBSCRIPTIONS = 50;

class PartnerPage extends Page {
  readonly #agent = new Resource<AgentItem>(this);
  readonly #access = new Resource<AgentAccessAnswer>(this);
  readonly #requests = new Resource<RequestsAnswer>(this);
  readonly #subscriptions = new Resource<RequestsAnswer>(this);
  readonly #queues = new Resource<DeliveryQueuesAnswer>(this);
  readonly #receipts = new Resource<ReceiptsAnswer>(this);
  readonly #acts = new Acts(this, () =>
    Promise.all(
      [this.#agent, this.#access, this.#requests, this.#subscriptions, this.#queues].map((each) => each.reload()),
    ),
  );

  get #uri(): string {
    return this.route.query.get('agent') ?? '';
  }

  get #name(): string {
    return this.#uri === '' ? t.missing : agentName(this.#uri, this.#agent.value?.label);
  }

  override get heading(): string {
    return this.#name;
  }

  override get sheet(): Sheet {
    return { uri: this.#uri, facts: [] };
  }

  override load(): void {
    const agent = this.#uri;
    if (agent === '') return;
    this.#agent.read(consoleApi('/agent') + query({ uri: agent }));
    this.#access.read(agentAccessPath(agent));
    this.#requests.read(consoleApi('/requests') + query({ by: agent, sort: '-requested', limit: MAX_ITEMS }));
    const accepted = { by: agent, type: 'SubscriptionRequest', status: 'REQUEST_ACCEPTED', limit: SUBSCRIPTIONS };
    this.#subscriptions.read(consoleApi('/requests') + query(accepted));
    this.#queues.read(consoleApi('/delivery-queues') + query({ subscriber: agent }));
    this.#receipts.read(consoleApi('/receipts') + query({ subscriber: agent, limit: MAX_ITEMS }));
  }

  protected override render(): unknown {
    const agent = this.#uri;
    if (agent === '')
      return html`<h1>${t.missing}</h1>
        ${empty(t.missingHint)}`;
    return html`<div class="page-head">
        <div>
          <p class="kicker">${t.partner}</p>
          <h1>${visibleText(this.#name)}</h1>
          <p><cg-uri .uri=${agent}></cg-uri></p>
        </div>
      </div>
      <div class="stack">
        ${this.#acts.outcome}
        ${show(this.#agent, (item) => partnerFacts(item, this.#access.value?.internal === true), { lines: 4 })}
        ${show(this.#agent, (item) => refusedSection(item), { lines: 0 })}
        ${show(this.#queues, (answer) => queuesSection(answer, agent), { lines: 2 })}
        ${show(this.#subscriptions, ({ items }) => subscriptionsSection(items, this.#acts), { lines: 2 })}
        ${show(this.#receipts, ({ items }) => receiptsSection(items, agent), { lines: 3 })}
        ${show(this.#requests, ({ items }) => requestsSection(items, agent), { lines: 3 })}
        ${show(this.#access, (answer) => accessSection(answer, agent, this.#acts), { lines: 4 })}
      </div>
      ${this.#acts.dialog}`;
  }
}
define('cg-partner', PartnerPage);
