/**
 * The pages of a list, 50 rows each, in the address: First, Previous, Next, Last (K80). A page is named by a cursor of the
 * node, or by the rows before it; `row` is the number of its first row.
 */
import {
  href,
  html,
  nothing,
  number,
  type Pages,
  type Route,
  shared,
  type TemplateResult,
  withQuery,
} from '../core/index.js';

export const PAGE_SIZE = 50;
/** The most rows that the node passes over. */
const MAX_SKIP = 10_000;

/** The parameters of a page in an address. */
type Place = Readonly<Record<'after' | 'before' | 'skip' | 'row', string | undefined>>;

const first: Place = { after: undefined, before: undefined, skip: undefined, row: undefined };

/** A whole number in an address. */
function numberIn(route: Route, name: string, fallback: number): number {
  const value = Number(route.query.get(name) ?? fallback);
  return Number.isInteger(value) && value >= 0 && value < 1_000_000_000 ? value : fallback;
}

/** `limit` of a request, with the cursor of its page or the rows before it. */
export function pageRange(route: Route): Readonly<Record<string, string | number>> {
  for (const name of ['after', 'before']) {
    const cursor = route.query.get(name);
    if (cursor !== null) return { limit: PAGE_SIZE, [name]: cursor };
  }
  return { limit: PAGE_SIZE, skip: numberIn(route, 'skip', 0) };
}

/** The cursors in an answer as pages. */
export const pagesIn = ({
  next,
  previous,
}: {
  readonly next: string | null;
  readonly previous: string | null;
}): Pages => ({
  next: next === null ? null : { after: next },
  previous: previous === null ? null : { before: previous },
});

/** The pages of a list that is read by numbers. */
export function numberedPages(route: Route, total: number): Pages {
  const skip = numberIn(route, 'skip', 0);
  return {
    next: skip + PAGE_SIZE < total ? { skip: String(skip + PAGE_SIZE) } : null,
    previous: skip > 0 ? { skip: String(Math.max(0, skip - PAGE_SIZE)) } : null,
  };
}

/** The number of the first row: known at both ends of the list, and passed on between them. */
export function firstRow(route: Route, { total, count, pages }: PagedRows): number {
  if (pages.previous === null) return 1;
  if (pages.next === null && total !== null) return Math.max(1, total - count + 1);
  return numberIn(route, 'row', numberIn(route, 'skip', 0) + 1);
}

export interface PagedRows {
  /** Null if the node does not count. */
  readonly total: number | null;
  /** The rows on the page. */
  readonly count: number;
  readonly pages: Pages;
}

/** The last page: by the end of the list, or by the rows before it. */
function lastPage({ total, pages: { next } }: PagedRows): Place | undefined {
  if (total === null || next === null) return undefined;
  const skip = Math.floor((total - 1) / PAGE_SIZE) * PAGE_SIZE;
  if ('after' in next) return { ...first, before: 'end', row: String(Math.max(1, total - PAGE_SIZE + 1)) };
  return skip > MAX_SKIP ? undefined : { ...first, skip: String(skip), row: String(skip + 1) };
}

export function pager(route: Route, rows: PagedRows): TemplateResult | typeof nothing {
  const { total, count, pages } = rows;
  const { next, previous } = pages;
  if (next === null && previous === null) return nothing;
  const row = firstRow(route, rows);
  const last = lastPage(rows);
  const link = (text: string, place: Place | undefined): unknown =>
    place === undefined
      ? html`<button type="button" disabled>${text}</button>`
      : html`<a class="button" href=${href(withQuery(route, { page: undefined, ...place }))}>${text}</a>`;
  const to = (page: Readonly<Record<string, string>> | null, begin: number): Place | undefined =>
    page === null ? undefined : { ...first, ...page, row: begin <= 1 ? undefined : String(begin) };
  const isNearBegin = row <= PAGE_SIZE + 1 && previous !== null && 'skip' in previous;
  return html`<nav class="pager" aria-label=${shared.pages}>
    ${link(shared.first, previous === null ? undefined : first)}
    ${link(shared.previous, isNearBegin ? first : to(previous, row - PAGE_SIZE))}
    <span>${shared.rows(number(row), number(row + count - 1), total === null ? null : number(total))}</span>
    ${link(shared.next, to(next, row + count))} ${total === null ? nothing : link(shared.last, last)}
  </nav>`;
}

/** The pages of a list within a page, by a parameter of their own. */
export function rowPager(
  route: Route,
  { name, page, pages }: { readonly name: string; readonly page: number; readonly pages: number },
): TemplateResult | typeof nothing {
  if (pages === 1 && page === 1) return nothing;
  const link = (to: number, text: string): unknown =>
    html`<a class="button" href=${href(withQuery(route, { [name]: to === 1 ? undefined : String(to) }))}>${text}</a>`;
  return html`<nav class="pager" aria-label=${shared.pages}>
    ${page > 1 ? link(page - 1, shared.previous) : nothing} <span>${shared.page(page, pages)}</span>
    ${page < pages ? link(page + 1, shared.next) : nothing}
  </nav>`;
}
