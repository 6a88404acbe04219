/** Answers of the console's addresses: plain JSON (D47). */
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { digest } from '../../http/representation/representation.js';
import type { Content, RequestContext } from '../../http/request-context.js';

/**
 * An answer with a strong tag, so that a page that asks again gets 304 while nothing has changed.
 *
 * @throws ServiceError `not-acceptable` for a caller that takes no JSON.
 */
export function jsonAnswer(
  context: RequestContext,
  answer: object,
  headers: Readonly<Record<string, string>> = {},
): Content {
  requireAcceptable(context.header('accept'), 'application/json');
  const body = jsonBody(answer);
  return { kind: 'content', body, contentType: 'application/json', etag: digest(body), headers };
}
