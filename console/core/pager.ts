/** The pages of a list, 50 a page, in the address. */
import { html, nothing, type TemplateResult } from 'lit';
import { href, type Route, withQuery } from './router.js';
import { shared } from './shared.js';

export const PAGE_SIZE = 50;

/** The page that an address names, from 1. */
export function pageNumber(route: Route): number {
  const page = Number(route.query.get('page') ?? '1');
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}

/** `limit` and `skip` of a request. One more is asked for where the total is unknown. */
export function pageRange(route: Route): { readonly limit: number; readonly skip: number } {
  return { limit: PAGE_SIZE, skip: (pageNumber(route) - 1) * PAGE_SIZE };
}

export function pager(route: Route, total: number | null, count: number): TemplateResult | typeof nothing {
  const page = pageNumber(route);
  const pages = total === null ? null : Math.max(1, Math.ceil(total / PAGE_SIZE));
  const hasNext = pages === null ? count === PAGE_SIZE : page < pages;
  if (page === 1 && !hasNext) return nothing;
  const link = (to: number, text: string, shown: boolean): unknown =>
    shown
      ? html`<a class="button" href=${href(withQuery(route, { page: to === 1 ? undefined : String(to) }))}>${text}</a>`
      : nothing;
  return html`<nav class="pager" aria-label=${shared.pages}>
    ${link(page - 1, shared.previous, page > 1)} <span>${shared.page(page, pages)}</span>
    ${link(page + 1, shared.next, hasNext)}
  </nav>`;
}
