/** Requests as a table; pending ones can be selected for one decision. */
import type { RequestItem } from '../../src/console/responses.js';
import {
  href,
  html,
  me,
  nothing,
  pageOf,
  plainText,
  shared,
  statusChip,
  table,
  type TemplateResult,
  visibleText,
  localName,
} from '../core/index.js';
import { requestsTexts as t } from '../texts/requests.js';

/** Whom a partner is: its name where the caller may read it, else the end of its URI. */
export const requesterName = ({ requestedBy, requestedByLabel }: RequestItem): string =>
  plainText(requestedByLabel ?? localName(requestedBy), 60);

/** What a request is about, in a line. */
export function subjectOf({ object, objectLabel, objectType, subscription, delegation }: RequestItem): TemplateResult {
  if (object !== null)
    return html`<cg-uri .uri=${object} .label=${objectLabel} .type=${objectType} .compact=${true}></cg-uri>`;
  if (subscription !== undefined) return html`<cg-uri .uri=${subscription.topic} .compact=${true}></cg-uri>`;
  return html`${t.objects(delegation?.objects.length ?? 0)}`;
}

export interface Selection {
  readonly has: (uri: string) => boolean;
  readonly toggle: (uri: string) => void;
}

export function requestsTable(items: readonly RequestItem[], selection?: Selection): TemplateResult {
  const [first] = items;
  const isOneStatus = selection !== undefined && items.every(({ status }) => status === first?.status);
  const box = (item: RequestItem): unknown =>
    selection === undefined || item.status !== 'REQUEST_PENDING'
      ? nothing
      : html`<label class="select"
          ><input
            type="checkbox"
            .checked=${selection.has(item.uri)}
            @change=${() => {
              selection.toggle(item.uri);
            }}
          /><span class="visually-hidden">${t.select(shared.kinds[item.kind], requesterName(item))}</span></label
        >`;
  const link = (item: RequestItem): TemplateResult => {
    const page = pageOf(item.uri);
    const text = shared.kinds[item.kind];
    return page === undefined ? html`${text}` : html`<a href=${href(page)}>${text}</a>`;
  };
  const requester = ({ requestedBy, requestedByLabel }: RequestItem): TemplateResult =>
    html`<cg-uri .uri=${requestedBy} .label=${requestedByLabel} .compact=${true} .brief=${true}></cg-uri>`;
  return table({
    caption: t.title,
    rows: items,
    columns: [
      ...(selection === undefined ? [] : [{ heading: t.selectHeading, isQuiet: true, cell: box }]),
      { heading: t.request, isHeading: true, cell: link },
      { heading: t.about, cell: subjectOf },
      ...(me().internal ? [{ heading: t.by, cell: requester }] : []),
      { heading: t.asked, cell: ({ requestedAt }) => html`<cg-time .time=${requestedAt} .ago=${true}></cg-time>` },
      {
        heading: me().internal ? t.words : t.ownWords,
        cell: ({ description }) => (description === null ? nothing : visibleText(plainText(description, 90))),
      },
      ...(isOneStatus ? [] : [{ heading: t.status, cell: ({ status }: RequestItem) => statusChip(status) }]),
    ],
  });
}
