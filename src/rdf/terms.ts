/** RDF terms: RDF/JS terms of rdf-ext, with branded IRIs, so that an unchecked text cannot be used as an IRI. */
import { isIPv6 } from 'node:net';
import type {
  BlankNode,
  Literal,
  NamedNode,
  Quad,
  Quad_Object,
  Quad_Predicate,
  Quad_Subject,
  Term,
} from '@rdfjs/types';
import { DataFactory } from '../bundled/rdf-ext.js';

export type { BlankNode, Literal, NamedNode, Quad, Quad_Object, Quad_Subject, Term };

declare const iriBrand: unique symbol;

/** A checked absolute IRI (RFC 3987). */
export type Iri = string & { readonly [iriBrand]: true };

/** A NamedNode whose value is a checked IRI. */
export type IriNode = NamedNode<Iri>;

// Absolute IRIs of RFC 3987: the same check as Oxigraph's, so that it never receives an IRI that it rejects.
const UCS =
  '\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}' +
  Array.from(
    { length: 14 },
    (_, plane) => `\\u{${(plane + 1).toString(16)}0000}-\\u{${(plane + 1).toString(16)}FFFD}`,
  ).join('');
const PLAIN = `[A-Za-z0-9\\-._~!$&'()*+,;=:@${UCS}]|%[0-9A-Fa-f]{2}`;
const NAME = `[A-Za-z0-9\\-._~!$&'()*+,;=${UCS}]|%[0-9A-Fa-f]{2}`;
const PRIVATE = '\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}';
const HOST = `(?:\\[[0-9A-Fa-f:.]{2,45}\\]|(?:${NAME})*)`;
const IRI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://(?:(?:${NAME}|:)*@)?${HOST}(?::[0-9]{0,5})?(?:/(?:${PLAIN}|/)*)?|(?!//)(?:${PLAIN}|/)*)` +
    `(?:\\?(?:${PLAIN}|[/?${PRIVATE}])*)?(?:#(?:${PLAIN}|[/?])*)?$`,
  'u',
);

/** Matching a longer text could overflow the stack. */
const MAX_IRI_LENGTH = 100_000;

/** The form of nearly all IRIs: matching it takes half the time of the whole grammar. */
const PLAIN_IRI =
  /^(?:https?:\/\/[A-Za-z0-9.-]+(?::[0-9]{0,5})?(?:\/[A-Za-z0-9._~/-]*)?|internal:[A-Za-z0-9-]*)(?:#[A-Za-z0-9._~/-]*)?$/;

/** Whether a text is an absolute IRI (RFC 3987). */
export function isIri(text: string): text is Iri {
  if (text.length > MAX_IRI_LENGTH) return false;
  if (PLAIN_IRI.test(text)) return true;
  if (!IRI.test(text)) return false;
  // Only a host can have brackets. The expression checks the characters of an IPv6 address, but not its structure.
  const open = text.indexOf('[');
  return open === -1 || isIPv6(text.slice(open + 1, text.indexOf(']')));
}

/**
 * Marks a trusted text as an IRI; check input with `isIri` instead.
 *
 * @throws TypeError for a text that is not an IRI.
 */
export function iri(text: string): Iri {
  if (!isIri(text)) throw new TypeError(`not an absolute IRI: ${JSON.stringify(text)}`);
  return text;
}

/** Valid continuations of any IRI: more of its path, or of its query or fragment. */
const MORE_PATH = /^\/[A-Za-z0-9._~/-]*$/;

const isExtension = (text: string, path: string): text is Iri => MORE_PATH.test(path) || isIri(text);

/**
 * Appends a path to an IRI. Usually only the path needs a check.
 *
 * @param path begins with a slash.
 * @throws TypeError if the result is not an IRI.
 */
export function extended(base: Iri, path: string): Iri {
  const text = base + path;
  if (!isExtension(text, path)) throw new TypeError(`not an absolute IRI: ${JSON.stringify(text)}`);
  return text;
}

/** Copies a sliced string, so that a long-lived string does not retain its parent in memory. */
export function detachString<Text extends string>(text: Text): Text {
  return structuredClone(text);
}

export const factory = new DataFactory();
factory.init();
/** A checked IRI as a term. */
export function node(value: Iri): IriNode {
  return factory.namedNode(value);
}

/** A trusted text as a term (see `iri`). */
export function namedNode(text: string): IriNode {
  return factory.namedNode(iri(text));
}

/** The part of an IRI after its last `#` or `/`. */
export function localName(iri: string): string {
  return iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);
}

export function isNamedNode(term: Term): term is NamedNode {
  return term.termType === 'NamedNode';
}

/**
 * A map key for a term: unique among IRIs and blank nodes (no IRI begins with `_:`); literals with the same text share
 * it.
 */
export function termKey({ termType, value }: Pick<Term, 'termType' | 'value'>): string {
  if (termType === 'NamedNode') return value;
  return termType === 'BlankNode' ? `_:${value}` : `${termType} ${value}`;
}

/** A term that can be the subject of a statement. */
export type Resource = NamedNode | BlankNode;

export function isResource(term: Term): term is Resource {
  return term.termType === 'NamedNode' || term.termType === 'BlankNode';
}

export function isLiteral(term: Term): term is Literal {
  return term.termType === 'Literal';
}

/** A statement in the default graph. */
export function triple(subject: Quad_Subject, predicate: Quad_Predicate, object: Quad_Object): Quad {
  return factory.quad(subject, predicate, object);
}
