/** The names of OWL and SHACL that the data model is written in. */
import { iri } from '../rdf/terms.js';
import { terms } from '../rdf/vocabulary.js';

export const owlNs = 'http://www.w3.org/2002/07/owl#';
export const shNs = 'http://www.w3.org/ns/shacl#';
/** Names of our own shapes: they are told apart from the standard's names, and never fetched. */
export const shapeNs = 'urn:cargograph:shape:';
/** The code lists of the oldest model: `coreCodeLists#<List>_<Code>` is `code-lists/<List>#<Code>` (D6). */
export const coreCodeListsNs = 'https://onerecord.iata.org/ns/coreCodeLists#';

export const rdfsClass = iri('http://www.w3.org/2000/01/rdf-schema#Class');

export const owl = terms(owlNs, [
  'AnnotationProperty',
  'Class',
  'DatatypeProperty',
  'NamedIndividual',
  'ObjectProperty',
  'Ontology',
  'Restriction',
  'Thing',
  'allValuesFrom',
  'cardinality',
  'deprecated',
  'equivalentClass',
  'equivalentProperty',
  'hasValue',
  'intersectionOf',
  'maxCardinality',
  'maxQualifiedCardinality',
  'minCardinality',
  'minQualifiedCardinality',
  'onClass',
  'onDataRange',
  'onDatatype',
  'onProperty',
  'oneOf',
  'qualifiedCardinality',
  'someValuesFrom',
  'unionOf',
  'versionInfo',
  'versionIRI',
  'withRestrictions',
]);

export const sh = terms(shNs, [
  'BlankNodeOrIRI',
  'IRI',
  'IRIOrLiteral',
  'Literal',
  'NodeShape',
  'PropertyShape',
  'MinCountConstraintComponent',
  'MaxCountConstraintComponent',
  'HasValueConstraintComponent',
  'QualifiedMinCountConstraintComponent',
  'QualifiedMaxCountConstraintComponent',
  'class',
  'closed',
  'datatype',
  'description',
  'equals',
  'hasValue',
  'ignoredProperties',
  'in',
  'maxCount',
  'maxExclusive',
  'maxInclusive',
  'maxLength',
  'minCount',
  'minExclusive',
  'minInclusive',
  'minLength',
  'name',
  'node',
  'nodeKind',
  'not',
  'or',
  'path',
  'pattern',
  'property',
  'qualifiedMaxCount',
  'qualifiedMinCount',
  'qualifiedValueShape',
  'targetClass',
  'targetSubjectsOf',
]);
