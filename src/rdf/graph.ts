/**
 * An RDF graph, to be read only: what RDF/JS calls a dataset, of the statements of one graph. A request asks many small
 * questions of small graphs, and rdf-ext's dataset files every statement four times, also those of each answer.
 */
import { isIri, type Iri, type NamedNode, type Quad, type Quad_Object, type Term } from './terms.js';
import { rdfTerms } from './vocabulary.js';

const none: readonly Quad[] = [];

/** To look at all of so few is quicker than to file them. */
const MAX_UNINDEXED = 12;

/** An IRI and a blank node may have the same text, so a key tells them apart. Literals share a key with their like. */
function key(term: Term): string {
  return term.termType === 'NamedNode' ? term.value : `${term.termType} ${term.value}`;
}

/** Whether two statements about the same subject are the same. */
function isSame(one: Quad, other: Quad): boolean {
  return one.predicate.value === other.predicate.value && one.object.equals(other.object);
}

/** What tells a statement from any other about its subject. */
function identity({ predicate, object }: Quad): string {
  // No line break is in an IRI, a language or a blank node's name, so the last part is all that is left.
  const kind = object.termType === 'Literal' ? `${object.language} ${object.datatype.value}` : '';
  return `${predicate.value}\n${kind}\n${key(object)}`;
}

type Index = ReadonlyMap<string, readonly Quad[]>;

function indexBy(quads: readonly Quad[], termOf: (quad: Quad) => Term): Index {
  const index = new Map<string, Quad[]>();
  for (const quad of quads) {
    const name = key(termOf(quad));
    const known = index.get(name);
    if (known === undefined) index.set(name, [quad]);
    else known.push(quad);
  }
  return index;
}

export class Graph implements Iterable<Quad> {
  readonly #quads: readonly Quad[];
  #bySubject: Index | undefined;
  #byObject: Index | undefined;
  #byPredicate: Index | undefined;

  /**
   * @param quads each once: see `graphOf`. They are not copied.
   * @param bySubject the same, where somebody has filed them.
   */
  constructor(quads: readonly Quad[], bySubject?: Index) {
    this.#quads = quads;
    this.#bySubject = bySubject;
  }

  get size(): number {
    return this.#quads.length;
  }

  [Symbol.iterator](): Iterator<Quad> {
    return this.#quads[Symbol.iterator]();
  }

  /** The statements with these terms, any where none is given. */
  match(subject?: Term | null, predicate?: Term | null, object?: Term | null): Graph {
    const found: Quad[] = [];
    for (const quad of this.#candidates(subject, predicate, object)) {
      if (
        (!predicate || quad.predicate.value === predicate.value) &&
        (!object || quad.object.equals(object)) &&
        (!subject || quad.subject.equals(subject))
      )
        found.push(quad);
    }
    return new Graph(found);
  }

  has(quad: Quad): boolean {
    return this.about(quad.subject).some((other) => isSame(other, quad));
  }

  /** The subjects, each once, in the order in which they come first. */
  subjects(): Quad['subject'][] {
    return Array.from(this.#subjectIndex().values(), ([first]) => first?.subject).filter((term) => term !== undefined);
  }

  /** The statements about a subject. */
  about(subject: Term): readonly Quad[] {
    return this.#subjectIndex().get(key(subject)) ?? none;
  }

  objects(subject: Term, predicate: NamedNode): Quad_Object[] {
    const objects: Quad_Object[] = [];
    for (const quad of this.about(subject)) if (quad.predicate.value === predicate.value) objects.push(quad.object);
    return objects;
  }

  object(subject: Term, predicate: NamedNode): Quad_Object | undefined {
    for (const quad of this.about(subject)) if (quad.predicate.value === predicate.value) return quad.object;
    return undefined;
  }

  /** The types that are stated of a node. */
  types(subject: Term): Iri[] {
    const types: Iri[] = [];
    for (const { termType, value } of this.objects(subject, rdfTerms.type))
      if (termType === 'NamedNode' && isIri(value)) types.push(value);
    return types;
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
    if (this.#quads.length <= MAX_UNINDEXED) return this.#quads;
    if (object) {
      this.#byObject ??= indexBy(this.#quads, (quad) => quad.object);
      return this.#byObject.get(key(object)) ?? none;
    }
    if (predicate) {
      this.#byPredicate ??= indexBy(this.#quads, (quad) => quad.predicate);
      return this.#byPredicate.get(key(predicate)) ?? none;
    }
    return this.#quads;
  }

  #subjectIndex(): Index {
    return (this.#bySubject ??= indexBy(this.#quads, (quad) => quad.subject));
  }
}

/** These statements as a graph, in which each is once. */
export function graphOf(quads: Iterable<Quad> = []): Graph {
  const distinct: Quad[] = [];
  const bySubject = new Map<string, Quad[]>();
  const seen = new Map<Quad[], Set<string>>();
  for (const quad of quads) {
    const name = key(quad.subject);
    const others = bySubject.get(name);
    if (others === undefined) bySubject.set(name, [quad]);
    else if (others.length <= MAX_UNINDEXED) {
      if (others.some((other) => isSame(other, quad))) continue;
      others.push(quad);
    } else {
      // Of many, each is looked up: to compare it with all of them would take the square of their number.
      const known = seen.get(others) ?? new Set(others.map(identity));
      seen.set(others, known);
      if (known.size === known.add(identity(quad)).size) continue;
      others.push(quad);
    }
    distinct.push(quad);
  }
  return new Graph(distinct, bySubject);
}
