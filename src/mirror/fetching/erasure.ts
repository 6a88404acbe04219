/** What the erasure of properties leaves of a revision (M68). Runs in the thread of the reader. */
import { type Graph, graphOf } from '../../rdf/graph.js';
import { type Iri, isIri, type Quad, termKey } from '../../rdf/terms.js';
import { parseTriples } from '../../store/oxigraph/ntriples.js';
import { asReceived } from '../copies/nodes.js';
import { normalForm } from './normal-form.js';
import type { ErasedProperty, ErasureRequest, ErasureResult } from './received.js';

/** @throws Error for blank nodes that take too long to tell apart. */
export async function applyErasure(request: ErasureRequest): Promise<ErasureResult> {
  const { object, url, server, nodes, held, erased } = request;
  const before = graphOf(parseTriples(held));
  const properties =
    'received' in erased ? erasedIn(before, graphOf(parseTriples(erased.received)), request) : erased.properties;
  const left = leftOf(before, properties, nodes);
  if (left.length === before.size) return { kind: 'erasure', properties, left: undefined };
  const roots = new Set<string>([object, url]);
  return { kind: 'erasure', properties, left: await normalForm(asReceived(nodes, left), { roots, server, nodes }) };
}

/**
 * Which of the named properties an answer lacks that were held: everywhere, or at some resources. Names of blank nodes
 * may be others.
 */
function erasedIn(held: Graph, received: Graph, { erased, nodes }: ErasureRequest): ErasedProperty[] {
  return erased.properties.flatMap(({ property }): ErasedProperty[] => {
    const subjectsIn = (data: Graph): string[] =>
      Array.from(data).flatMap(({ subject, predicate }) => (predicate.value === property ? [subject.value] : []));
    const [before, after] = [subjectsIn(held), new Set(subjectsIn(received))];
    if (before.length === 0) return [];
    if (after.size === 0) return [{ property, subjects: undefined }];
    const subjects = new Set(before.filter((one) => !after.has(one) && !one.startsWith(`${nodes}_`)));
    return subjects.size === 0 ? [] : [{ property, subjects: [...subjects].filter(isIri) }];
  });
}

/** The statements without those of the properties, and without the embedded nodes to which nothing else links. */
function leftOf(data: Graph, properties: readonly ErasedProperty[], nodes: Iri): Quad[] {
  const scopes = new Map<string, ReadonlySet<string> | undefined>(
    properties.map(({ property, subjects }) => [property, subjects && new Set(subjects)]),
  );
  const isErased = ({ subject, predicate: { value } }: Quad): boolean =>
    scopes.has(value) && scopes.get(value)?.has(subject.value) !== false;
  let left = Array.from(data).filter((quad) => !isErased(quad));
  let removed = Array.from(data).filter(isErased);
  while (removed.length > 0) {
    const linked = new Set(left.map(({ object }) => termKey(object)));
    const lost = new Set(
      removed.flatMap(({ object }) =>
        object.value.startsWith(nodes) && !linked.has(termKey(object)) ? [termKey(object)] : [],
      ),
    );
    const isBelow = ({ subject }: Quad): boolean => lost.has(termKey(subject));
    removed = left.filter(isBelow);
    left = left.filter((quad) => !isBelow(quad));
  }
  return left;
}
