/**
 * Statements to be read only, found by subject or by object. The model asks a few hundred small questions of a graph
 * for each check, and rdf-ext's dataset builds a whole index for the answer to each of them.
 */
import type { Matchable } from 'shacl-engine';
import { isIri, type Iri, type NamedNode, type Quad, type Quad_Object, type Term } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';

const none: readonly Quad[] = [];

class Answer implements Iterable<Quad> {
  constructor(private readonly quads: readonly Quad[]) {}

  get size(): number {
    return this.quads.length;
  }

  [Symbol.iterator](): Iterator<Quad> {
    return this.quads[Symbol.iterator]();
  }
}

/** An IRI and a blank node may have the same text, so a key tells them apart. Literals share a key with their like. */
function key(term: Term): string {
  return term.termType === 'NamedNode' ? term.value : `${term.termType} ${term.value}`;
}

export class Graph implements Matchable {
  readonly #quads: readonly Quad[];
  readonly #bySubject = new Map<string, Quad[]>();
  #byObject: Map<string, Quad[]> | undefined;
  #byPredicate: Map<string, Quad[]> | undefined;

  constructor(quads: Iterable<Quad>) {
    this.#quads = [...quads];
    for (const quad of this.#quads) file(this.#bySubject, quad.subject, quad);
  }

  get size(): number {
    return this.#quads.length;
  }

  [Symbol.iterator](): Iterator<Quad> {
    return this.#quads[Symbol.iterator]();
  }

  match(subject?: Term | null, predicate?: Term | null, object?: Term | null): Answer {
    const found = this.#candidates(subject, predicate, object).filter(
      (quad) =>
        (!subject || quad.subject.equals(subject)) &&
        (!predicate || quad.predicate.equals(predicate)) &&
        (!object || quad.object.equals(object)),
    );
    return new Answer(found);
  }

  /** The subjects, each once, in the order in which they come first. */
  subjects(): Quad['subject'][] {
    return Array.from(this.#bySubject.values(), ([first]) => first?.subject).filter((term) => term !== undefined);
  }

  /** The statements about a subject. */
  about(subject: Term): readonly Quad[] {
    return this.#bySubject.get(key(subject)) ?? none;
  }

  /** The statements that link to a node. */
  linksTo(object: Term): readonly Quad[] {
    return this.#objectIndex().get(key(object)) ?? none;
  }

  objects(subject: Term, predicate: NamedNode): Quad_Object[] {
    return this.about(subject)
      .filter((quad) => quad.predicate.equals(predicate))
      .map((quad) => quad.object);
  }

  object(subject: Term, predicate: NamedNode): Quad_Object | undefined {
    return this.about(subject).find((quad) => quad.predicate.equals(predicate))?.object;
  }

  /** The types that are stated of a node. */
  types(subject: Term): Iri[] {
    return this.objects(subject, rdfTerms.type)
      .filter((term) => term.termType === 'NamedNode')
      .map((term) => term.value)
      .filter(isIri);
  }

  /** The members of an RDF list; what is broken or runs in a circle ends it. */
  list(head: Term | undefined): Quad_Object[] {
    const members: Quad_Object[] = [];
    const seen = new Set<string>();
    for (let rest = head; rest !== undefined && !rest.equals(rdfTerms.nil) && !seen.has(key(rest));) {
      seen.add(key(rest));
      const member = this.object(rest, rdfTerms.first);
      if (member !== undefined) members.push(member);
      rest = this.object(rest, rdfTerms.rest);
    }
    return members;
  }

  #candidates(subject?: Term | null, predicate?: Term | null, object?: Term | null): readonly Quad[] {
    if (subject) return this.about(subject);
    if (object) return this.linksTo(object);
    if (predicate) return this.#predicateIndex().get(key(predicate)) ?? none;
    return this.#quads;
  }

  #objectIndex(): Map<string, Quad[]> {
    if (this.#byObject === undefined) {
      this.#byObject = new Map();
      for (const quad of this.#quads) file(this.#byObject, quad.object, quad);
    }
    return this.#byObject;
  }

  #predicateIndex(): Map<string, Quad[]> {
    if (this.#byPredicate === undefined) {
      this.#byPredicate = new Map();
      for (const quad of this.#quads) file(this.#byPredicate, quad.predicate, quad);
    }
    return this.#byPredicate;
  }
}

function file(index: Map<string, Quad[]>, term: Term, quad: Quad): void {
  const filed = index.get(key(term));
  if (filed === undefined) index.set(key(term), [quad]);
  else filed.push(quad);
}

/**
 * A graph again and again, each time with only so many of the values that a subject has of a property, until each value
 * was there once: a SHACL engine's time grows with the square of the number of a property's values.
 */
export function* excerpts(graph: Graph, subject: Term, property: string, size: number): Generator<Matchable> {
  const quads = graph.about(subject).filter(({ predicate }) => predicate.value === property);
  for (let start = 0; start < quads.length; start += size) {
    // The last one is as large as the others, so that no count seems too small.
    const from = Math.max(0, Math.min(start, quads.length - size));
    yield new Excerpt(graph, subject, property, quads.slice(from, from + size));
  }
}

class Excerpt implements Matchable {
  constructor(
    private readonly graph: Graph,
    private readonly subject: Term,
    private readonly property: string,
    private readonly quads: readonly Quad[],
  ) {}

  get size(): number {
    return this.graph.size;
  }

  [Symbol.iterator](): Iterator<Quad> {
    return this.match()[Symbol.iterator]();
  }

  match(subject?: Term | null, predicate?: Term | null, object?: Term | null): Answer {
    if (subject?.equals(this.subject) === true && predicate?.value === this.property) {
      return new Answer(object ? this.quads.filter((quad) => quad.object.equals(object)) : this.quads);
    }
    const kept = new Set(this.quads);
    const isLeftOut = (quad: Quad): boolean =>
      quad.predicate.value === this.property && quad.subject.equals(this.subject) && !kept.has(quad);
    return new Answer(Array.from(this.graph.match(subject, predicate, object)).filter((quad) => !isLeftOut(quad)));
  }
}
