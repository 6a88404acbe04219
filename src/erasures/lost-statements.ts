/** Which statements of a graph go with a property (P29): its own, and those of embedded nodes without another link. */
import { type Graph, graphOf } from '../rdf/graph.js';
import { factory, type Iri, type Quad } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';

/** A property of an object. */
export interface ErasedProperty {
  readonly property: Iri;
  /** The object or one of its embedded nodes; undefined for the property wherever it is. */
  readonly subject: Iri | undefined;
}

/** What revisions lose, as far as other graphs are compared with it. */
export interface LostInRevisions {
  /** The values of the property. */
  readonly values: ReadonlySet<string>;
  /** The embedded nodes below it that are nowhere any more. */
  readonly nodes: ReadonlySet<string>;
}

/** Whether a statement is one of the property. */
export const isOf = ({ subject, predicate }: Quad, erased: ErasedProperty): boolean =>
  predicate.value === erased.property && (erased.subject === undefined || subject.value === erased.subject);

/** @param roots that stay, and with them what they link to. */
export function lostStatements(data: Graph, roots: readonly string[], isErased: (quad: Quad) => boolean): Quad[] {
  const erased = Array.from(data).filter(isErased);
  if (erased.length === 0) return [];
  const gone = graphOf(erased);
  const left = graphOf(Array.from(data).filter((quad) => !gone.has(quad)));
  const [before, after] = [reachable(data, roots), reachable(left, roots)];
  // Statements that nothing led to before are none of this erasure's.
  const below = Array.from(left).filter(({ subject: { value } }) => before.has(value) && !after.has(value));
  return [...erased, ...below];
}

function reachable(data: Graph, roots: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>(roots);
  const queue = [...roots];
  for (let subject = queue.pop(); subject !== undefined; subject = queue.pop())
    for (const { predicate, object: target } of data.match(factory.namedNode(subject))) {
      if (target.termType !== 'NamedNode' || predicate.equals(rdfTerms.type) || reached.has(target.value)) continue;
      reached.add(target.value);
      queue.push(target.value);
    }
  return reached;
}
