/** What the house asks of the data model: its class hierarchy, and whether data fits its shapes. */
import type { DatasetCore, Iri, Term } from '../rdf/terms.js';

/** One way in which data does not fit the model, in a sentence that tells what to repair. */
export interface Violation {
  readonly message: string;
  readonly resource?: Iri;
  readonly property?: Iri;
}

export interface Model {
  /** Whether the model knows this class. */
  isClass(type: Iri): boolean;
  /** Whether `type` is `ancestor` or inherits from it. */
  isSubclassOf(type: Iri, ancestor: Iri): boolean;
  /** Whether one of these types is LogisticsObject or inherits from it (D6). */
  isLogisticsObject(types: Iterable<Iri>): boolean;
  /** The type that none of the others inherits from (D8); the first one when several stand side by side. */
  mostSpecific(types: readonly [Iri, ...Iri[]]): Iri;
  /** `type` and all that it inherits from. */
  ancestors(type: Iri): ReadonlySet<Iri>;
  /** Whether this is an IRI of a code list's namespace: a code stays the IRI that it is (D6, D42). */
  isCode(iri: Iri): boolean;
  /**
   * The same statements in the model's own forms (D5): an integer or decimal where a property's range is xsd:double or
   * xsd:decimal becomes one, a text or IRI where it is xsd:anyURI becomes a literal of it.
   */
  normalize(data: DatasetCore): DatasetCore;
  /**
   * Checks the given resources, and everything in `data` that has a type of the model, against the shapes of their types.
   *
   * In lenient mode (`VALIDATION=lenient`) the answer is empty and the violations are logged (D40).
   */
  check(data: DatasetCore, roots: readonly Term[]): Promise<Violation[]>;
}
