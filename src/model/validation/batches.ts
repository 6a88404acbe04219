/** Splits the values of a property into batches: the SHACL engine takes time quadratic in the number of values. */
import type { Matchable } from 'shacl-engine';
import { Graph } from '../../rdf/graph.js';
import type { Quad, Term } from '../../rdf/terms.js';

/** Views of a graph, each with one batch of a property's values. */
export function* batches(graph: Graph, subject: Term, property: string, size: number): Generator<Matchable> {
  const quads = graph.about(subject).filter(({ predicate }) => predicate.value === property);
  for (let start = 0; start < quads.length; start += size) {
    // The last batch has the same size as the others, so that no count is too small.
    const from = Math.max(0, Math.min(start, quads.length - size));
    yield new Batch(graph, subject, property, quads.slice(from, from + size));
  }
}

class Batch implements Matchable {
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

  match(subject?: Term | null, predicate?: Term | null, object?: Term | null): Graph {
    if (subject?.equals(this.subject) === true && predicate?.value === this.property) {
      return new Graph(object ? this.quads.filter((quad) => quad.object.equals(object)) : this.quads);
    }
    const retained = new Set(this.quads);
    const isLeftOut = (quad: Quad): boolean =>
      quad.predicate.value === this.property && quad.subject.equals(this.subject) && !retained.has(quad);
    return new Graph(Array.from(this.graph.match(subject, predicate, object)).filter((quad) => !isLeftOut(quad)));
  }
}
