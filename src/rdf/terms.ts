/**
 * The RDF terms of the house: RDF/JS terms made by rdf-ext, with branded IRIs so that a text which nobody has
 * checked cannot be taken for one.
 */
import rdf from 'rdf-ext';
import type { BlankNode, DatasetCore, Literal, NamedNode, Quad, Quad_Object, Quad_Predicate, Quad_Subject, Term } from '@rdfjs/types';

export type { BlankNode, DatasetCore, Literal, NamedNode, Quad, Quad_Object, Quad_Subject, Term };

declare const iriBrand: unique symbol;

/** An absolute IRI that has been checked (RFC 3987's shape: a scheme, and no character that N-Triples forbids). */
export type Iri = string & { readonly [iriBrand]: true };

/** A NamedNode whose value is a checked IRI. */
export type IriNode = NamedNode<Iri>;

// Control characters and these are what neither N-Triples nor SPARQL can hold between < and >.
// eslint-disable-next-line no-control-regex
const IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\u0000-\u0020<>"{}|^`\\]*$/u;

/** Whether a text is an absolute IRI that can be written down in every RDF syntax. */
export function isIri(text: string): text is Iri {
  return IRI.test(text) && text.isWellFormed();
}

/**
 * A text as an IRI.
 *
 * @throws TypeError when it is none: for texts of our own making; what a caller sent is asked with `isIri` first.
 */
export function iri(text: string): Iri {
  if (!isIri(text)) throw new TypeError(`not an absolute IRI: ${JSON.stringify(text)}`);
  return text;
}

/** A checked IRI as a term. */
export function node(value: Iri): IriNode {
  return rdf.namedNode(value);
}

/** A text of our own making as a term (see `iri`). */
export function namedNode(text: string): IriNode {
  return rdf.namedNode(iri(text));
}

export function isNamedNode(term: Term): term is NamedNode {
  return term.termType === 'NamedNode';
}

export function isLiteral(term: Term): term is Literal {
  return term.termType === 'Literal';
}

export const factory = rdf;

/** An RDF/JS dataset of these quads; in the house a dataset is one graph's statements, all in the default graph. */
export function dataset(quads: Iterable<Quad> = []): DatasetCore {
  return rdf.dataset([...quads]);
}

/** A statement in the default graph. */
export function triple(subject: Quad_Subject, predicate: Quad_Predicate, object: Quad_Object): Quad {
  return rdf.quad(subject, predicate, object);
}

/** The objects of a subject's statements with this predicate, in the order the dataset holds them. */
export function objects(data: DatasetCore, subject: Term, predicate: NamedNode): Quad_Object[] {
  return Array.from(data.match(subject, predicate), (quad) => quad.object);
}

/** The first object of a subject's statements with this predicate. */
export function object(data: DatasetCore, subject: Term, predicate: NamedNode): Quad_Object | undefined {
  for (const quad of data.match(subject, predicate)) return quad.object;
  return undefined;
}
