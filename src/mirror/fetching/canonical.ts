/** The canonical form of a graph (RDFC-1.0), and its digest (M24). */
import { createHash } from 'node:crypto';
import rdfCanonize from '../../bundled/rdf-canonize.js';
import { type BlankNode, factory, type Quad, triple } from '../../rdf/terms.js';

/** The time limit of a graph whose blank nodes are hard to tell apart. */
const MAX_MS = 1_000;

export interface CanonicalGraph {
  readonly digest: string;
  /** The canonical label of each blank node. */
  readonly labels: ReadonlyMap<string, string>;
}

/** @throws Error for blank nodes that take too long to tell apart. */
export async function canonicalGraph(statements: readonly Quad[], hasBlankNodes: boolean): Promise<CanonicalGraph> {
  // The library takes labels that look like canonical ones for what they should become.
  const fresh = new Map<string, BlankNode>();
  const renamed = <One extends Quad['subject'] | Quad['object']>(term: One): One | BlankNode => {
    if (term.termType !== 'BlankNode') return term;
    const known = fresh.get(term.value) ?? factory.blankNode(`b${fresh.size}`);
    fresh.set(term.value, known);
    return known;
  };
  const found = new Map<string, string>();
  // Without blank nodes the canonical form is the sorted statements.
  const text = hasBlankNodes
    ? await rdfCanonize.canonize(
        statements.map(({ subject, predicate, object }) => triple(renamed(subject), predicate, renamed(object))),
        { algorithm: 'RDFC-1.0', canonicalIdMap: found, maxWorkFactor: 1, signal: AbortSignal.timeout(MAX_MS) },
      )
    : Array.from(statements, (quad) => rdfCanonize.NQuads.serializeQuad(quad))
        .sort()
        .join('');
  const labels = new Map(Array.from(fresh, ([label, { value }]) => [label, found.get(value) ?? value]));
  return { digest: createHash('sha256').update(text).digest('hex'), labels };
}
