/** Requests as a table; pending ones can be selected for a joint decision. */
import type { RequestItem } from '../../src/console/responses.js';
import {
  type Column,
  config,
  distance,
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
  termText,
  type TemplateResult,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import { requestsTexts as t } from '../texts/requests.js';
import { changeLines } from './change-line.js';

/** The name of a partner if the caller may read it, else the end of its URI. */
export const requesterName = ({ requestedBy, requestedByLabel }: RequestItem): string =>
  plainText(requestedByLabel ?? localName(requestedBy), 60);

/** The subject of a request, in one line. */
export function subjectOf({ object, objectLabel, objectType, subscription, delegation }: RequestItem): TemplateResult {
  if (object !== null) return uriView(object, { label: objectLabel, type: objectType });
  if (subscription !== undefined) {
    const { topic } = subscription;
    return topic.startsWith(config().namespaces.cargo) ? termText(topic, true) : uriView(topic);
  }
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
  return page === undefined
    ? shared.kinds[kind]
    : html`<a class="request-name" href=${href(page)}>${shared.kinds[kind]}</a>`;
}

/** How long a request waits; of a decided one, when it was asked. On paper a time says it. */
function age({ status, requestedAt }: RequestItem): TemplateResult {
  if (status !== 'REQUEST_PENDING') return timeView(requestedAt);
  return html`<span class="ago age">${distance(new Date(requestedAt))}</span>
    <span class="on-paper">${timeView(requestedAt)}</span>`;
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
    { heading: t.about, cell: (item) => html`${subjectOf(item)} ${changeLines(item)}` },
    ...(me().internal ? [by] : []),
    { heading: t.asked, cell: age },
    {
      heading: me().internal ? t.words : t.ownWords,
      cell: ({ description }) => (description === null ? nothing : visibleText(plainText(description, 90))),
    },
    ...(hasStatus ? [ofStatus] : []),
  ];
}

export const requestsTable = (rows: readonly RequestItem[]): TemplateResult =>
  table({ caption: t.title, rows, columns: requestColumns() });
