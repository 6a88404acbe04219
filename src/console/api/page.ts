/** Pages of the console's lists. */
import { invalidQuery, type Page, type QueryParameters } from '../../http/query-parameters.js';
import { page, type QueryParameter } from '../../openapi/query.js';

const PAGE_LIMIT = 50;
/**
 * `limit` and `skip`, or the place of a `Link`.
 *
 * @throws ServiceError `invalid-query` for more than a page may have.
 */
export function pageOf(
  query: QueryParameters,
  { maxSkip = Infinity, fallback = PAGE_LIMIT, max = PAGE_LIMIT } = {},
): Page {
  const page = query.page(fallback, max);
  if (page.offset > maxSkip) throw invalidQuery('skip', `must be at most ${maxSkip}`);
  return page;
}

/**
 * One of several values.
 *
 * @throws ServiceError `invalid-query` for any other value.
 */
export function choice<Value extends string>(
  query: QueryParameters,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const text = query.text(name);
  if (text === undefined) return fallback;
  const value = values.find((one) => one === text);
  if (value !== undefined) return value;
  throw invalidQuery(name, `must be one of ${values.join(', ')}`);
}

/** The page of a list of the console. */
export const consolePage = (
  more: { readonly maximumSkip?: number; readonly isNumbered?: boolean; readonly isForward?: boolean } = {},
): QueryParameter<Page> => page({ fallback: PAGE_LIMIT, maximum: PAGE_LIMIT, ...more });
