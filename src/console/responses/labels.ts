/** The JSON answers about what things are called. */

/** `GET /internal/labels?uri=`: of each object that the caller may read and that has a label. */
export interface LabelsAnswer {
  readonly items: readonly {
    readonly uri: string;
    readonly label: string;
    readonly type: string;
    /** Whether it is an organization, a company or a person, which people know by name alone. */
    readonly isAgent: boolean;
  }[];
  /** Objects of this node that are asked for and do not exist; told to internal agents. */
  readonly missing: readonly string[];
}

/**
 * `GET /internal/term-labels`: labels of the ontologies that say something else than the names of their classes,
 * properties and codes.
 */
export interface TermLabelsAnswer {
  readonly items: readonly TermLabel[];
  readonly truncated: boolean;
}

export interface TermLabel {
  readonly term: string;
  readonly label: string;
  /** Its language tag; null where the ontology states none. */
  readonly language: string | null;
}
