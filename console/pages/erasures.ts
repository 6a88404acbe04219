/** `/erasures?object=&page=`: what was erased, newest first, and the legal holds in force (P57, P44). */
import type { ErasureAnswer, ErasuresAnswer, HoldAnswer, HoldsAnswer } from '../../src/console/responses.js';
import {
  type Column,
  consoleApi,
  empty,
  href,
  html,
  localName,
  nothing,
  pageHead,
  pageOf,
  plainText,
  query,
  Resource,
  section,
  show,
  table,
  timeView,
  uriView,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { erasureStateChip } from '../parts/erasure-views.js';
import { endHoldAct } from '../parts/hold-acts.js';
import { objectFilter } from '../parts/list-filters.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import { erasuresTexts as t } from '../texts/erasures.js';

/** The holds above the erasures: the newest. */
const MAX_HOLDS = 100;

const columns = (): readonly Column<ErasureAnswer>[] => [
  {
    heading: t.at,
    isHeading: true,
    cell: ({ uri, at }) => html`<a href=${href(pageOf(uri) ?? '/erasures')}>${timeView(at, 'exact')}</a>`,
  },
  {
    heading: t.what,
    cell: ({ object }) => html`<span class="row-name">${uriView(object, { label: localName(object) })}</span>`,
  },
  { heading: t.reason, cell: ({ reason }) => t.reasons[reason] },
  { heading: t.by, cell: ({ by }) => uriView(by, { brief: true }) },
  { heading: t.told, cell: ({ told, toldOpen }) => t.notifiedOf(told, toldOpen) },
  { heading: t.state, cell: erasureStateChip },
];

const holdColumns = (acts: Acts): readonly Column<HoldAnswer>[] => [
  {
    heading: t.what,
    isHeading: true,
    cell: ({ held }) => html`<span class="row-name">${uriView(held, { brief: true })}</span>`,
  },
  { heading: t.reason, cell: ({ reason }) => html`<cg-text .text=${reason}></cg-text>` },
  { heading: t.by, cell: ({ by }) => uriView(by, { brief: true }) },
  { heading: t.since, cell: ({ at }) => timeView(at, 'ago') },
  {
    heading: t.acts,
    isQuiet: true,
    cell: (hold) => html`<div class="row-acts">${acts.button(t.endHold, () => endHoldAct(hold, acts), 'small')}</div>`,
  },
];

listPage('cg-erasures', pagesOf<ErasuresAnswer>('/erasures'), (list) => {
  const holds = new Resource<HoldsAnswer>(list, { isReplaced: true });
  const acts = new Acts(list, () => Promise.all([holds.reload(), list.reload()]));
  const holdsView = ({ items, total }: HoldsAnswer): unknown =>
    items.length === 0
      ? html`<p class="quiet">${t.noHolds}</p>`
      : html`${table({ caption: t.holds, rows: items, columns: holdColumns(acts) })}${
          total > items.length ? html`<p class="quiet">${t.moreHolds(items.length, total)}</p>` : nothing
        }`;
  const object = (): string | undefined => list.route.query.get('object') ?? undefined;
  return {
    title: () => t.title,
    head: () =>
      html`${pageHead(t.title, { below: html`<p class="quiet">${t.hint}</p>` })}
        <div class="stack">
          ${acts.outcome} ${section('holds', t.holds, show(holds, holdsView, { lines: 3 }))}
          <h2>${t.erasures}</h2>
        </div>`,
    loaded: () => {
      holds.read(consoleApi('/holds') + query({ limit: MAX_HOLDS }));
    },
    filters: () => [{ ...objectFilter(t.of), kind: 'text', isWide: true }],
    clear: () => ({ text: t.clear }),
    caption: t.erasures,
    columns,
    empty: () => {
      const filter = object();
      return filter === undefined
        ? empty(t.noErasures, html`<p>${t.noErasuresHint}</p>`)
        : empty(t.noneFits, html`<p><code>${plainText(filter, 200)}</code></p>`);
    },
    frame: (body) => html`${body}${acts.dialog}`,
  };
});
