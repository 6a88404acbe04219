/** The sections of a partner's page. */
import type {
  AgentAccessAnswer,
  AgentItem,
  AgentSubscriptionsAnswer,
  DeliveryQueue,
  DeliveryQueuesAnswer,
  ReceiptItem,
  RequestItem,
} from '../../src/console/responses.js';
import {
  fact,
  href,
  html,
  me,
  nothing,
  number,
  query,
  section,
  table,
  type TemplateResult,
  termText,
  typeLabel,
  uriView,
  visibleText,
} from '../core/index.js';
import { accessTexts } from '../texts/access.js';
import { deliveriesTexts } from '../texts/deliveries.js';
import { partnersTexts as t } from '../texts/partners.js';
import { permissionNames } from './acl.js';
import type { Acts } from './acts.js';
import { subscribeToTypeAct } from './partner-acts.js';
import type { Partner } from './partner-field.js';
import { answerView, confirmedView, eventLabel, queuePath, revokeSubscriptionAct, stateView } from './queues.js';
import { receiptsPath, receiptsTable } from './receipts.js';
import { requestsTable } from './requests-table.js';
import { withdrawAllButton } from './withdraw-all.js';

/** The number of objects displayed for refused requests. */
const MAX_REFUSED = 50;

const time = (value: string | null): unknown =>
  value === null ? t.never : html`<cg-time .time=${value} .ago=${true}></cg-time>`;

const none = (text: string): TemplateResult => html`<p class="quiet">${text}</p>`;

const link = (path: string): TemplateResult => html`<a href=${href(path)}>${t.all}</a>`;

/** The agent's recently refused requests (D75). */
export function refusedSection({ refused }: AgentItem): unknown {
  if (refused === null || refused.total === 0) return nothing;
  const kinds = (of: Readonly<Record<string, number>>): string =>
    Object.entries(of)
      .map(([kind, count]) => t.attemptKind(kind, count))
      .join(', ');
  return section(
    'refused',
    t.refused,
    html`<p class="quiet">${t.refusedHint}</p>
      ${table({
        caption: t.refused,
        rows: refused.objects.slice(0, MAX_REFUSED),
        columns: [
          {
            heading: t.object,
            isHeading: true,
            cell: ({ object }) => (object === null ? t.noObject : html`<cg-uri .uri=${object}></cg-uri>`),
          },
          { heading: t.attempted, cell: ({ kinds: of }) => kinds(of) },
          { heading: t.refusedLast, cell: ({ last }) => time(last) },
        ],
      })}
      ${refused.objects.length > MAX_REFUSED || refused.others > 0 ? none(t.refusedMore(refused.objects.length, refused.others)) : nothing}`,
  );
}

export function partnerFacts(item: AgentItem, isInternal: boolean): TemplateResult {
  const { reads, requests, subscriptions, queues, lastHeard, lastTold, refused, server } = item;
  const types = Object.entries(reads.byType).sort(([, one], [, other]) => other - one);
  return html`<section class="card" aria-label=${t.partner}>
    <dl class="facts">
      ${fact(t.reads, isInternal ? t.readsAll : reads.total === 0 ? t.readsNothing : t.objects(reads.total, reads.truncated))}
      ${fact(t.requests, t.requestsText(requests.total, requests.pending))}
      ${fact(t.subscriptions, number(subscriptions))} ${fact(t.waiting, t.waitingText(queues.waiting, queues.count))}
      ${fact(t.lastHeard, time(lastHeard))} ${fact(t.lastTold, time(lastTold))}
      ${
        typeof refused?.last !== 'string'
          ? nothing
          : fact(t.refused, html`${t.attempts(refused.total)}, ${t.refusedLast} ${time(refused.last)}`)
      }
      ${server === null ? nothing : fact(t.server, html`<span class="wrap">${visibleText(server)}</span>`)}
    </dl>
    ${isInternal ? html`<p>${t.internalReads}</p>` : nothing}
    ${
      types.length === 0
        ? nothing
        : html`<h2>${t.byType}</h2>
            <ul class="plain inline">
              ${types.map(([type, count]) => html`<li>${termText(type, true)} <span class="count">${number(count)}</span></li>`)}
            </ul>`
    }
  </section>`;
}

