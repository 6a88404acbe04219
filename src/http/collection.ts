/** The specification's Collection: items, and how many matched. */
import { graphOf } from '../rdf/graph.js';
import { factory, type NamedNode, type Quad, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { Description } from './representation.js';

export interface CollectionItem {
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
): Description {
  const data = graphOf([
    triple(address, rdfTerms.type, api.Collection),
    triple(address, api.hasTotalItems, factory.literal(String(total), xsd.nonNegativeInteger)),
    ...items.flatMap(({ item, statements }) => [triple(address, api.hasItem, item), ...statements]),
  ]);
  return { root: address, data };
}
