/** The part of shacl-engine that we use; the package has no types of its own. */
declare module 'shacl-engine' {
  import type { DataFactory, Quad, Term } from '@rdfjs/types';

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
    readonly shape: { readonly ptr: { readonly term: Term } };
    readonly path: readonly { readonly predicates: readonly Term[] }[] | null;
    readonly value?: { readonly term: Term };
  }

  export interface ValidationReport {
    readonly conforms: boolean;
    readonly results: readonly ValidationResult[];
  }

  export class Validator {
    constructor(shapes: Matchable, options: { readonly factory: DataFactory });
    validate(
      data: { readonly dataset: Matchable; readonly terms?: readonly Term[] },
      shapes?: readonly { readonly terms: readonly Term[] }[],
    ): Promise<ValidationReport>;
  }
}
