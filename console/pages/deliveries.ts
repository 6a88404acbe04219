/** `/deliveries?subscriber=`: a row for each queue of deliveries, and the causes that block all of them. */
import type { DeliveryQueue, DeliveryQueuesAnswer } from '../../src/console/responses.js';
import { empty, href, html, nothing, number, timeView, visibleText } from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { agentName } from '../parts/agent-name.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { listPage, wholeOf } from '../parts/list-page.js';
import { answerView, confirmedView, queueActs, queuePath, stateView, tokenNotice, topicView } from '../parts/queues.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

function summary({ items }: DeliveryQueuesAnswer): unknown {
  if (items.length === 0) return nothing;
  const waiting = items.reduce((sum, queue) => sum + queue.waiting, 0);
  return html`<p class="quiet">${t.summary(waiting, items.filter((queue) => queue.waiting > 0).length)}</p>`;
}

const name = (queue: DeliveryQueue): unknown =>
  html`<a class="row-name" href=${href(queuePath(queue))}>${visibleText(agentName(queue.subscriber, queue.label))}</a>
    <p class="hint">${t.about} ${topicView(queue.topic)}</p>`;

listPage('cg-deliveries', wholeOf<DeliveryQueuesAnswer>('/delivery-queues'), (list) => {
  const acts = new Acts(list, () => list.reload());
  return {
    title: () => t.title,
    head: () => deliveriesHead('out'),
    filters: () => [{ name: 'subscriber', label: t.subscriber, kind: 'text', isHidden: true }],
    columns: () => [
      { heading: t.queue, isHeading: true, cell: name },
      { heading: t.state, cell: stateView },
      {
        heading: t.waiting,
        isNumber: true,
        cell: ({ waiting, oldest }) =>
          html`${number(waiting)}${
            oldest === null ? nothing : html`<p class="hint">${t.oldest} ${timeView(oldest)}</p>`
          }`,
      },
      { heading: t.lastAnswer, cell: answerView },
      { heading: t.confirmed, cell: confirmedView },
      {
        heading: t.acts,
        isQuiet: true,
        cell: (queue) => html`<div class="row-acts">${queueActs(queue, acts, 'small')}</div>`,
      },
    ],
    empty: () => empty(list.isFiltered ? t.emptyFound : t.empty, html`<p>${t.emptyHint}</p>`),
    above: (answer) => html`${tokenNotice(answer)}${summary(answer)}`,
    below: ({ truncated }) => (truncated ? html`<p class="quiet">${t.truncated}</p>` : nothing),
    frame: (body) =>
      html`<div class="stack">${acts.outcome} ${body}</div>
        ${acts.dialog}`,
    lines: 7,
  };
});
