/** Pages of collections, in which all lists are answered. */
import { literal, schemaRef } from './json-ld.js';
import type { HeaderName } from './headers.js';
import { rdfResponse } from './responses.js';
import type { DescriptionContext } from './section.js';
import type { JsonValue, Response } from './types.js';

/**
 * 200 with a page of a collection, with one item as the example.
 *
 * @param context the example's `@context`, if it is not the usual one.
 */
export function collectionResponse(
  node: DescriptionContext,
  description: string,
  path: string,
  item: JsonValue,
  context: JsonValue = node.context,
  headers: readonly HeaderName[] = [],
): Response {
  const example = {
    '@context': context,
    '@id': node.uri(path),
    '@type': 'api:Collection',
    'api:hasItem': item,
    'api:hasTotalItems': literal('1', 'nonNegativeInteger'),
  };
  return rdfResponse(description, schemaRef('Collection'), example, [...headers, 'Link']);
}
