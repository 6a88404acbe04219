/** The groups of results, of objects by their classes (K30). */
import type { Model } from '../../model/model.js';
import { type Iri, iri } from '../../rdf/terms.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';
import type { LookupGroup } from '../responses.js';

const classes: readonly (readonly [LookupGroup, string])[] = [
  ['shipment', 'Shipment'],
  ['waybill', 'Waybill'],
  ['piece', 'Piece'],
  ['unit', 'LoadingUnit'],
  ['flight', 'TransportMovement'],
  ['partner', 'LogisticsAgent'],
];

/** The group of a class in a list of results. */
export function groupOf(
  type: Iri,
  { model, vocabulary }: { readonly model: Pick<Model, 'isSubclassOf'>; readonly vocabulary: Vocabulary },
): LookupGroup {
  const { cargo } = vocabulary.namespaces;
  return classes.find(([, name]) => model.isSubclassOf(type, iri(cargo + name)))?.[0] ?? 'object';
}
