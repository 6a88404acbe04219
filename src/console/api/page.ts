import type { PageRequest } from '../../http/query-parameters.js';
import { page, type QueryParameter } from '../../openapi/query.js';

const PAGE_LIMIT = 50;

/** The page parameters of a list of the console. */
export const consolePage = (
  more: { readonly maximumSkip?: number; readonly isNumbered?: boolean; readonly isForward?: boolean } = {},
): QueryParameter<PageRequest> => page({ fallback: PAGE_LIMIT, maximum: PAGE_LIMIT, ...more });
