/** The terms of OWL and SHACL in ontologies and shapes. */
import type { NamedNode } from '../rdf/terms.js';
import { terms } from '../rdf/vocabulary.js';

export const owlNs = 'http://www.w3.org/2002/07/owl#';
export const schemaNs = 'https://schema.org/';
export const shNs = 'http://www.w3.org/ns/shacl#';
/** The namespace of the derived shapes: a URN, since it has no content to fetch. */
export const shapeNs = 'urn:cargograph:shape:';
/** The code lists of the oldest model: `coreCodeLists#<List>_<Code>` is `code-lists/<List>#<Code>` (D6). */
export const coreCodeListsNs = 'https://onerecord.iata.org/ns/coreCodeLists#';

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

/** `schema:rangeIncludes`: one kind of value that a property may have. */
export const schema = terms(schemaNs, ['rangeIncludes']);

export const sh = terms(shNs, [
  'BlankNodeOrIRI',
  'IRI',
  'Literal',
  'NodeShape',
  'PropertyShape',
  'Violation',
  'Warning',
  'Info',
  'MinCountConstraintComponent',
  'MaxCountConstraintComponent',
  'HasValueConstraintComponent',
  'QualifiedMinCountConstraintComponent',
  'QualifiedMaxCountConstraintComponent',
  'LessThanConstraintComponent',
  'LessThanOrEqualsConstraintComponent',
  'alternativePath',
  'class',
  'closed',
  'datatype',
  'deactivated',
  'description',
  'equals',
  'flags',
  'hasValue',
  'ignoredProperties',
  'in',
  'inversePath',
  'lessThan',
  'lessThanOrEquals',
  'maxCount',
  'maxExclusive',
  'maxInclusive',
  'maxLength',
  'message',
  'minCount',
  'minExclusive',
  'minInclusive',
  'minLength',
  'name',
  'node',
  'nodeKind',
  'not',
  'oneOrMorePath',
  'or',
  'path',
  'pattern',
  'property',
  'qualifiedMaxCount',
  'qualifiedMinCount',
  'qualifiedValueShape',
  'severity',
  'targetClass',
  'targetNode',
  'targetObjectsOf',
  'targetSubjectsOf',
  'uniqueLang',
  'zeroOrMorePath',
  'zeroOrOnePath',
]);

/** The IRIs of terms, as a set for lookups. */
export const irisOf = (...nodes: readonly NamedNode[]): ReadonlySet<string> => new Set(nodes.map(({ value }) => value));
