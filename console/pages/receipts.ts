/** `/deliveries/confirmed?subscriber=&object=&from=&to=&page=`: receipts with recipient, object, time and attempts. */
import type { ReceiptsAnswer } from '../../src/console/responses.js';
import { empty, html } from '../core/index.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { objectFilter } from '../parts/list-filters.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import { receiptColumns } from '../parts/receipts.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

listPage('cg-receipts', pagesOf<ReceiptsAnswer>('/receipts'), (list) => ({
  title: () => t.confirmedTitle,
  head: () => deliveriesHead('confirmed'),
  filters: () => [
    { name: 'subscriber', label: t.subscriberUri, kind: 'text', isWide: true },
    { ...objectFilter(t.object), isWide: true },
    { name: 'from', label: t.fromUtc, kind: 'time' },
    { name: 'to', label: t.toUtc, kind: 'time' },
  ],
  clear: () => ({ text: t.clear }),
  caption: t.receipts,
  columns: () => receiptColumns(),
  empty: () => empty(list.isFiltered ? t.noReceiptFits : t.noReceiptsYet, html`<p>${t.receiptsHint}</p>`),
}));
