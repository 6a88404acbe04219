/** The specification's Collection: items and their total number. */
import { graphOf } from '../rdf/graph.js';
import { factory, type NamedNode, type Quad, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { Page, QueryParameters } from './query-parameters.js';
import type { RdfResource } from './representation/representation.js';

interface CollectionItem {
  readonly item: NamedNode;
  /** About the item and the nodes below it. */
  readonly statements: Iterable<Quad>;
}

/**
 * Describes a collection.
 *
 * @param address the collection's URL (`@id`).
 * @param total the number of matches on all pages (D13).
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

/** The default number of items of a page. */
export const PAGE_LIMIT = 100;

/**
 * `Link` to the next and previous page, if there is one (RFC 8288). None for `limit=0`: such a page would link to itself.
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

/** The page before this one; the first page may be shorter. */
function prevOf({ limit, offset }: Page): Page {
  return { limit: Math.min(limit, offset), offset: Math.max(0, offset - limit) };
}
