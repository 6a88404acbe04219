/** `/deliveries/confirmed?subscriber=&object=&period=&from=&to=&page=`: receipts with recipient, object, time and attempts. */
import type { ReceiptsAnswer } from '../../src/console/responses.js';
import { empty, html } from '../core/index.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { datesFilter, objectFilter } from '../parts/list-filters.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import { receiptColumns } from '../parts/receipts.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

listPage('cg-receipts', pagesOf<ReceiptsAnswer>('/receipts'), (list) => ({
  exports: true,
  isSavable: true,
  title: () => t.confirmedTitle,
  head: () => deliveriesHead('confirmed'),
  filters: () => [
    { name: 'subscriber', label: t.subscriber, kind: 'partner', isWide: true },
    { ...objectFilter(t.object), isWide: true },
    datesFilter(t.confirmedIn),
  ],
  clear: () => ({ text: t.clear }),
  caption: t.receipts,
  timeOf:
    () =>
    ({ confirmedAt }) =>
      confirmedAt,
  columns: () => receiptColumns(),
  empty: () => empty(list.isFiltered ? t.noReceiptFits : t.noReceiptsYet, html`<p>${t.receiptsHint}</p>`),
}));
