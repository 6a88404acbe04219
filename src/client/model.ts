/**
 * The table of a data model that `createClient({ model })` takes (T38, T40): the names, ranges and cardinalities of an
 * ontology. `cargograph types` writes one, with the types of its classes; it is plain data, so that a generated
 * file needs nothing of this package.
 */

/**
 * A class of a data model.
 *
 * @since 0.3.0
 */
export interface ModelClass {
  /** Its IRI; absent where that is the namespace of the model and the name of the class. */
  readonly iri?: string;
  /** The names of its direct superclasses in the same table. */
  readonly superclasses?: readonly string[];
  /** Properties that have one value here and in the subclasses, though the row of the property says several. */
  readonly one?: readonly string[];
  /** Properties that have several values here and in the subclasses, though the row of the property says one. */
  readonly many?: readonly string[];
}

/**
 * A property of a data model.
 *
 * @since 0.3.0
 */
export interface ModelProperty {
  /** Its IRI; absent where that is the namespace of the model and the name of the property. */
  readonly iri?: string;
  /**
   * Where its values are from: names of classes, enumerations and code lists of the table, and `xsd:` names of
   * datatypes (`xsd:double`). The first is the one of a new value that fits several.
   */
  readonly range: readonly string[];
  /** Whether an object may have several values. */
  readonly many?: boolean;
}

/**
 * A data model as a client uses it.
 *
 * @since 0.3.0
 */
export interface Model {
  /** The namespace of the classes and properties without an IRI of their own, with its `#` or `/`. */
  readonly namespace: string;
  /** By short name: the local name, or `<prefix>_<local name>` where two namespaces have the same one. */
  readonly classes: Readonly<Record<string, ModelClass>>;
  /** By short name. */
  readonly properties: Readonly<Record<string, ModelProperty>>;
  /** For each code list and enumeration, by short name, what stands before its codes: an IRI with its `#` or `/`. */
  readonly codes: Readonly<Record<string, string>>;
}
