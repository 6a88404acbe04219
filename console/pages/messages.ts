/** `/messages?type=&outcome=&waybill=&period=&from=&to=&after=`: the Cargo-XML messages that came, newest first. */
import type { MessageReport, MessagesAnswer, MessageSummary } from '../../src/console/responses.js';
import {
  askPage,
  type Column,
  consoleApi,
  empty,
  href,
  html,
  nothing,
  number,
  pageHead,
  pageOf,
  type Paged,
  plainText,
  timeView,
  uriAt,
  uriView,
  visibleText,
} from '../core/index.js';
import { datesFilter, type Filter } from '../parts/list-filters.js';
import { listPage, type ListSource } from '../parts/list-page.js';
import { messageName, outcomeChip, whatItDid } from '../parts/message-views.js';
import { messagesTexts as t } from '../texts/messages.js';

const types = ['XFWB', 'XFZB', 'XFHL', 'XFSU'] as const satisfies readonly MessageReport['type'][];
const outcomes = ['applied', 'unchanged', 'stale'] as const satisfies readonly MessageReport['outcome'][];
const AWB = /^(\d{3})[- ]?(\d{8})$/;

interface CountedMessages extends Paged<MessagesAnswer> {
  readonly count: number | null;
}

/** The pages follow each other by position, since the node counts no page number beyond its first thousands. */
const source: ListSource<CountedMessages> = {
  path: consoleApi('/messages'),
  read: async (path, signal) => {
    const { total: count, ...page } = await askPage<MessagesAnswer>(path, { signal });
    return { ...page, count, total: null };
  },
};

/** A waybill by its address, its id, or the number that is printed on it. */
const waybillFilter = (): Filter => ({
  name: 'waybill',
  label: t.waybillOrNumber,
  kind: 'text',
  isWide: true,
  asked: (value) => {
    if (value.includes(':')) return value;
    const [, prefix, serial] = AWB.exec(value) ?? [];
    return uriAt(
      `/logistics-objects/${prefix === undefined ? encodeURIComponent(value) : `awb-${prefix}-${serial ?? ''}`}`,
    );
  },
});

const columns = (): readonly Column<MessageSummary>[] => [
  {
    heading: t.message,
    isHeading: true,
    cell: (message) => {
      const page = message.message === null ? undefined : pageOf(message.message);
      const name = visibleText(messageName(message));
      return html`<span class="row-name">${page === undefined ? name : html`<a href=${href(page)}>${name}</a>`}</span>`;
    },
  },
  {
    heading: t.waybill,
    cell: ({ waybill }) => html`<span class="row-name">${uriView(waybill, { brief: true })}</span>`,
  },
  {
    heading: t.sender,
    cell: ({ sender }) => (sender.length === 0 ? nothing : visibleText(plainText(sender.join(', '), 60))),
  },
  { heading: t.received, cell: ({ received }) => timeView(received, 'ago') },
  { heading: t.outcome, cell: ({ outcome }) => outcomeChip(outcome) },
  { heading: t.did, cell: (message) => html`<span class="row-name">${whatItDid(message)}</span>` },
  {
    heading: t.leftOut,
    isNumber: true,
    cell: ({ values: { unmapped } }) =>
      unmapped === 0 ? html`<span class="quiet">0</span>` : html`<strong>${number(unmapped)}</strong>`,
  },
];

listPage('cg-messages', source, (list) => ({
  title: () => t.title,
  head: () =>
    pageHead(t.title, {
      below: html`<p class="quiet">${t.hint}</p>`,
      more: html`<a class="button primary" href=${href('/messages/send')}>${t.send}</a>`,
    }),
  filters: () => [
    {
      name: 'type',
      label: t.type,
      kind: 'choice',
      options: () => [['', t.anyType], ...types.map((type) => [type, t.types[type]] as const)],
    },
    {
      name: 'outcome',
      label: t.outcome,
      kind: 'choice',
      options: () => [['', t.anyOutcome], ...outcomes.map((outcome) => [outcome, t.outcomes[outcome]] as const)],
    },
    waybillFilter(),
    datesFilter(t.received, ['since', 'until']),
  ],
  isSavable: true,
  clear: () => ({ text: t.clear }),
  timeOf:
    () =>
    ({ received }) =>
      received,
  columns,
  above: ({ count, items }) =>
    count === null || items.length === 0 ? nothing : html`<p class="quiet">${t.count(count)}</p>`,
  empty: () => empty(list.isFiltered ? t.noneFits : t.noMessages, html`<p>${t.noMessagesHint}</p>`),
}));
