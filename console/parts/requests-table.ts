/** Requests as a table; pending ones can be selected for a joint decision. */
import type { RequestItem } from '../../src/console/responses.js';
import {
  type Column,
  href,
  html,
  localName,
  me,
  nothing,
  pageOf,
  plainText,
  shared,
  statusChip,
  table,
  type TemplateResult,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import { requestsTexts as t } from '../texts/requests.js';

/** The name of a partner if the caller may read it, else the end of its URI. */
export const requesterName = ({ requestedBy, requestedByLabel }: RequestItem): string =>
  plainText(requestedByLabel ?? localName(requestedBy), 60);

/** The subject of a request, in one line. */
export function subjectOf({ object, objectLabel, objectType, subscription, delegation }: RequestItem): TemplateResult {
  if (object !== null) return uriView(object, { label: objectLabel, type: objectType });
  if (subscription !== undefined) return uriView(subscription.topic);
  return html`${t.objects(delegation?.objects.length ?? 0)}`;
}

/** The selected pending requests. */
export interface Selection {
  readonly has: (uri: string) => boolean;
  readonly toggle: (uri: string) => void;
}

const box = (item: RequestItem, selection: Selection): unknown =>
  item.status !== 'REQUEST_PENDING'
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

function requestLink({ uri, kind }: RequestItem): unknown {
  const page = pageOf(uri);
  return page === undefined ? shared.kinds[kind] : html`<a href=${href(page)}>${shared.kinds[kind]}</a>`;
}

/** @param hasStatus whether rows have a column for the status. */
export function requestColumns(hasStatus = true, selection?: Selection): readonly Column<RequestItem>[] {
  const select = selection && {
    heading: t.selectHeading,
    isQuiet: true,
    cell: (item: RequestItem) => box(item, selection),
  };
  const by: Column<RequestItem> = {
    heading: t.by,
    cell: ({ requestedBy, requestedByLabel: label }) => uriView(requestedBy, { label, brief: true }),
  };
  const ofStatus: Column<RequestItem> = { heading: t.status, cell: ({ status }) => statusChip(status) };
  return [
    ...(select === undefined ? [] : [select]),
    { heading: t.request, isHeading: true, cell: requestLink },
    { heading: t.about, cell: subjectOf },
    ...(me().internal ? [by] : []),
    { heading: t.asked, cell: ({ requestedAt }) => timeView(requestedAt, 'ago') },
    {
      heading: me().internal ? t.words : t.ownWords,
      cell: ({ description }) => (description === null ? nothing : visibleText(plainText(description, 90))),
    },
    ...(hasStatus ? [ofStatus] : []),
  ];
}

export const requestsTable = (rows: readonly RequestItem[]): TemplateResult =>
  table({ caption: t.title, rows, columns: requestColumns() });
