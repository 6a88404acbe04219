/** `/action-requests?status=&type=&by=&object=&sort=&page=`: pending and decided requests. */
import type { RequestsAnswer, RequestStatus } from '../../src/console/responses.js';
import { empty, href, html, me, nothing, number, shared, withQuery } from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { DecideSeveral } from '../parts/decide-several.js';
import { objectFilter } from '../parts/list-filters.js';
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

  function tabs(): unknown {
    const counts = list.answer?.counts ?? {};
    const tab = (status: string, label: string, count: number | undefined): unknown =>
      html`<a
        href=${href(withQuery(list.route, { status, page: undefined }))}
        aria-current=${status === displayed() ? 'page' : nothing}
        >${label}${count === undefined ? nothing : html` <span class="count">${number(count)}</span>`}</a
      >`;
    const there = statuses.filter((status) => status !== 'REQUEST_ACKNOWLEDGED' || (counts[status] ?? 0) > 0);
    return html`<nav class="tabs" aria-label=${t.status}>
      ${there.map((status) => tab(status, shared.statuses[status], counts[status]))} ${tab('any', t.all, undefined)}
    </nav>`;
  }

  return {
    title,
    head: () =>
      html`<h1>${title()}</h1>
        ${tabs()}`,
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
      { name: 'by', label: t.from, kind: 'text', isHidden: !me().internal },
    ],
    clear: () => ({ text: t.clear, query: { status: displayed() } }),
    asked: () => ({ status: displayed() === 'any' ? undefined : displayed() }),
    loaded: () => {
      several.clear();
    },
    caption: t.title,
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
