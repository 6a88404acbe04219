/** The card of the feed on Health: who reads it, and how far behind (W76). */
import type { FeedState } from '../../src/console/responses.js';
import { chip, fact, html, nothing, number, table, type TemplateResult, uriView } from '../core/index.js';
import { partnerPath } from '../parts/receipts.js';
import { healthTexts as t } from '../texts/health.js';
import { secondsText } from './views.js';

const timeView = (time: string | null): TemplateResult =>
  time === null
    ? html`<span class="quiet">${t.nothingYet}</span>`
    : html`<cg-time .time=${time} .ago=${true}></cg-time>`;

export function feedView({ members, documents, newest, since, readers }: FeedState): TemplateResult {
  return html`<dl class="facts">
      ${fact(t.feedMembers, number(members))} ${documents === null ? nothing : fact(t.feedDocuments, number(documents))}
      ${fact(t.feedNewest, timeView(newest))}
    </dl>
    <p class="hint">${t.feedHint} <cg-time .time=${since}></cg-time></p>
    ${readers.length === 0 ? html`<p class="quiet">${t.noReaders}</p>` : readersTable(readers)}`;
}

const readersTable = (readers: FeedState['readers']): TemplateResult =>
  table({
    caption: t.feed,
    rows: readers,
    columns: [
      {
        heading: t.feedReader,
        isHeading: true,
        cell: ({ agent }) => uriView(agent, { page: partnerPath(agent), brief: true }),
      },
      {
        heading: t.feedRead,
        cell: ({ at, stopped }) => html`${timeView(at)} ${stopped ? chip(t.feedStopped, 'bad') : nothing}`,
      },
      { heading: t.feedGiven, cell: ({ given }) => timeView(given) },
      {
        heading: t.feedBehind,
        isNumber: true,
        cell: ({ behindSeconds }) =>
          behindSeconds === null
            ? html`<span class="quiet">${t.nothingYet}</span>`
            : behindSeconds === 0
              ? t.feedUpToDate
              : secondsText(behindSeconds),
      },
    ],
  });
