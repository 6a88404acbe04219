/** The results of a validation. */
import type { LanguageText } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';

/**
 * A required property is missing, a property has too many values or a wrong value, or a name in the namespaces of the
 * exchange is unknown.
 */
export type ViolationKind = 'missing' | 'too-many' | 'value' | 'unknown-property' | 'unknown-class';

/** A remark of one of the operator's shapes that does not refuse data: `sh:Warning` and `sh:Info` (D76). */
export type Caution = 'warning' | 'info';

/** A violation of the model, with a sentence about its correction. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly message: string;
  /** The resource at fault; for an embedded object the resource that contains it. */
  readonly resource?: Iri;
  readonly property?: Iri;
  /** The operator's shape, if it has a name (D76). */
  readonly shape?: Iri;
  /** The message in all available languages, if the author of a shape wrote it. */
  readonly texts?: readonly LanguageText[];
  /** Absent if the data is refused. */
  readonly caution?: Caution;
  /**
   * Whether it violates only the data model, which lenient mode does not enforce; both modes enforce the rules of the
   * exchange (D40).
   */
  readonly strictOnly?: boolean;
}
