/** Receipts: recipient, notification, time and attempts. */
import type { ReceiptItem } from '../../src/console/responses.js';
import { type Column, html, href, nothing, query, table, type TemplateResult, visibleText } from '../core/index.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';
import { outcomeView, receiptPath } from './notification-views.js';
import { eventLabel } from './queues.js';

/** The page of all receipts, filtered. */
export const receiptsPath = (filter: { readonly subscriber?: string; readonly object?: string }): string =>
  `/deliveries/confirmed${query(filter)}`;

/** The page of a partner. */
export const partnerPath = (agent: string): string => `/partner${query({ agent })}`;

/** @param without the columns with the same value in all rows. */
export function receiptsTable(items: readonly ReceiptItem[], without: 'subscriber' | 'object'): TemplateResult {
  return table({ caption: t.receipts, rows: items, columns: receiptColumns(without) });
}

/** @param without the columns with the same value in all rows. */
export function receiptColumns(without?: 'subscriber' | 'object'): readonly Column<ReceiptItem>[] {
  const subscriber = {
    heading: t.subscriber,
    cell: ({ subscriber: agent }: ReceiptItem): TemplateResult =>
      html`<cg-uri .uri=${agent} .page=${partnerPath(agent)} .compact=${true} .brief=${true}></cg-uri>`,
  };
  const object = {
    heading: t.object,
    cell: (item: ReceiptItem): unknown =>
      item.object === null
        ? nothing
        : html`<cg-uri .uri=${item.object} .compact=${true}></cg-uri>${
              item.revision === null ? nothing : html` <span class="quiet">${t.revision(item.revision)}</span>`
            }`,
  };
  const revision = {
    heading: t.revisionHeading,
    isNumber: true,
    cell: (item: ReceiptItem): unknown => item.revision ?? nothing,
  };
  return [
    {
      heading: t.event,
      isHeading: true,
      cell: (receipt) => html`<a href=${href(receiptPath(receipt))}>${visibleText(eventLabel(receipt.eventType))}</a>`,
    },
    ...(without === 'object' ? [revision] : [object]),
    ...(without === 'subscriber' ? [] : [subscriber]),
    { heading: t.created, cell: ({ createdAt }) => html`<cg-time .time=${createdAt} .exact=${true}></cg-time>` },
    { heading: t.outcome, cell: outcomeView },
  ];
}
