/** The specification's Collection: items, and how many matched. */
import { graphOf } from '../rdf/graph.js';
import { factory, type NamedNode, type Quad, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { Page, QueryParameters } from './query-parameters.js';
import type { RdfResource } from './representation.js';

interface CollectionItem {
  readonly item: NamedNode;
  /** What is said of the item, and of what hangs on it. */
  readonly statements: Iterable<Quad>;
}

/**
 * Describes a collection.
 *
 * @param address the collection's own URL (`@id`).
 * @param total how many matched, whatever the page (D13).
 */
export function collection(
  address: NamedNode,
  items: readonly CollectionItem[],
  total: number,
  { api }: Vocabulary,
): RdfResource {
  const data = graphOf([
    triple(address, rdfTerms.type, api.Collection),
    triple(address, api.hasTotalItems, factory.literal(String(total), xsd.nonNegativeInteger)),
    ...items.flatMap(({ item, statements }) => [triple(address, api.hasItem, item), ...statements]),
  ]);
  return { root: address, data };
}

/** How many items a page has when the caller does not say. */
export const PAGE_LIMIT = 100;

/**
 * `Link` to the pages beside this one (RFC 8288): `next` while there are more items, `prev` unless it is the first page.
 * None for an empty page, which would lead to itself.
 */
export function pageLinks(
  address: string,
  query: QueryParameters,
  { limit, offset }: Page,
  total: number,
): { readonly Link?: string } {
  if (limit === 0) return {};
  const link = (relation: string, page: Page): string => `<${address}?${query.forPage(page)}>; rel="${relation}"`;
  const links = [
    ...(offset + limit < total ? [link('next', { limit, offset: offset + limit })] : []),
    ...(offset > 0 && total > 0 ? [link('prev', prevOf({ limit, offset: Math.min(offset, total) }))] : []),
  ];
  return links.length === 0 ? {} : { Link: links.join(', ') };
}

/** The page that ends where this one begins: shorter than the others at the beginning of the list. */
function prevOf({ limit, offset }: Page): Page {
  return { limit: Math.min(limit, offset), offset: Math.max(0, offset - limit) };
}
