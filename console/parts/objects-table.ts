/** Objects as a table. */
import type { ObjectItem } from '../../src/console/responses.js';
import {
  chip,
  type Column,
  html,
  nothing,
  plainText,
  table,
  type TemplateResult,
  typeLabel,
  visibleText,
} from '../core/index.js';
import { objectsTexts as t } from '../texts/objects.js';

/** @param sort how the list is sorted by a column; without it, the time of creation is left out. */
export function objectsTable(
  items: readonly ObjectItem[],
  sort?: (column: 'created' | 'modified') => NonNullable<Column<ObjectItem>['sort']> | undefined,
): TemplateResult {
  const sorted = (column: 'created' | 'modified'): Pick<Column<ObjectItem>, 'sort'> => {
    const by = sort?.(column);
    return by === undefined ? {} : { sort: by };
  };
  return table({
    caption: t.title,
    rows: items,
    columns: [
      {
        heading: t.object,
        isHeading: true,
        cell: ({ uri, label }) => html`<cg-uri .uri=${uri} .label=${label} .compact=${true}></cg-uri>`,
      },
      {
        heading: t.type,
        cell: ({ type }) =>
          html`<span class="type-name" title=${type}>${visibleText(plainText(typeLabel(type), 24))}</span>`,
      },
      { heading: t.revision, isNumber: true, cell: ({ latestRevision }) => latestRevision },
      {
        heading: t.modified,
        ...sorted('modified'),
        cell: ({ modified }) => html`<cg-time .time=${modified} .ago=${true}></cg-time>`,
      },
      {
        heading: t.modifiedBy,
        cell: ({ modifiedBy }) =>
          modifiedBy === null ? nothing : html`<cg-uri .uri=${modifiedBy} .compact=${true}></cg-uri>`,
      },
      ...(sort === undefined
        ? []
        : [
            {
              heading: t.created,
              ...sorted('created'),
              cell: ({ created }: ObjectItem) => html`<cg-time .time=${created}></cg-time>`,
            },
          ]),
      {
        heading: t.notes,
        cell: ({ pending, movedTo }) =>
          pending === 0 && movedTo === null
            ? nothing
            : html`${pending > 0 ? chip(t.pending(pending), 'wait') : nothing}
              ${movedTo === null ? nothing : chip(t.moved, 'quiet')}`,
      },
    ],
  });
}
