/** Values as plain objects (T40). */

/**
 * A link to another object, a code, or a value of an enumeration.
 *
 * @since 0.3.0
 */
export interface Reference {
  '@id': string;
}

/**
 * A literal with a datatype or a language that the model does not give it; only for writing.
 *
 * @since 0.3.0
 */
export interface LiteralValue {
  '@value': string;
  /** The IRI of the datatype. */
  '@type'?: string;
  '@language'?: string;
}

/**
 * A value of a property: a text, a number, a boolean, a reference or an embedded object.
 *
 * @since 0.3.0
 */
export type PropertyValue = string | number | boolean | Reference | LiteralValue | NodeValue;

/**
 * An object without the types of a data model: a class has its full IRI or its short name, as a property has.
 *
 * @since 0.3.0
 */
export interface NodeValue {
  '@id'?: string;
  '@type'?: string;
  [property: string]: PropertyValue | PropertyValue[] | undefined;
}

/**
 * What is created or read: a class of a data model (`Piece`), or a {@link NodeValue}.
 *
 * @since 0.3.0
 */
export interface Typed {
  '@id'?: string;
  '@type'?: string;
}
