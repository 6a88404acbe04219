/** The part of shacl-engine that we use; the package has no types of its own. */
declare module 'shacl-engine' {
  import type { DataFactory, Literal, Quad, Term } from '@rdfjs/types';

  /** What the engine asks of data: to be matched, and to say whether there is any. */
  export interface Matchable extends Iterable<Quad> {
    readonly size: number;
    match(
      subject?: Term | null,
      predicate?: Term | null,
      object?: Term | null,
      graph?: Term | null,
    ): Iterable<Quad> & { readonly size: number };
  }

  export interface ValidationResult {
    readonly constraintComponent: Term;
    readonly focusNode: { readonly term: Term };
    /** What the shape says, with the operands of the constraint in place of their names; or what the engine says. */
    readonly message: readonly Literal[];
    readonly severity: Term;
    readonly shape: { readonly ptr: { readonly term: Term }; readonly message: readonly Term[] };
    readonly path: readonly { readonly start: 'subject' | 'object'; readonly predicates: readonly Term[] }[] | null;
    readonly value?: { readonly term: Term };
  }

  export interface ValidationReport {
    readonly results: readonly ValidationResult[];
  }

  /** A shape as it is being checked; `shapeValidator` is what asks its constraints. */
  export interface Shape {
    readonly shapeValidator: { validate(context: Context): Promise<Context> };
    validate(context: Context): Promise<Context>;
  }

  export interface Context {
    readonly processed: Set<string>;
    id(of: { readonly shape: Shape }): string;
  }

  export class Validator {
    constructor(shapes: Matchable, options: { readonly factory: DataFactory });
    /** The shape that a pointer into the shapes points to, the same one each time; null for none. */
    shape(pointer: unknown): Shape | null;
    validate(
      data: { readonly dataset: Matchable; readonly terms?: readonly Term[] },
      shapes?: readonly { readonly terms: readonly Term[] }[],
    ): Promise<ValidationReport>;
  }
}

/** The check of literals that the engine uses for sh:datatype; it has no types of its own. */
declare module 'rdf-validation' {
  import type { Literal } from '@rdfjs/types';

  export class XsdValidation {
    /** Whether a literal's text is in the lexical space of its datatype; true for a datatype that is not XSD's. */
    validateSimple(literal: Literal): boolean;
  }
}
