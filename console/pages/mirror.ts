/** `/mirror?server=&state=&type=&follow=&q=&page=`: what is followed of partners, and the copies that are held. */
import type { CopiesAnswer, CopyItem, FollowItem, FollowsAnswer } from '../../src/console/responses.js';
import {
  askJson,
  button,
  type Column,
  consoleApi,
  empty,
  html,
  nothing,
  pageHead,
  query,
  Resource,
  section,
  show,
  table,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { followAct, followActs } from '../parts/follow-acts.js';
import {
  copyStateChip,
  followChecked,
  followCounts,
  followName,
  followState,
  followSubscription,
  hostOf,
  reasonText,
} from '../parts/follow-views.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import { mirrorTexts as t } from '../texts/mirror.js';

/** The follows above the copies: the newest. */
const MAX_FOLLOWS = 100;
const states = ['fresh', 'due', 'stale', 'frozen', 'refused', 'poison', 'disputed', 'ended'] as const;

const followColumns = (acts: Acts): readonly Column<FollowItem>[] => [
  { heading: t.what, isHeading: true, cell: followName },
  {
    heading: t.partner,
    cell: ({ server, holder }) => (holder === null ? visibleText(hostOf(server)) : uriView(holder)),
  },
  { heading: t.state, cell: followState },
  { heading: t.held, cell: followCounts },
  { heading: t.checked, cell: followChecked },
  { heading: t.subscription, cell: followSubscription },
  { heading: t.acts, isQuiet: true, cell: (follow) => followActs(follow, acts) },
];

const copyColumns = (): readonly Column<CopyItem>[] => [
  {
    heading: t.object,
    isHeading: true,
    cell: ({ object, label, type }) => html`<span class="row-name">${uriView(object, { label, type })}</span>`,
  },
  {
    heading: t.state,
    cell: ({ state, reason }) =>
      html`${copyStateChip(state)}${reason === null ? nothing : html`<p class="hint">${visibleText(reasonText(reason))}</p>`}`,
  },
  {
    heading: t.revision,
    isNumber: true,
    cell: ({ revision, latest }) =>
      revision === null
        ? html`<span class="quiet">${t.nothingHeld}</span>`
        : t.revisionOf(revision, latest ?? revision),
  },
  {
    heading: t.missing,
    cell: ({ gaps }) => (gaps === 0 ? nothing : html`<span class="bad-text">${t.gaps(gaps)}</span>`),
  },
  { heading: t.received, cell: ({ received }) => timeView(received) },
  { heading: t.checked, cell: ({ checked }) => timeView(checked, 'ago') },
];

listPage('cg-mirror', pagesOf<CopiesAnswer>('/mirror'), (list) => {
  // States, counts and times move by themselves; what one follows stays in its row.
  const follows = new Resource<FollowsAnswer>(list, { isReplaced: true });
  const acts = new Acts(list, () => Promise.all([follows.reload(), list.reload()]));
  const followsView = ({ items, total }: FollowsAnswer): unknown =>
    items.length === 0
      ? empty(t.noFollows, html`<p>${t.noFollowsHint}</p>`)
      : html`${table({ caption: t.follows, rows: items, columns: followColumns(acts) })}${
          total > items.length ? html`<p class="quiet">${t.moreFollows(items.length, total)}</p>` : nothing
        }`;
  return {
    title: () => t.title,
    head: () =>
      html`${pageHead(t.title, {
          below: html`<p class="quiet">${t.hint}</p>`,
          more: button({ text: t.follow, tone: 'primary' }, () => {
            acts.open(followAct(acts));
          }),
        })}
        <div class="stack">
          ${acts.outcome} ${section('followed', t.followed, show(follows, followsView, { lines: 4, failed: offOr }))}
          <h2>${t.copies}</h2>
        </div>`,
    loaded: () => {
      const path = consoleApi('/follows') + query({ limit: MAX_FOLLOWS });
      follows.load(path, (signal) => askJson<FollowsAnswer>(path, { signal }));
    },
    filters: () => [
      { name: 'q', label: t.find, kind: 'search', isWide: true },
      { name: 'state', label: t.state, kind: 'choice', options: () => [['', t.anyState], ...states.map(stateOption)] },
      { name: 'server', label: t.server, kind: 'text' },
      { name: 'type', label: t.what, kind: 'text', isHidden: true },
      { name: 'follow', label: t.followed, kind: 'text', isHidden: true },
    ],
    clear: () => ({ text: t.clear }),
    caption: t.copies,
    columns: copyColumns,
    empty: () => empty(list.isFiltered ? t.noneFits : t.noCopies, html`<p>${t.noCopiesHint}</p>`),
    frame: (body) => html`${body}${acts.dialog}`,
    failed: offOr,
  };
});

const stateOption = (state: (typeof states)[number]): readonly [string, string] => [state, t.copyStates[state]];

/** A node that copies nothing has none of these addresses. */
function offOr({ kind }: { readonly kind: string }): unknown {
  return kind === 'not-found' ? empty(t.off) : undefined;
}
