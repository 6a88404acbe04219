/** What a validation finds. */
import type { Iri } from '../../rdf/terms.js';

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
  /** Whether it is a matter of the data model, which lenient mode does not enforce; a rule of the exchange is one in both (D40). */
  readonly strictOnly?: boolean;
}
