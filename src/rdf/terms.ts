/**
 * The RDF terms of the house: RDF/JS terms made by rdf-ext, with branded IRIs so that a text which nobody has
 * checked cannot be taken for one.
 */
import { isIPv6 } from 'node:net';
// By their files: the package's front door also loads every syntax's reader and writer, half of what a start costs.
import DataFactory from 'rdf-ext/DataFactory.js';
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

export type { BlankNode, Literal, NamedNode, Quad, Quad_Object, Quad_Subject, Term };

declare const iriBrand: unique symbol;

/** An absolute IRI that has been checked (RFC 3987). */
export type Iri = string & { readonly [iriBrand]: true };

/** A NamedNode whose value is a checked IRI. */
export type IriNode = NamedNode<Iri>;

// RFC 3987, the absolute forms. The engine's own check is the same, and what it refuses must not come so far.
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

/** A longer one would take more of a stack than there is; nobody can call it either. */
const MAX_IRI_LENGTH = 100_000;

/** Whether a text is an absolute IRI (RFC 3987) that can be written down in every RDF syntax. */
export function isIri(text: string): text is Iri {
  if (text.length > MAX_IRI_LENGTH || !IRI.test(text)) return false;
  // Brackets stand around a host only; the expression knows its characters, not how an address is made of them.
  const open = text.indexOf('[');
  return open === -1 || isIPv6(text.slice(open + 1, text.indexOf(']')));
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

/**
 * The same text in memory of its own, for what is kept for long: V8 cuts a text out of a longer one by pointing into it, so
 * that a graph's one IRI keeps the whole graph's text. V8's serializer writes it out and reads it anew.
 */
export function detachString<Text extends string>(text: Text): Text {
  return structuredClone(text);
}

export const factory = new DataFactory();
factory.init();
/** A checked IRI as a term. */
export function node(value: Iri): IriNode {
  return factory.namedNode(value);
}

/** A text of our own making as a term (see `iri`). */
export function namedNode(text: string): IriNode {
  return factory.namedNode(iri(text));
}

/** What follows the last `#` or `/` of an IRI. */
export function localName(iri: string): string {
  return iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);
}

export function isNamedNode(term: Term): term is NamedNode {
  return term.termType === 'NamedNode';
}

export function isLiteral(term: Term): term is Literal {
  return term.termType === 'Literal';
}

/** A statement in the default graph. */
export function triple(subject: Quad_Subject, predicate: Quad_Predicate, object: Quad_Object): Quad {
  return factory.quad(subject, predicate, object);
}
