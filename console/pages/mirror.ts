/** `/mirror?state=&server=&page=`: what is followed of partners, and how it goes. */
import type { FollowItem, FollowsAnswer } from '../../src/console/responses.js';
import { button, type Column, empty, html, pageHead, uriView, visibleText } from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { followAct, followActs } from '../parts/follow-acts.js';
import {
  followChecked,
  followCounts,
  followName,
  followState,
  followSubscription,
  hostOf,
} from '../parts/follow-views.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import { mirrorTexts as t } from '../texts/mirror.js';

const states = ['asked', 'following', 'refused', 'unreachable', 'frozen', 'ended'] as const;

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

listPage('cg-mirror', pagesOf<FollowsAnswer>('/follows'), (list) => {
  const acts = new Acts(list, () => list.reload());
  return {
    title: () => t.title,
    head: () =>
      pageHead(t.title, {
        below: html`<p class="quiet">${t.hint}</p>`,
        more: button({ text: t.follow, tone: 'primary' }, () => {
          acts.open(followAct(acts));
        }),
      }),
    filters: () => [
      { name: 'state', label: t.state, kind: 'choice', options: () => [['', t.anyState], ...states.map(stateOption)] },
      { name: 'server', label: t.server, kind: 'text', isWide: true },
    ],
    clear: () => ({ text: t.clear }),
    caption: t.follows,
    columns: () => followColumns(acts),
    empty: () => (list.isFiltered ? empty(t.noneFits) : empty(t.noFollows, html`<p>${t.noFollowsHint}</p>`)),
    frame: (body) =>
      html`<div class="stack">${acts.outcome} ${body}</div>
        ${acts.dialog}`,
    // A node that copies nothing has no such address.
    failed: ({ kind }) => (kind === 'not-found' ? empty(t.off) : undefined),
  };
});

const stateOption = (state: (typeof states)[number]): readonly [string, string] => [state, t.states[state]];
