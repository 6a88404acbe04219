/** The pauses of a subscriber's queues: bands in the latency drawing, and their table. */
import type { DeliveryPause } from '../../src/console/responses.js';
import { href, html, plainText, table, type TemplateResult, timeText, visibleText } from '../core/index.js';
import { latencyTexts as t } from '../texts/latency.js';
import { agentName } from './agent-name.js';
import type { Band } from './latency-drawing.js';
import { queuePath, topicView } from './queues.js';
import { partnerPath } from './receipts.js';

const milliseconds = (text: string): number => new Date(text).getTime();

/** The start of a pause and its end, if it has ended; in milliseconds since 1970. */
export function timesOf({ at, endedAt }: DeliveryPause): number[] {
  return [at, endedAt].flatMap((time) => (time === null ? [] : [milliseconds(time)]));
}

export function bandOf({ subscriber, topic, by, at, reason, endedBy, endedAt }: DeliveryPause): Band {
  const began = t.pausedBy(agentName(by), timeText(new Date(at), true));
  const ended =
    endedBy === null || endedAt === null
      ? t.stillPaused
      : t.resumedBy(agentName(endedBy), timeText(new Date(endedAt), true));
  return {
    from: milliseconds(at),
    to: endedAt === null ? undefined : milliseconds(endedAt),
    path: topic === null ? partnerPath(subscriber) : queuePath({ subscriber, topic }),
    name: `${began}, ${ended}${reason === null || reason === '' ? '' : `: ${plainText(reason, 200)}`}`,
  };
}

export function pausesTable(rows: readonly DeliveryPause[]): TemplateResult {
  const time = (value: string): unknown => html`<cg-time .time=${value} .exact=${true}></cg-time>`;
  const agent = (uri: string): unknown => html`<cg-uri .uri=${uri} .compact=${true}></cg-uri>`;
  return table<DeliveryPause>({
    caption: t.pauses(rows.length),
    rows,
    columns: [
      { heading: t.pausedAt, isHeading: true, cell: ({ at }) => time(at) },
      { heading: t.pausedByHeading, cell: ({ by }) => agent(by) },
      {
        heading: t.subscriber,
        cell: ({ subscriber }) =>
          html`<a href=${href(partnerPath(subscriber))}>${visibleText(agentName(subscriber))}</a>`,
      },
      { heading: t.queue, cell: ({ topic }) => (topic === null ? t.allQueues : topicView(topic)) },
      { heading: t.reason, cell: ({ reason }) => visibleText(reason ?? '') },
      { heading: t.resumedAt, cell: ({ endedAt }) => (endedAt === null ? t.stillPaused : time(endedAt)) },
      { heading: t.resumedByHeading, cell: ({ endedBy }) => (endedBy === null ? '' : agent(endedBy)) },
    ],
  });
}
