/** The specification's Collection: items and their total number. */
import { graphOf } from '../rdf/graph.js';
import { factory, type NamedNode, type Quad, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
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
 * @param total the number of matches on all pages (D13); undefined where it is not known (D69).
 */
export function collection(
  address: NamedNode,
  items: readonly CollectionItem[],
  total: number | undefined,
  { api }: Vocabulary,
): RdfResource {
  const data = graphOf([
    triple(address, rdfTerms.type, api.Collection),
    ...(total === undefined
      ? []
      : [triple(address, api.hasTotalItems, factory.literal(String(total), xsd.nonNegativeInteger))]),
    ...items.flatMap(({ item, statements }) => [triple(address, api.hasItem, item), ...statements]),
  ]);
  return { root: address, data };
}
