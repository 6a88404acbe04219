/** `/deliveries?subscriber=`: a row for each partner with its queues, and the causes that block all of them (K62). */
import type { DeliveryQueue, DeliveryQueuesAnswer } from '../../src/console/responses.js';
import { askJson, consoleApi, empty, href, html, nothing, number, timeView, visibleText } from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { agentName } from '../parts/agent-name.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { byPartner, type PartnerQueues, type PartnerQueuesAnswer } from '../parts/delivery-groups.js';
import { listPage } from '../parts/list-page.js';
import { answerView, confirmedView, queueActs, queuePath, stateView, tokenNotice, topicView } from '../parts/queues.js';
import { SendSeveral } from '../parts/send-several.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

function summary({ items }: PartnerQueuesAnswer): unknown {
  if (items.length === 0) return nothing;
  const waiting = items.reduce((sum, partner) => sum + partner.waiting, 0);
  return html`<p class="quiet">${t.summary(waiting, items.filter((partner) => partner.waiting > 0).length)}</p>`;
}

const topic = (queue: DeliveryQueue): unknown =>
  html`<p class="hint"><a href=${href(queuePath(queue))}>${t.about} ${topicView(queue.topic)}</a></p>`;

const path = consoleApi('/delivery-queues');
const source = {
  path,
  isWhole: true,
  read: async (asked: string, signal: AbortSignal): Promise<PartnerQueuesAnswer> => {
    const answer = await askJson<DeliveryQueuesAnswer>(asked, { signal });
    return { ...answer, items: byPartner(answer.items) };
  },
};

listPage<PartnerQueuesAnswer>('cg-deliveries', source, (list) => {
  const acts = new Acts(list, () => list.reload());
  const several = new SendSeveral(list, () => list.reload());

  function name({ subscriber, label, queues, first }: PartnerQueues): unknown {
    const text = visibleText(agentName(subscriber, label));
    if (queues.length === 1)
      return html`<a class="row-name" href=${href(queuePath(first))}>${text}</a>
        <p class="hint">${t.about} ${topicView(first.topic)}</p>`;
    return html`<span class="row-name">${text}</span>
      <details>
        <summary>${t.topics(queues.length)}</summary>
        ${queues.map(
          (queue) =>
            html`${topic(queue)}
              <div class="row-acts">${stateView(queue)} ${queueActs(queue, acts, 'small')}</div>`,
        )}
      </details>`;
  }

  return {
    title: () => t.title,
    head: () => deliveriesHead('out'),
    filters: () => [{ name: 'subscriber', label: t.subscriber, kind: 'partner', isWide: true }],
    loaded: () => {
      several.clear();
    },
    columns: () => [
      { heading: t.selectHeading, isQuiet: true, cell: (partner) => several.box(partner) },
      { heading: t.partner, isHeading: true, cell: name },
      { heading: t.state, cell: ({ first }) => stateView(first) },
      {
        heading: t.waiting,
        isNumber: true,
        cell: ({ waiting, oldest }) =>
          html`${number(waiting)}${
            oldest === null ? nothing : html`<p class="hint">${t.oldest} ${timeView(oldest)}</p>`
          }`,
      },
      { heading: t.lastAnswer, cell: ({ first }) => answerView(first) },
      { heading: t.confirmed, cell: ({ confirmed }) => confirmedView(confirmed) },
      {
        heading: t.acts,
        isQuiet: true,
        cell: ({ queues, first }) =>
          queues.length === 1 ? html`<div class="row-acts">${queueActs(first, acts, 'small')}</div>` : nothing,
      },
    ],
    empty: () => empty(list.isFiltered ? t.emptyFound : t.empty, html`<p>${t.emptyHint}</p>`),
    above: (answer) => html`${tokenNotice(answer)}${summary(answer)}`,
    below: ({ truncated }) => (truncated ? html`<p class="quiet">${t.truncated}</p>` : nothing),
    frame: (body) =>
      html`<div class="stack">${acts.outcome} ${several.bar(list.answer?.items ?? [])} ${body}</div>
        ${acts.dialog}`,
    lines: 7,
  };
});
