/** The pages of a list, 50 rows each, in the address. */
import {
  href,
  html,
  type NextPage,
  nothing,
  type Route,
  shared,
  type TemplateResult,
  withQuery,
} from '../core/index.js';

export const PAGE_SIZE = 50;

/** The page number in an address, from 1. */
export function pageNumber(route: Route): number {
  const page = Number(route.query.get('page') ?? '1');
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}

/** `limit` and `skip` of a request, or the cursor that the node returned for the next page. */
export function pageRange(route: Route): { readonly limit: number; readonly skip?: number; readonly after?: string } {
  const after = route.query.get('after');
  return after === null ? { limit: PAGE_SIZE, skip: (pageNumber(route) - 1) * PAGE_SIZE } : { limit: PAGE_SIZE, after };
}

/** @param next of a list without a total. */
export function pager(route: Route, total: number | null, next: NextPage = null): TemplateResult | typeof nothing {
  const page = pageNumber(route);
  const pages = total === null ? null : Math.max(1, Math.ceil(total / PAGE_SIZE));
  const hasNext = pages === null ? next !== null : page < pages;
  if (page === 1 && !hasNext) return nothing;
  const link = (to: number, text: string, after?: string): unknown =>
    html`<a class="button" href=${href(withQuery(route, { page: to === 1 ? undefined : String(to), after }))}
      >${text}</a
    >`;
  // A page that was reached by cursor has no known number.
  const previous = route.query.has('after') ? link(1, shared.first) : link(page - 1, shared.previous);
  return html`<nav class="pager" aria-label=${shared.pages}>
    ${page > 1 ? previous : nothing} <span>${shared.page(page, pages)}</span>
    ${hasNext ? link(page + 1, shared.next, next?.after) : nothing}
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
