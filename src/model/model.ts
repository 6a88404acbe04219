/** The data model: its class hierarchy, and validation against its shapes. */
import type { Graph } from '../rdf/graph.js';
import type { Iri, Term } from '../rdf/terms.js';

/**
 * A required property is missing, a property has too many values or a wrong one, or a name in the namespaces of the
 * exchange is unknown.
 */
export type ViolationKind = 'missing' | 'too-many' | 'value' | 'unknown-property' | 'unknown-class';

/** A violation of the model, with a sentence that says what to correct. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly message: string;
  /** The resource at fault; for an embedded object the resource that contains it. */
  readonly resource?: Iri;
  readonly property?: Iri;
}

export type OntologyName = 'cargo' | 'api' | 'code-lists';
export type ShapesName = 'cargo' | 'api';

export interface Model {
  /** Whether this is a class of the model. */
  isClass(type: Iri): boolean;
  /** Whether this is a property of the model. */
  isProperty(property: Iri): boolean;
  /** Whether `type` is `ancestor` or inherits from it. */
  isSubclassOf(type: Iri, ancestor: Iri): boolean;
  /** Whether one of these types is LogisticsObject or inherits from it (D6). */
  isLogisticsObject(types: Iterable<Iri>): boolean;
  /**
   * The type that none of the others inherits from (D8). Of several such types, the first class of the
   * model, or else the first one.
   */
  mostSpecific(types: readonly [Iri, ...Iri[]]): Iri;
  /** `type` and all that it inherits from. */
  ancestors(type: Iri): ReadonlySet<Iri>;
  /** All classes that inherit from `type`, without itself. */
  descendants(type: Iri): ReadonlySet<Iri>;
  /** Whether this is an IRI of a code list's namespace: the value of a code stays this IRI (D6, D42). */
  isCode(iri: Iri): boolean;
  /**
   * The same statements in the model's own forms (D5): an integer or decimal where a property's range is xsd:double or
   * xsd:decimal becomes one, a text or IRI where it is xsd:anyURI becomes a literal of it.
   */
  normalize(data: Graph): Graph;
  /**
   * Validates the given resources, and everything in `data` with a type of the model, against the shapes of their types.
   *
   * In lenient mode (`VALIDATION=lenient`) the answer is empty and the violations are logged (D40).
   */
  check(data: Graph, roots: readonly Term[]): Promise<Violation[]>;
  /** The ontologies and shapes in use, for partners who validate before they send. */
  ontologyGraph(name: OntologyName): Graph;
  shapesGraph(name: ShapesName): Graph;
}
