/** The part of shacl-engine that we use; the package has no types of its own. */
declare module 'shacl-engine' {
  import type { DataFactory, Literal, Quad, Term } from '@rdfjs/types';

  /** The engine's view of data: matching, and the number of statements. */
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
    /**
     * The message of the shape, with the operands of the constraint in place of their names, or the message of the
     * engine.
     */
    readonly message: readonly Literal[];
    readonly severity: Term;
    readonly shape: { readonly ptr: { readonly term: Term }; readonly message: readonly Term[] };
    readonly path: readonly { readonly start: 'subject' | 'object'; readonly predicates: readonly Term[] }[] | null;
    readonly value?: { readonly term: Term };
  }

  export interface ValidationReport {
    readonly results: readonly ValidationResult[];
  }

  /** A step of a path: from a subject to objects, or back, along any of the predicates. */
  export interface PathStep {
    readonly quantifier: 'one' | 'oneOrMore' | 'zeroOrMore' | 'zeroOrOne';
    readonly start: 'subject' | 'object';
    readonly predicates: readonly Term[];
  }

  /** A constraint: of all values of a property together, of each value or node, or of a node alone. */
  export interface Validation {
    property?(context: Context): Promise<void> | void;
    generic?(context: Context): Promise<void> | void;
    node?(context: Context): Promise<void> | void;
  }

  /** A shape during validation; `shapeValidator` evaluates its constraints. */
  export interface Shape {
    readonly path: readonly PathStep[] | null;
    readonly ptr: Pointer;
    readonly shapeValidator: {
      readonly compiled: readonly Validation[];
      validate(context: Context): Promise<Context>;
      validateProperty(context: Context): Promise<void>;
    };
    validate(context: Context): Promise<Context>;
  }

  /** Terms in a dataset. */
  export interface Pointer {
    readonly term: Term;
    readonly terms: readonly Term[];
    readonly dataset: Matchable;
    node(terms: readonly Term[]): Pointer;
    out(predicates: readonly Term[]): Pointer;
  }

  export interface Context {
    /** The same object for all of one validation. */
    readonly processed: object;
    readonly focusNode: Pointer;
    readonly values?: Pointer;
    readonly report: { readonly results: ValidationResult[] };
    /** With `child`, its results are its own. */
    create(options: {
      readonly child?: boolean;
      readonly shape?: Shape;
      readonly value?: Pointer;
      readonly valueOrNode?: Pointer;
      readonly values?: Pointer;
    }): Context;
    violation(component: Term, options: object): void;
  }

  export class Validator {
    constructor(shapes: Matchable, options: { readonly factory: DataFactory });
    /** The validations of SHACL terms in shapes. */
    readonly registry: { readonly validations: Map<Term, (shape: Shape) => Validation> };
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

/** The part of rdf-canonize that we use; the package has no types of its own. */
declare module 'rdf-canonize' {
  import type { Quad } from '@rdfjs/types';

  interface CanonizeOptions {
    readonly algorithm: 'RDFC-1.0';
    /** Filled with the canonical label of each blank node. */
    readonly canonicalIdMap?: Map<string, string>;
    readonly maxWorkFactor?: number;
    readonly signal?: AbortSignal;
  }

  const canonize: {
    /** The canonical N-Quads of a dataset. */
    canonize(dataset: readonly Quad[], options: CanonizeOptions): Promise<string>;
    readonly NQuads: { serializeQuad(quad: Quad): string };
  };
  export default canonize;
}
