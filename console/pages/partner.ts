/** `/partner?agent=`: one partner's permissions, requests, subscriptions, waiting notifications and receipts. */
import type {
  AgentAccessAnswer,
  AgentItem,
  AgentSubscriptionsAnswer,
  DeliveryQueuesAnswer,
  ReceiptsAnswer,
  RequestsAnswer,
} from '../../src/console/responses.js';
import {
  consoleApi,
  define,
  empty,
  html,
  me,
  nothing,
  Page,
  query,
  Resource,
  type Sheet,
  show,
  visibleText,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { agentName } from '../parts/agent-name.js';
import { nameAct } from '../parts/partner-acts.js';
import type { Partner } from '../parts/partner-field.js';
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

class PartnerPage extends Page {
  readonly #agent = new Resource<AgentItem>(this);
  readonly #access = new Resource<AgentAccessAnswer>(this);
  readonly #requests = new Resource<RequestsAnswer>(this);
  readonly #subscriptions = new Resource<AgentSubscriptionsAnswer>(this);
  readonly #queues = new Resource<DeliveryQueuesAnswer>(this);
  readonly #receipts = new Resource<ReceiptsAnswer>(this);
  readonly #acts = new Acts(this, () =>
    Promise.all(
      [this.#agent, this.#access, this.#requests, this.#subscriptions, this.#queues].map((each) => each.reload()),
    ),
  );

  get #uri(): string {
    return this.route.query.get('agent') ?? (me().internal ? '' : me().agent);
  }

  get #partner(): Partner {
    return { uri: this.#uri, label: this.#name };
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
    this.#subscriptions.read(consoleApi('/agent/subscriptions') + query({ uri: agent }));
    if (!me().internal) return;
    this.#queues.read(consoleApi('/delivery-queues') + query({ subscriber: agent }));
    this.#receipts.read(consoleApi('/receipts') + query({ subscriber: agent, limit: MAX_ITEMS }));
  }

  #rename(): unknown {
    const item = this.#agent.value;
    if (item === undefined || item.isOwnName || !me().internal) return nothing;
    return this.#acts.button(t.rename, () => nameAct({ ...this.#partner, note: item.note }, this.#acts));
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
          ${show(this.#agent, ({ note }) => (note === null ? nothing : html`<p class="quiet">${visibleText(note)}</p>`), { lines: 0 })}
        </div>
        <div class="buttons">${this.#rename()}</div>
      </div>
      <div class="stack">
        ${this.#acts.outcome}
        ${show(this.#agent, (item) => partnerFacts(item, this.#access.value?.internal === true), { lines: 4 })}
        ${show(this.#agent, (item) => refusedSection(item), { lines: 0 })}
        ${me().internal ? show(this.#queues, (answer) => queuesSection(answer, agent), { lines: 2 }) : nothing}
        ${show(this.#subscriptions, (answer) => subscriptionsSection(answer, this.#acts, this.#partner), { lines: 2 })}
        ${me().internal ? show(this.#receipts, ({ items }) => receiptsSection(items, agent), { lines: 3 }) : nothing}
        ${show(this.#requests, ({ items }) => requestsSection(items, agent), { lines: 3 })}
        ${show(this.#access, (answer) => accessSection(answer, agent, this.#acts), { lines: 4 })}
      </div>
      ${this.#acts.dialog}`;
  }
}
define('cg-partner', PartnerPage);
