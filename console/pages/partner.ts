/** `/partner?agent=`: all about one partner: what it may, asked for, is subscribed to, waits for and was told. */
import type {
  AgentAccessAnswer,
  AgentItem,
  DeliveryQueuesAnswer,
  ReceiptsAnswer,
  RequestsAnswer,
} from '../../src/console/responses.js';
import {
  type Act,
  type ActDialog,
  announce,
  askJson,
  changed,
  consoleApi,
  define,
  empty,
  failed,
  Failure,
  html,
  nothing,
  Page,
  query,
  Resource,
  type Sheet,
  show,
  visibleText,
} from '../core/index.js';
import { done } from '../parts/acting.js';
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
import { agentAccessPath, withdrawAllAct } from '../parts/withdraw-all.js';
import { partnersTexts as t } from '../texts/partners.js';

/** Of each list; all of it is behind its link. */
const SHOWN = 8;
const SUBSCRIPTIONS = 50;

class PartnerPage extends Page {
  readonly #agent = new Resource<AgentItem>(this);
  readonly #access = new Resource<AgentAccessAnswer>(this);
  readonly #requests = new Resource<RequestsAnswer>(this);
  readonly #subscriptions = new Resource<RequestsAnswer>(this);
  readonly #queues = new Resource<DeliveryQueuesAnswer>(this);
  readonly #receipts = new Resource<ReceiptsAnswer>(this);
  #failure: Failure | undefined;
  #notice: { readonly text: string; readonly at: Date } | undefined;

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
    const load = <Value>(resource: Resource<Value>, path: string): void => {
      resource.load(path, (signal) => askJson<Value>(path, { signal }));
    };
    load(this.#agent, consoleApi('/agent') + query({ uri: agent }));
    load(this.#access, agentAccessPath(agent));
    load(this.#requests, consoleApi('/requests') + query({ by: agent, sort: '-requested', limit: SHOWN }));
    const accepted = { by: agent, type: 'SubscriptionRequest', status: 'REQUEST_ACCEPTED', limit: SUBSCRIPTIONS };
    load(this.#subscriptions, consoleApi('/requests') + query(accepted));
    load(this.#queues, consoleApi('/delivery-queues') + query({ subscriber: agent }));
    load(this.#receipts, consoleApi('/receipts') + query({ subscriber: agent, limit: SHOWN }));
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
        ${this.#failure === undefined ? nothing : failed(this.#failure)}
        ${this.#notice === undefined ? nothing : done(this.#notice.text, this.#notice.at)}
        ${show(this.#agent, (item) => partnerFacts(item, this.#access.value?.internal === true), { lines: 4 })}
        ${show(this.#agent, (item) => refusedSection(item), { lines: 0 })}
        ${show(this.#queues, (answer) => queuesSection(answer, agent), { lines: 2 })}
        ${show(
          this.#subscriptions,
          ({ items }) =>
            subscriptionsSection(items, this.#acting, (act) => {
              this.#open(act);
            }),
          { lines: 2 },
        )}
        ${show(this.#receipts, ({ items }) => receiptsSection(items, agent), { lines: 3 })}
        ${show(this.#requests, ({ items }) => requestsSection(items, agent), { lines: 3 })}
        ${show(this.#access, (answer) => accessSection(answer, () => void this.#withdraw()), { lines: 4 })}
      </div>
      <cg-act></cg-act>`;
  }

  get #acting(): { readonly done: (text: string) => Promise<void>; readonly update: () => void } {
    return {
      done: (text) => this.#done(text),
      update: () => this.querySelector<ActDialog>(':scope > cg-act')?.requestUpdate(),
    };
  }

  #open(act: Act): void {
    this.querySelector<ActDialog>(':scope > cg-act')?.open(act);
  }

  async #withdraw(): Promise<void> {
    try {
      this.#open(await withdrawAllAct(this.#uri, (text) => this.#done(text)));
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
      this.requestUpdate();
    }
  }

  async #done(text: string): Promise<void> {
    this.#failure = undefined;
    this.#notice = { text, at: new Date() };
    announce(text);
    await Promise.all(
      [this.#agent, this.#access, this.#requests, this.#subscriptions, this.#queues].map((each) => each.reload()),
    );
    changed();
  }
}
define('cg-partner', PartnerPage);
