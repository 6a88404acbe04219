/** What a validation finds. */
import type { LanguageText } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';

/**
 * A required property is missing, a property has too many values or a wrong one, or a name in the namespaces of the
 * exchange is unknown.
 */
export type ViolationKind = 'missing' | 'too-many' | 'value' | 'unknown-property' | 'unknown-class';

/** What a shape of the operator says that does not refuse: `sh:Warning` and `sh:Info` (D76). */
export type Caution = 'warning' | 'info';

/** A violation of the model, with a sentence that says what to correct. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly message: string;
  /** The resource at fault; for an embedded object the resource that contains it. */
  readonly resource?: Iri;
  readonly property?: Iri;
  /** The operator's shape, where it has a name (D76). */
  readonly shape?: Iri;
  /** The message in all languages that there are, if the author of a shape wrote it. */
  readonly texts?: readonly LanguageText[];
  /** Absent where the data is refused. */
  readonly caution?: Caution;
  /** Whether it is a matter of the data model, which lenient mode does not enforce; a rule of the exchange is one in both (D40). */
  readonly strictOnly?: boolean;
}
