/** `Link` to the neighbouring pages of a list (RFC 8288; D69). */
import type { ListPosition } from '../store/lookup.js';
import type { ListedEntries } from '../store/lookup-page.js';
import type { PageRequest, QueryParameters } from './query-parameters.js';

/** The default number of items of a page. */
export const PAGE_LIMIT = 100;

/** Header fields: `Link`, if there is another page. */
type LinkField = Readonly<Record<string, string>>;

/**
 * `Link` to the next and the previous page, if any, by the positions where this page ends and begins. A client that
 * follows them sees each entry that stays in the list, even while others are added and removed. None for `limit=0`.
 */
export function pageLinks(
  address: string,
  query: QueryParameters,
  { limit }: PageRequest,
  { entries, hasNext, hasPrevious }: Positioned,
): LinkField {
  const [first, last] = [entries[0], entries.at(-1)];
  if (limit === 0 || first === undefined || last === undefined) return {};
  return linkField(address, query, [
    ...(hasNext ? [['next', { limit, after: last }] as const] : []),
    ...(hasPrevious ? [['prev', { limit, before: first }] as const] : []),
  ]);
}

/** The cursors of the neighbouring pages, for the answer. */
export interface PageCursors {
  readonly next: string | null;
  readonly previous: string | null;
}

/** A page with the positions where it begins and ends. */
type Positioned = Pick<ListedEntries, 'hasNext' | 'hasPrevious'> & { readonly entries: readonly ListPosition[] };

/** The cursors of the pages that `pageLinks` leads to (K80). */
export function pageCursors(
  query: QueryParameters,
  { limit }: PageRequest,
  { entries, hasNext, hasPrevious }: Positioned,
): PageCursors {
  const [first, last] = limit === 0 ? [] : [entries[0], entries.at(-1)];
  return {
    next: hasNext && last !== undefined ? query.cursor(last) : null,
    previous: hasPrevious && first !== undefined ? query.cursor(first) : null,
  };
}

/** `Link` to the page after a position; none for undefined. */
export function nextLink(
  address: string,
  query: QueryParameters,
  { limit }: PageRequest,
  position: ListPosition | undefined,
): LinkField {
  return position === undefined ? {} : linkField(address, query, [['next', { limit, after: position }]]);
}

/** As `pageLinks`, by numbers, for a list that is filtered or sorted after it was read. */
export function numberedPageLinks(
  address: string,
  query: QueryParameters,
  { limit, offset }: PageRequest,
  total: number,
): LinkField {
  if (limit === 0) return {};
  return linkField(address, query, [
    ...(offset + limit < total ? [['next', { limit, offset: offset + limit }] as const] : []),
    ...(offset > 0 && total > 0 ? [['prev', prevOf({ limit, offset: Math.min(offset, total) })] as const] : []),
  ]);
}

function linkField(
  address: string,
  query: QueryParameters,
  pages: readonly (readonly [relation: string, page: Partial<PageRequest>])[],
): LinkField {
  const links = pages.map(([relation, page]) => `<${address}?${query.forPage(page)}>; rel="${relation}"`);
  return links.length === 0 ? {} : { Link: links.join(', ') };
}

/** The page before this one; the first page may be shorter. */
function prevOf({ limit, offset }: PageRequest): PageRequest {
  return { limit: Math.min(limit, offset), offset: Math.max(0, offset - limit) };
}
