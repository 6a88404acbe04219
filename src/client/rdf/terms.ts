/** The terms and quads of RDF/JS, as far as an answer has them; the client needs no package for them (T34, T41). */

/**
 * An IRI.
 *
 * @since 0.3.0
 */
export interface NamedNode {
  readonly termType: 'NamedNode';
  readonly value: string;
  equals(other: AnyTerm | null | undefined): boolean;
}

/**
 * A node without an IRI; its label holds within one answer.
 *
 * @since 0.3.0
 */
export interface BlankNode {
  readonly termType: 'BlankNode';
  readonly value: string;
  equals(other: AnyTerm | null | undefined): boolean;
}

/**
 * A literal with its lexical form.
 *
 * @since 0.3.0
 */
export interface Literal {
  readonly termType: 'Literal';
  readonly value: string;
  readonly language: string;
  readonly datatype: NamedNode;
  equals(other: AnyTerm | null | undefined): boolean;
}

/**
 * The only graph of an answer.
 *
 * @since 0.3.0
 */
export interface DefaultGraph {
  readonly termType: 'DefaultGraph';
  readonly value: '';
  equals(other: AnyTerm | null | undefined): boolean;
}

/**
 * What a term is compared with.
 *
 * @since 0.3.0
 */
export interface AnyTerm {
  readonly termType: string;
  readonly value: string;
}

/**
 * A subject.
 *
 * @since 0.3.0
 */
export type Resource = NamedNode | BlankNode;

/**
 * An object of a statement.
 *
 * @since 0.3.0
 */
export type Term = Resource | Literal;

/**
 * A statement, as RDF/JS has it.
 *
 * @since 0.3.0
 */
export interface Quad {
  readonly termType: 'Quad';
  readonly value: '';
  readonly subject: Resource;
  readonly predicate: NamedNode;
  readonly object: Term;
  readonly graph: DefaultGraph;
  equals(other: Quad | null | undefined): boolean;
}

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** The namespace of the datatypes. */
export const xsd = 'http://www.w3.org/2001/XMLSchema#';
/** The property that names a class. */
export const rdfType = `${rdf}type`;
const langString = `${rdf}langString`;

/** Terms are compared by methods of their classes: an answer has thousands. */
class Name<Type extends string, Value extends string> {
  constructor(
    readonly termType: Type,
    readonly value: Value,
  ) {}

  equals(other: AnyTerm | null | undefined): boolean {
    return isSame(this, other);
  }
}

class LiteralTerm implements Literal {
  readonly termType = 'Literal';
  constructor(
    readonly value: string,
    readonly datatype: NamedNode,
    readonly language: string,
  ) {}

  equals(other: AnyTerm | null | undefined): boolean {
    return isSame(this, other) && isLiteral(other) && termKey(other) === termKey(this);
  }
}

function isSame(term: AnyTerm, other: AnyTerm | null | undefined): other is AnyTerm {
  return other?.termType === term.termType && other.value === term.value;
}

function isLiteral(term: AnyTerm): term is Literal {
  return term.termType === 'Literal' && 'datatype' in term && 'language' in term;
}

const defaultGraph: DefaultGraph = new Name('DefaultGraph', '');

class Statement implements Quad {
  readonly termType = 'Quad';
  readonly value = '';
  readonly graph = defaultGraph;
  constructor(
    readonly subject: Resource,
    readonly predicate: NamedNode,
    readonly object: Term,
  ) {}

  equals(other: Quad | null | undefined): boolean {
    return other?.termType === 'Quad' && quadKey(other) === quadKey(this);
  }
}

export const namedNode = (value: string): NamedNode => new Name('NamedNode', value);
export const blankNode = (value: string): BlankNode => new Name('BlankNode', value);

export function literal(value: string, datatype = `${xsd}string`, language = ''): Literal {
  return new LiteralTerm(value, namedNode(language === '' ? datatype : langString), language);
}

export const quad = (subject: Resource, predicate: NamedNode, object: Term): Quad =>
  new Statement(subject, predicate, object);

/** The same text for equal terms, for maps and sets. */
export function termKey(term: Term): string {
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  // The length makes it unambiguous, whatever the text has.
  return `${term.value.length}"${term.value}@${term.language.toLowerCase()}^${term.datatype.value}`;
}

/** The same text for equal statements. */
export function quadKey({ subject, predicate, object }: Quad): string {
  return `${termKey(subject)} ${termKey(predicate)} ${termKey(object)}`;
}
