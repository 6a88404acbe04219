/** Objects as a table. */
import type { ObjectItem } from '../../src/console/responses.js';
import {
  chip,
  type Column,
  html,
  nothing,
  plainText,
  type Sorting,
  table,
  type TemplateResult,
  timeView,
  typeLabel,
  uriView,
  visibleText,
} from '../core/index.js';
import { objectsTexts as t } from '../texts/objects.js';

type Sorted = Pick<Column<ObjectItem>, 'sort'>;

/** @param sort the sort order; without it the table has no column for the time of creation. */
export function objectColumns(
  sort?: (column: 'created' | 'modified') => Sorting | undefined,
): readonly Column<ObjectItem>[] {
  const sorted = (column: 'created' | 'modified'): Sorted => {
    const by = sort?.(column);
    return by === undefined ? {} : { sort: by };
  };
  const created: Column<ObjectItem> = {
    heading: t.created,
    ...sorted('created'),
    cell: (item) => timeView(item.created),
  };
  return [
    { heading: t.object, isHeading: true, cell: ({ uri, label }) => uriView(uri, { label }) },
    {
      heading: t.type,
      cell: ({ type }) =>
        html`<span class="type-name" title=${type}>${visibleText(plainText(typeLabel(type), 24))}</span>`,
    },
    { heading: t.revision, isNumber: true, cell: ({ latestRevision }) => latestRevision },
    { heading: t.modified, ...sorted('modified'), cell: ({ modified }) => timeView(modified, 'ago') },
    { heading: t.modifiedBy, cell: ({ modifiedBy }) => uriView(modifiedBy) },
    ...(sort === undefined ? [] : [created]),
    {
      heading: t.notes,
      cell: ({ pending, movedTo }) =>
        pending === 0 && movedTo === null
          ? nothing
          : html`${pending > 0 ? chip(t.pending(pending), 'wait') : nothing}
            ${movedTo === null ? nothing : chip(t.moved, 'quiet')}`,
    },
  ];
}

export const objectsTable = (rows: readonly ObjectItem[]): TemplateResult =>
  table({ caption: t.title, rows, columns: objectColumns() });
