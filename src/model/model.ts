/** What the house asks of the data model: its class hierarchy, and whether data fits its shapes. */
import type { Graph } from '../rdf/graph.js';
import type { Iri, Term } from '../rdf/terms.js';

/**
 * What is wrong: a property that must be there is missing, is there too often or has a value of the wrong kind, or a
 * name inside the exchange's namespaces that nobody knows.
 */
export type ViolationKind = 'missing' | 'too-many' | 'value' | 'unknown-property' | 'unknown-class';

/** One way in which data does not fit the model, in a sentence that tells what to repair. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly message: string;
  /** The resource at fault; for an embedded object without a name the one that holds it. */
  readonly resource?: Iri;
  readonly property?: Iri;
}

export type OntologyName = 'cargo' | 'api' | 'code-lists';
export type ShapesName = 'cargo' | 'api';

export interface Model {
  /** Whether the model knows this class. */
  isClass(type: Iri): boolean;
  /** Whether `type` is `ancestor` or inherits from it. */
  isSubclassOf(type: Iri, ancestor: Iri): boolean;
  /** Whether one of these types is LogisticsObject or inherits from it (D6). */
  isLogisticsObject(types: Iterable<Iri>): boolean;
  /**
   * The type that none of the others inherits from (D8). When several stand side by side it is the first one that the
   * model knows, or else the first one.
   */
  mostSpecific(types: readonly [Iri, ...Iri[]]): Iri;
  /** `type` and all that it inherits from. */
  ancestors(type: Iri): ReadonlySet<Iri>;
  /** All known classes that inherit from `type`, itself left out. */
  descendants(type: Iri): ReadonlySet<Iri>;
  /** Whether this is an IRI of a code list's namespace: a code stays the IRI that it is (D6, D42). */
  isCode(iri: Iri): boolean;
  /**
   * The same statements in the model's own forms (D5): an integer or decimal where a property's range is xsd:double or
   * xsd:decimal becomes one, a text or IRI where it is xsd:anyURI becomes a literal of it.
   */
  normalize(data: Graph): Graph;
  /**
   * Checks the given resources, and everything in `data` that has a type of the model, against the shapes of their types.
   *
   * In lenient mode (`VALIDATION=lenient`) the answer is empty and the violations are logged (D40).
   */
  check(data: Graph, roots: readonly Term[]): Promise<Violation[]>;
  /** What the node checks with, for partners who want to check before they send. */
  ontologyGraph(name: OntologyName): Graph;
  shapesGraph(name: ShapesName): Graph;
}
