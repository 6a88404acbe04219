/** Statements in answers: with the properties that lead to them, and as the difference of two revisions. */
import type { Graph } from '../../rdf/graph.js';
import { type Iri, node, type Quad, type Term, termKey } from '../../rdf/terms.js';
import { rdfTerms, xsd } from '../../rdf/vocabulary.js';
import type { TermValue } from './schemas.js';

export function termValue(term: Term): TermValue {
  if (term.termType !== 'Literal') return { type: 'uri', value: term.value };
  const { value, language, datatype } = term;
  if (language !== '') return { type: 'literal', value, language };
  const isText = datatype.equals(xsd.string) || datatype.equals(rdfTerms.langString);
  return isText ? { type: 'literal', value } : { type: 'literal', value, datatype: datatype.value };
}

/** The properties on the shortest way from an object to each node of a graph. */
export class Paths {
  readonly #leading = new Map<string, readonly string[]>();

  constructor(data: Graph, object: Iri) {
    this.#leading.set(object, []);
    const queue: Term[] = [node(object)];
    for (let subject = queue.shift(); subject !== undefined; subject = queue.shift()) {
      const path = this.#leading.get(subject.value) ?? [];
      for (const { predicate, object: value } of data.about(subject)) {
        if (value.termType !== 'NamedNode' || this.#leading.has(value.value)) continue;
        this.#leading.set(value.value, [...path, predicate.value]);
        queue.push(value);
      }
    }
  }

  /** Adds a node that another one links to. @returns whether it is new and reachable. */
  add(subject: string, property: string, target: string): boolean {
    const path = this.#leading.get(subject);
    if (path === undefined || this.#leading.has(target)) return false;
    this.#leading.set(target, [...path, property]);
    return true;
  }

  /** The path of a statement, its own property last. */
  of(subject: string, property: string): readonly string[] {
    return [...(this.#leading.get(subject) ?? []), property];
  }
}

/** The statements in one graph and not in the other, compared by lexical form. */
export function missingFrom(other: Graph, data: Graph): Quad[] {
  return Array.from(data).filter((quad) => !other.has(quad));
}

/** By subject, property and value, so that an answer is the same each time. */
export function compareStatements(a: Quad, b: Quad): number {
  return key(a) < key(b) ? -1 : 1;
}

const key = ({ subject, predicate, object }: Quad): string =>
  `${termKey(subject)}\n${predicate.value}\n${termKey(object)}`;
