/**
 * A read-only RDF graph, indexed on demand. A request makes many small queries of small graphs. rdf-ext's dataset is
 * slow at this: it adds every statement to four indexes, and does so again for each result.
 */
import type { Steps } from '../async/turns.js';
import { isIri, type Iri, type NamedNode, type Quad, type Quad_Object, type Term, termKey } from './terms.js';
import { rdfTerms } from './vocabulary.js';

const none: readonly Quad[] = [];

/** Up to this size, a scan is faster than an index. */
const MAX_UNINDEXED = 12;

/** Whether two statements of one subject are equal. */
function isSame(one: Quad, other: Quad): boolean {
  return one.predicate.value === other.predicate.value && one.object.equals(other.object);
}

/** A text that is unique among the statements of a subject. */
function identity({ predicate, object }: Quad): string {
  // An IRI, a language and a blank node's label contain no line break, so the parts are unambiguous.
  const kind = object.termType === 'Literal' ? `${object.language} ${object.datatype.value}` : '';
  return `${predicate.value}\n${kind}\n${termKey(object)}`;
}

type Index = ReadonlyMap<string, readonly Quad[]>;

function indexBy(quads: readonly Quad[], termOf: (quad: Quad) => Term): Index {
  const index = new Map<string, Quad[]>();
  for (const quad of quads) {
    const name = termKey(termOf(quad));
    const group = index.get(name);
    if (group === undefined) index.set(name, [quad]);
    else group.push(quad);
  }
  return index;
}

export class Graph implements Iterable<Quad> {
  readonly #quads: readonly Quad[];
  #bySubject: Index | undefined;
  #byObject: Index | undefined;
  #byPredicate: Index | undefined;

  /**
   * @param quads without duplicates (see `graphOf`); not copied.
   * @param bySubject their index by subject, if it exists.
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

  /** The statements with these terms; a missing term matches any. */
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

  /** The distinct subjects, in order of first occurrence. */
  subjects(): Quad['subject'][] {
    return Array.from(this.#subjectIndex().values(), ([first]) => first?.subject).filter((term) => term !== undefined);
  }

  /** The statements of a subject. */
  about(subject: Term): readonly Quad[] {
    return this.#subjectIndex().get(termKey(subject)) ?? none;
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

  /** The IRIs of a property, as IRI or literal; other values are skipped. */
  iris(subject: Term, predicate: NamedNode): Iri[] {
    const iris: Iri[] = [];
    for (const { termType, value } of this.objects(subject, predicate))
      if (termType !== 'BlankNode' && isIri(value)) iris.push(value);
    return iris;
  }

  /** The first of the IRIs of a property. */
  iri(subject: Term, predicate: NamedNode): Iri | undefined {
    return this.iris(subject, predicate)[0];
  }

  /** A property as a date; undefined without a value. */
  date(subject: Term, predicate: NamedNode): Date | undefined {
    const value = this.object(subject, predicate);
    const date = new Date(value?.termType === 'Literal' ? value.value : NaN);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }

  /** The rdf:types of a node. */
  types(subject: Term): Iri[] {
    const types: Iri[] = [];
    for (const { termType, value } of this.objects(subject, rdfTerms.type))
      if (termType === 'NamedNode' && isIri(value)) types.push(value);
    return types;
  }

  /** The members of an RDF list, up to the first broken or repeated cell. */
  list(head: Term | undefined): Quad_Object[] {
    const members: Quad_Object[] = [];
    const seen = new Set<string>();
    for (let rest = head; rest !== undefined && !rest.equals(rdfTerms.nil) && !seen.has(termKey(rest));) {
      seen.add(termKey(rest));
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
      return this.#byObject.get(termKey(object)) ?? none;
    }
    if (predicate) {
      this.#byPredicate ??= indexBy(this.#quads, (quad) => quad.predicate);
      return this.#byPredicate.get(termKey(predicate)) ?? none;
    }
    return this.#quads;
  }

  #subjectIndex(): Index {
    return (this.#bySubject ??= indexBy(this.#quads, (quad) => quad.subject));
  }
}

/** A graph of these statements without duplicates. */
export function graphOf(quads: Iterable<Quad> = []): Graph {
  const builder = new GraphBuilder();
  for (const quad of quads) builder.add(quad);
  return builder.graph();
}

/** Like `graphOf`, in steps for many statements. */
export function* graphSteps(quads: Iterable<Quad>): Steps<Graph> {
  const builder = new GraphBuilder();
  let count = 0;
  for (const quad of quads) {
    builder.add(quad);
    count += 1;
    if (count % STEP === 0) yield;
  }
  return builder.graph();
}

/** Number of statements added per step. */
const STEP = 250;

class GraphBuilder {
  readonly #distinct: Quad[] = [];
  readonly #bySubject = new Map<string, Quad[]>();
  /** The identities in subjects with many statements. */
  readonly #identities = new Map<Quad[], Set<string>>();

  add(quad: Quad): void {
    const name = termKey(quad.subject);
    const others = this.#bySubject.get(name);
    if (others === undefined) this.#bySubject.set(name, [quad]);
    else if (others.length <= MAX_UNINDEXED) {
      if (others.some((other) => isSame(other, quad))) return;
      others.push(quad);
    } else {
      // Comparing each statement with all others would take quadratic time.
      const identities = this.#identities.get(others) ?? new Set(others.map(identity));
      this.#identities.set(others, identities);
      if (identities.size === identities.add(identity(quad)).size) return;
      others.push(quad);
    }
    this.#distinct.push(quad);
  }

  graph(): Graph {
    return new Graph(this.#distinct, this.#bySubject);
  }
}
