/** `/action-requests?status=&type=&by=&object=&period=&from=&to=&sort=&page=`: pending and decided requests. */
import type { RequestsAnswer, RequestStatus } from '../../src/console/responses.js';
import { empty, href, html, me, number, shared, type Tab, tabs, withQuery } from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { DecideSeveral } from '../parts/decide-several.js';
import { datesFilter, objectFilter } from '../parts/list-filters.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import { requestColumns } from '../parts/requests-table.js';
import { requestsTexts as t } from '../texts/requests.js';

const statuses = Object.keys(shared.statuses) as RequestStatus[];

listPage('cg-requests', pagesOf<RequestsAnswer>('/requests'), (list) => {
  const acts = new Acts(list, () => list.reload());
  const several = new DecideSeveral(list, acts, () => list.reload());
  const title = (): string => (me().internal ? t.title : t.mine);
  const displayed = (): string => list.route.query.get('status') ?? (me().internal ? 'REQUEST_PENDING' : 'any');
  const isPending = (): boolean => displayed() === 'REQUEST_PENDING';

  function statusTabs(): unknown {
    const counts = list.answer?.counts ?? {};
    const tab = (status: string, text: string, count?: number): Tab => ({
      href: href(withQuery(list.route, { status, page: undefined })),
      text,
      isCurrent: status === displayed(),
      count: count === undefined ? undefined : number(count),
    });
    const there = statuses.filter((status) => status !== 'REQUEST_ACKNOWLEDGED' || (counts[status] ?? 0) > 0);
    return tabs('statuses', t.status, [
      ...there.map((status) => tab(status, shared.statuses[status], counts[status])),
      tab('any', t.all),
    ]);
  }

  return {
    exports: true,
    isSavable: true,
    title,
    head: () =>
      html`<h1>${title()}</h1>
        ${statusTabs()}`,
    filters: () => [
      {
        name: 'type',
        label: t.kind,
        kind: 'choice',
        options: () => [['', t.anyKind], ...Object.entries(shared.kinds)],
      },
      {
        name: 'sort',
        label: t.order,
        kind: 'choice',
        initial: () => (isPending() ? 'requested' : '-requested'),
        options: () => [
          ['requested', t.oldest],
          ['-requested', t.newest],
        ],
      },
      objectFilter(t.object),
      { name: 'by', label: t.from, kind: 'partner', isHidden: !me().internal },
      datesFilter(t.requestedIn),
    ],
    clear: () => ({ text: t.clear, query: { status: displayed() } }),
    asked: () => ({ status: displayed() === 'any' ? undefined : displayed() }),
    loaded: () => {
      several.clear();
    },
    caption: t.title,
    timeOf:
      () =>
      ({ requestedAt }) =>
        requestedAt,
    columns: ({ items }) => {
      const canSelect = me().internal && items.some(({ status }) => status === 'REQUEST_PENDING');
      const isOneStatus = canSelect && items.every(({ status }) => status === items[0]?.status);
      return requestColumns(!isOneStatus, canSelect ? several : undefined);
    },
    empty: () => {
      const isPlain = [...list.route.query.keys()].every((name) => name === 'status');
      return empty(isPlain && isPending() ? t.none : !me().internal && isPlain ? t.noneMine : t.noneFound);
    },
    frame: (body) => html`${several.results} ${several.bar(list.answer?.items ?? [])} ${body} ${acts.dialog}`,
    lines: 10,
  };
});
