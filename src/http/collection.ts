/** The specification's Collection: items and their total number. */
import { turns } from '../async/turns.js';
import { graphSteps } from '../rdf/graph.js';
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
 * @param total the number of matches on all pages (D13); undefined if unknown (D69).
 */
export async function collection(
  address: NamedNode,
  items: readonly CollectionItem[],
  total: number | undefined,
  { api }: Vocabulary,
): Promise<RdfResource> {
  function* described(): Generator<Quad> {
    yield triple(address, rdfTerms.type, api.Collection);
    if (total !== undefined)
      yield triple(address, api.hasTotalItems, factory.literal(String(total), xsd.nonNegativeInteger));
    for (const { item, statements } of items) {
      yield triple(address, api.hasItem, item);
      yield* statements;
    }
  }
  return { root: address, data: await turns.run(graphSteps(described())) };
}