export function queuesSection({ items }: DeliveryQueuesAnswer, agent: string): TemplateResult {
  const body =
    items.length === 0
      ? none(t.noQueues)
      : table<DeliveryQueue>({
          caption: t.queues,
          rows: items,
          columns: [
            {
              heading: t.about,
              isHeading: true,
              cell: (queue) => html`<a href=${href(queuePath(queue))}>${topicName(queue)}</a>`,
            },
            { heading: deliveriesTexts.state, cell: stateView },
            { heading: deliveriesTexts.waiting, isNumber: true, cell: ({ waiting }) => number(waiting) },
            { heading: deliveriesTexts.lastAnswer, cell: answerView },
            { heading: deliveriesTexts.confirmed, cell: confirmedView },
          ],
        });
  return section('queues', t.queues, body, link(`/deliveries${query({ subscriber: agent })}`));
}

const topicName = ({ topic }: DeliveryQueue): TemplateResult => termText(topic, true);

type Subscription = AgentSubscriptionsAnswer['items'][number];

/** What a subscription is about: an object, or every object of a type. */
function aboutView({ topic, toType, label, later, derivedFrom }: Subscription): TemplateResult {
  const hint = derivedFrom === null ? (later ? t.later : '') : t.derived;
  return html`${toType ? t.ofType(typeLabel(topic)) : uriView(topic, { label })}
  ${hint === '' ? nothing : html`<span class="hint">${hint}</span>`}`;
}

/** The subscriptions of a partner: object, type, since, last told (K49). */
export function subscriptionsSection(
  { items }: AgentSubscriptionsAnswer,
  acts: Acts,
  partner: Partner,
): TemplateResult {
  const body =
    items.length === 0
      ? none(t.noSubscriptions)
      : table({
          caption: t.subscriptions,
          rows: items,
          columns: [
            { heading: t.about, isHeading: true, cell: aboutView },
            { heading: t.chosenType, cell: ({ type }) => (type === null ? '' : termText(type)) },
            { heading: t.events, cell: ({ events }) => visibleText(events.map(eventLabel).join(', ')) },
            { heading: t.since, cell: ({ since }) => html`<cg-time .time=${since} .ago=${true}></cg-time>` },
            { heading: t.lastNotified, cell: ({ lastTold }) => time(lastTold) },
            {
              heading: t.acts,
              isQuiet: true,
              cell: ({ request, topic }) =>
                acts.button(
                  t.revoke,
                  () => revokeSubscriptionAct({ subscriber: partner.uri, topic }, request, acts),
                  'small',
                ),
            },
          ],
        });
  const subscribe = me().internal
    ? acts.button(t.subscribeToType, () => subscribeToTypeAct(partner, acts), 'small')
    : nothing;
  return section('subscriptions', t.subscriptions, body, subscribe);
}

export function receiptsSection(items: readonly ReceiptItem[], agent: string): TemplateResult {
  const body = items.length === 0 ? none(t.neverNotified) : receiptsTable(items, 'subscriber');
  return section('told', t.told, body, link(receiptsPath({ subscriber: agent })));
}

export function requestsSection(items: readonly RequestItem[], agent: string): TemplateResult {
  const body = items.length === 0 ? none(t.noRequests) : requestsTable(items);
  return section('requests', t.requestsTitle, body, link(`/action-requests${query({ by: agent, status: 'any' })}`));
}

/** The number of objects displayed at first. */
const MAX_ITEMS = 20;

export function accessSection({ items, truncated }: AgentAccessAnswer, agent: string, acts: Acts): TemplateResult {
  const list = (rows: AgentAccessAnswer['items']): TemplateResult =>
    table({
      caption: t.access,
      rows,
      columns: [
        {
          heading: t.object,
          isHeading: true,
          cell: ({ object }) => html`<cg-uri .uri=${object} .compact=${true}></cg-uri>`,
        },
        { heading: t.may, cell: ({ permissions }) => permissionNames(permissions) },
        {
          heading: t.why,
          cell: ({ because }) =>
            html`<ul class="plain">
              ${because.map(
                (reason) =>
                  html`<li>
                    ${accessTexts.reasons[reason.kind]}
                    ${reason.kind === 'delegation' ? html`<cg-uri .uri=${reason.request} .compact=${true}></cg-uri>` : nothing}
                  </li>`,
              )}
            </ul>`,
        },
      ],
    });
  const rest = items.slice(MAX_ITEMS);
  const body =
    items.length === 0
      ? none(t.accessNone)
      : html`<p class="quiet">${t.accessHint}</p>
          ${list(items.slice(0, MAX_ITEMS))}
          ${
            rest.length === 0
              ? nothing
              : html`<details>
                  <summary>${t.showAll} (${number(items.length)})</summary>
                  ${list(rest)}
                </details>`
          }
          ${truncated ? html`<p class="quiet">${t.accessMore}</p>` : nothing}`;
  const button = items.length === 0 ? nothing : withdrawAllButton(agent, acts);
  return section('access', t.access, body, button);
}
