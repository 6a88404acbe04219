/** `/partners?page=`: the agents that this node knows. */
import type { AgentItem, AgentsAnswer } from '../../src/console/responses.js';
import {
  type Column,
  empty,
  foreignHost,
  href,
  html,
  navigate,
  nothing,
  number,
  pageHead,
  session,
  table,
  type TemplateResult,
  timeView,
  visibleText,
} from '../core/index.js';
import { agentName } from '../parts/agent-name.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import '../parts/partner-field.js';
import type { Partner } from '../parts/partner-field.js';
import { partnerPath } from '../parts/receipts.js';
import { partnersTexts as t } from '../texts/partners.js';

const time = (value: string | null): unknown =>
  value === null ? html`<span class="quiet">${t.never}</span>` : timeView(value);
const partnerLink = (uri: string, name: string): TemplateResult =>
  html`<a class="row-name" href=${href(partnerPath(uri))}>${visibleText(name)}</a>`;

function partner({ uri, label }: AgentItem): TemplateResult {
  const host = foreignHost(uri);
  const isHolder = uri === session.me?.dataHolder;
  const hint = isHolder ? t.holder : host === undefined || label === null ? undefined : visibleText(host);
  return html`${partnerLink(uri, agentName(uri, label))}${hint === undefined ? nothing : html`<p class="hint">${hint}</p>`}`;
}

const columns = (): readonly Column<AgentItem>[] => [
  { heading: t.partner, isHeading: true, cell: partner },
  {
    heading: t.reads,
    cell: ({ reads: { total, truncated } }) => (total === 0 ? t.readsNothing : t.objects(total, truncated)),
  },
  { heading: t.requests, cell: ({ requests: { total, pending } }) => t.requestsText(total, pending) },
  { heading: t.subscriptions, isNumber: true, cell: ({ subscriptions }) => number(subscriptions) },
  { heading: t.waiting, cell: ({ queues: { waiting, count } }) => t.waitingText(waiting, count) },
  { heading: t.lastHeard, cell: ({ lastHeard }) => time(lastHeard) },
  { heading: t.lastTold, cell: ({ lastTold }) => time(lastTold) },
];

/** Opens any partner by its name, or by its address: one that is new is in no list. */
const openField = (): TemplateResult =>
  html`<div class="filters">
    <cg-partner-field
      class="grow"
      .label=${t.open}
      @chosen=${({ detail }: CustomEvent<Partner>) => {
        if (detail.uri !== '') navigate(partnerPath(detail.uri));
      }}
    ></cg-partner-field>
  </div>`;

listPage('cg-partners', pagesOf<AgentsAnswer>('/agents'), () => ({
  exports: true,
  title: () => t.title,
  head: () => html`${pageHead(t.title, { below: html`<p class="quiet">${t.hint}</p>` })} ${openField()}`,
  columns,
  empty: () => empty(t.none, html`<p>${t.noneHint}</p>`),
  below: ({ refused }) => (refused.length === 0 ? nothing : refusedTable(refused)),
}));

/** Agents with recently refused requests, who may be in no list. */
function refusedTable(rows: AgentsAnswer['refused']): TemplateResult {
  return html`<h2>${t.refused}</h2>
    <p class="quiet">${t.refusedHint}</p>
    ${table({
      caption: t.refused,
      rows,
      columns: [
        { heading: t.partner, isHeading: true, cell: ({ uri }) => partnerLink(uri, uri) },
        { heading: t.refused, isNumber: true, cell: ({ total }) => number(total) },
        { heading: t.refusedLast, cell: ({ last }) => time(last) },
      ],
    })}`;
}
