/** `/partners?page=`: the agents that this node knows. */
import type { AgentItem, AgentsAnswer } from '../../src/console/responses.js';
import {
  askPage,
  consoleApi,
  define,
  empty,
  foreignHost,
  href,
  html,
  navigate,
  nothing,
  number,
  Page,
  type Paged,
  pager,
  pageRange,
  query,
  Resource,
  session,
  show,
  table,
  visibleText,
} from '../core/index.js';
import { agentName } from '../parts/agent-name.js';
import { partnerPath } from '../parts/receipts.js';
import { partnersTexts as t } from '../texts/partners.js';

const time = (value: string | null): unknown =>
  value === null ? html`<span class="quiet">${t.never}</span>` : html`<cg-time .time=${value}></cg-time>`;

class PartnersPage extends Page {
  readonly #agents = new Resource<Paged<AgentsAnswer>>(this);

  override get heading(): string {
    return t.title;
  }

  override load(): void {
    const path = consoleApi('/agents') + query({ ...pageRange(this.route) });
    this.#agents.load(path, (signal) => askPage<AgentsAnswer>(path, { signal }));
  }

  protected override render(): unknown {
    return html`<div class="page-head">
        <div>
          <h1>${t.title}</h1>
          <p class="quiet">${t.hint}</p>
        </div>
      </div>
      ${this.#form()}
      ${show(
        this.#agents,
        ({ items, total, next, refused }) =>
          html`${
            items.length === 0
              ? empty(t.none, html`<p>${t.noneHint}</p>`)
              : html`${partnersTable(items)}${pager(this.route, total, next)}`
          }${refused.length === 0 ? nothing : refusedTable(refused)}`,
        { lines: 8 },
      )}`;
  }

  #form(): unknown {
    return html`<form
      class="filters"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const agent = this.querySelector<HTMLInputElement>('#agent')?.value.trim() ?? '';
        if (agent !== '') navigate(partnerPath(agent));
      }}
    >
      <label class="grow"
        >${t.open}<input id="agent" type="url" required autocomplete="off" spellcheck="false"
      /></label>
      <button>${t.openButton}</button>
    </form>`;
  }
}
define('cg-partners', PartnersPage);

/** Agents that were refused something lately: they need not be in any list. */
function refusedTable(rows: AgentsAnswer['refused']): unknown {
  return html`<h2>${t.refused}</h2>
    <p class="quiet">${t.refusedHint}</p>
    ${table({
      caption: t.refused,
      rows,
      columns: [
        {
          heading: t.partner,
          isHeading: true,
          cell: ({ uri }) => html`<a class="row-name" href=${href(partnerPath(uri))}>${visibleText(uri)}</a>`,
        },
        { heading: t.refused, isNumber: true, cell: ({ total }) => number(total) },
        { heading: t.refusedLast, cell: ({ last }) => time(last) },
      ],
    })}`;
}

function partnersTable(items: readonly AgentItem[]): unknown {
  return table({
    caption: t.title,
    rows: items,
    columns: [
      {
        heading: t.partner,
        isHeading: true,
        cell: ({ uri, label }) => {
          const host = foreignHost(uri);
          return html`<a class="row-name" href=${href(partnerPath(uri))}>${visibleText(agentName(uri, label))}</a>${
              uri === session.me?.dataHolder
                ? html`<p class="hint">${t.holder}</p>`
                : host === undefined || label === null
                  ? nothing
                  : html`<p class="hint">${visibleText(host)}</p>`
            }`;
        },
      },
      {
        heading: t.reads,
        cell: ({ reads: { total, truncated } }) => (total === 0 ? t.readsNothing : t.objects(total, truncated)),
      },
      { heading: t.requests, cell: ({ requests: { total, pending } }) => t.requestsText(total, pending) },
      { heading: t.subscriptions, isNumber: true, cell: ({ subscriptions }) => number(subscriptions) },
      { heading: t.waiting, cell: ({ queues: { waiting, count } }) => t.waitingText(waiting, count) },
      { heading: t.lastHeard, cell: ({ lastHeard }) => time(lastHeard) },
      { heading: t.lastTold, cell: ({ lastTold }) => time(lastTold) },
    ],
  });
}
