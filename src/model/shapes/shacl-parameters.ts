/**
 * The supported terms of SHACL, with the operand and the position of each. Other terms are misspelled or not evaluated,
 * such as SPARQL constraints.
 */

/** The operand of a term. */
export type Operand =
  | 'annotation'
  | 'boolean'
  | 'class'
  | 'count'
  | 'flags'
  | 'iri'
  | 'iris'
  | 'languages'
  | 'literal'
  | 'node-kind'
  | 'path'
  | 'pattern'
  | 'property'
  | 'property-shape'
  | 'severity'
  | 'shape'
  | 'shapes'
  | 'term'
  | 'terms'
  | 'text';

export interface Parameter {
  readonly takes: Operand;
  /**
   * Whether a shape may have it several times. By default once: the engine would evaluate only one of them, or a
   * mixture.
   */
  readonly many?: true;
  /** The kind of shape that may have it; both by default. */
  readonly on?: 'node shape' | 'property shape';
}

const one = (takes: Operand, on?: Parameter['on']): Parameter => ({ takes, ...(on !== undefined && { on }) });
const many = (takes: Operand): Parameter => ({ takes, many: true });

const targets = {
  targetClass: many('class'),
  targetNode: many('iri'),
  targetObjectsOf: many('property'),
  targetSubjectsOf: many('property'),
} as const;

const constraints = {
  and: many('shapes'),
  class: many('class'),
  closed: one('boolean', 'node shape'),
  datatype: one('iri'),
  disjoint: one('property'),
  equals: one('property'),
  flags: one('flags'),
  hasValue: one('term'),
  ignoredProperties: one('iris', 'node shape'),
  in: one('terms'),
  languageIn: one('languages'),
  lessThan: one('property', 'property shape'),
  lessThanOrEquals: one('property', 'property shape'),
  maxCount: one('count', 'property shape'),
  maxExclusive: one('literal'),
  maxInclusive: one('literal'),
  maxLength: one('count'),
  minCount: one('count', 'property shape'),
  minExclusive: one('literal'),
  minInclusive: one('literal'),
  minLength: one('count'),
  node: many('shape'),
  nodeKind: one('node-kind'),
  not: one('shape'),
  or: one('shapes'),
  pattern: one('pattern'),
  property: many('property-shape'),
  qualifiedMaxCount: one('count', 'property shape'),
  qualifiedMinCount: one('count', 'property shape'),
  qualifiedValueShape: one('shape', 'property shape'),
  uniqueLang: one('boolean', 'property shape'),
  xone: one('shapes'),
} as const;

const paths = {
  alternativePath: one('annotation'),
  inversePath: one('annotation'),
  oneOrMorePath: one('annotation'),
  zeroOrMorePath: one('annotation'),
  zeroOrOnePath: one('annotation'),
} as const;

const annotations = {
  declare: many('annotation'),
  defaultValue: many('annotation'),
  description: many('text'),
  group: many('annotation'),
  name: many('text'),
  namespace: many('annotation'),
  order: many('annotation'),
  prefix: many('annotation'),
} as const;

/** By their names in SHACL's namespace. */
export const parameters: ReadonlyMap<string, Parameter> = new Map<string, Parameter>(
  Object.entries({
    ...targets,
    ...constraints,
    ...paths,
    ...annotations,
    deactivated: one('boolean'),
    message: many('text'),
    path: one('path'),
    severity: one('severity'),
  }),
);

/** The properties and classes that make a resource a shape. */
export const shapeNames: ReadonlySet<string> = new Set([
  ...Object.keys({ ...targets, ...constraints }),
  ...['path', 'deactivated', 'severity', 'message'],
]);

/** The classes of SHACL whose instances a file may have. */
export const classNames: ReadonlySet<string> = new Set([
  'NodeShape',
  'PropertyShape',
  'Shape',
  'PropertyGroup',
  'PrefixDeclaration',
]);

export const nodeKinds: ReadonlySet<string> = new Set([
  'BlankNode',
  'BlankNodeOrIRI',
  'BlankNodeOrLiteral',
  'IRI',
  'IRIOrLiteral',
  'Literal',
]);

export const severities: ReadonlySet<string> = new Set(['Violation', 'Warning', 'Info']);
