/** `/logistics-objects?type=&q=&period=&from=&to=&sort=&page=`: the objects that the caller may read. */
import type { ObjectsAnswer } from '../../src/console/responses.js';
import { empty, html, me, nothing, pageHead, typeLabel } from '../core/index.js';
import { datesFilter } from '../parts/list-filters.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import { objectColumns } from '../parts/objects-table.js';
import { objectsTexts as t } from '../texts/objects.js';

/** The types that partners most look for; the address accepts any other type. */
const types = [
  'Shipment',
  'Waybill',
  'Piece',
  'ULD',
  'Booking',
  'BookingOption',
  'TransportMovement',
  'TransportMeans',
  'Loading',
  'Storing',
  'Organization',
  'Company',
  'Location',
];

listPage('cg-objects', pagesOf<ObjectsAnswer>('/objects'), (list) => {
  /** A search by prefix has an order of its own. */
  const isSorted = (): boolean => me().internal && !list.route.query.has('q');
  return {
    exports: true,
    isSavable: true,
    title: () => t.title,
    head: () => {
      const total = list.answer?.total ?? null;
      return pageHead(t.title, {
        below: html`<p class="quiet" role="status">${total === null ? nothing : t.count(total)}</p>`,
      });
    },
    filters: () => [
      {
        name: 'type',
        label: t.type,
        kind: 'choice',
        options: (current) => [
          ['', t.anyType],
          ...[...new Set([...types, current])].flatMap((type): [string, string][] =>
            type === '' ? [] : [[type, typeLabel(type)]],
          ),
        ],
      },
      { name: 'q', label: t.begins, kind: 'search' },
      datesFilter(list.route.query.get('sort')?.endsWith('created') === true ? t.createdIn : t.changedIn),
    ],
    clear: () => ({ text: t.clear }),
    // It says which time is filtered by, also where it is not the order.
    asked: () => ({ sort: list.route.query.get('sort') ?? '-modified' }),
    timeOf: () => {
      if (!isSorted()) return undefined;
      return list.route.query.get('sort')?.endsWith('created') === true
        ? ({ created }) => created
        : ({ modified }) => modified;
    },
    columns: () => objectColumns((column) => (isSorted() ? list.sorting(column, '-modified') : undefined)),
    empty: () => empty(list.isFiltered ? t.noneFound : me().internal ? t.noneHere : t.noneForYou),
    lines: 10,
  };
});
