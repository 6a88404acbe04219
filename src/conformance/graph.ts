/** The statements of an answer, read by their RDF meaning (T13). */
import type { Quad, Term } from '@rdfjs/types';
import { rdf } from './names.js';

export type { Quad, Term } from '@rdfjs/types';

export class Graph implements Iterable<Quad> {
  constructor(private readonly quads: readonly Quad[]) {}

  get size(): number {
    return this.quads.length;
  }

  [Symbol.iterator](): Iterator<Quad> {
    return this.quads[Symbol.iterator]();
  }

  /** The objects of statements, each once. @param subject an IRI, or a term that was given by this graph. */
  values(subject: Term | string, predicate: string): Term[] {
    const found: Term[] = [];
    for (const quad of this.quads)
      if (
        isSame(quad.subject, subject) &&
        quad.predicate.value === predicate &&
        !found.some((term) => term.equals(quad.object))
      )
        found.push(quad.object);
    return found;
  }

  /** The only value; undefined for none or several. */
  value(subject: Term | string, predicate: string): Term | undefined {
    const values = this.values(subject, predicate);
    return values.length === 1 ? values[0] : undefined;
  }

  /** The subjects of statements, each once. @param object an IRI or a term; any without. */
  subjects(predicate: string, object?: Term | string): Term[] {
    const found: Term[] = [];
    for (const quad of this.quads)
      if (
        quad.predicate.value === predicate &&
        (object === undefined || isSame(quad.object, object)) &&
        !found.some((term) => term.equals(quad.subject))
      )
        found.push(quad.subject);
    return found;
  }

  /** The instances of a class. */
  instances(type: string): Term[] {
    return this.subjects(`${rdf}type`, type);
  }

  /** The IRIs of a subject's types. */
  types(subject: Term | string): string[] {
    return this.values(subject, `${rdf}type`).map(({ value }) => value);
  }

  has(subject: Term | string, predicate: string, object?: Term | string): boolean {
    return this.values(subject, predicate).some((value) => object === undefined || isSame(value, object));
  }
}

/** An IRI as text is a named node, or (where a server writes it so) a literal: `xsd:anyURI` and IRIs mean the same address. */
function isSame(term: Term, other: Term | string): boolean {
  if (typeof other !== 'string') return term.equals(other);
  return term.termType !== 'BlankNode' && term.value === other;
}
