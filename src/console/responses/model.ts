/** Answers of `GET /internal/model`: the data model that the node checks with. */

/** Without `name`: every name of the model, for completion and for finding. */
export interface ModelNames {
  /** The prefixes that need no declaration in a query. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** The namespace that the lists of codes are below. */
  readonly codeLists: string;
  readonly vocabularies: readonly ModelVocabulary[];
  /** Lists of codes: the codes of `StatusCode` are `<codeLists>StatusCode#<code>`. */
  readonly lists: readonly { readonly name: string; readonly codes: readonly string[] }[];
}

export interface ModelVocabulary {
  readonly namespace: string;
  readonly classes: readonly string[];
  readonly properties: readonly string[];
  readonly individuals: readonly string[];
}

export type ModelTermKind = 'class' | 'property' | 'code';

/** With `name`: everything of this name. */
export interface ModelAnswer {
  readonly name: string;
  readonly items: readonly ModelTerm[];
  /** Whether more have this name than are listed. */
  readonly truncated: boolean;
}

export interface ModelTerm {
  readonly iri: string;
  readonly kind: ModelTermKind;
  readonly label: string | null;
  readonly comment: string | null;
  readonly deprecated: boolean;
  /** Of a class: what it inherits from directly, and what inherits from it. Of a code: its lists. */
  readonly parents: readonly string[];
  readonly children: readonly string[];
  /** Of a class: its properties with those that it inherits, by name. */
  readonly properties: readonly ModelTermProperty[];
  /** Of a property: the datatypes and classes of its values; empty for any. */
  readonly ranges: readonly string[];
  /** What its shape demands of each value, in words. */
  readonly requirement: string | null;
  /** Of a list or an enumeration: the first of its members, their number, and whether others are accepted, too. */
  readonly codes: readonly string[];
  readonly codeCount: number;
  readonly isOpen: boolean;
  /** Of a property: the classes that have it. Of a class: the properties whose values are of it. */
  readonly usedBy: readonly string[];
}

export interface ModelTermProperty {
  readonly property: string;
  /** The class that has it: this one, or one that it inherits from. */
  readonly of: string;
  readonly ranges: readonly string[];
  readonly requirement: string | null;
  readonly min: number;
  /** Null without a limit. */
  readonly max: number | null;
}
