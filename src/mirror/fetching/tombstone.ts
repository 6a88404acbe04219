/** What a partner says of something that it has erased (M68). Runs in the thread of the reader. */
import type { Graph } from '../../rdf/graph.js';
import { localName, node, namedNode, type Iri } from '../../rdf/terms.js';

const TOMBSTONE = namedNode('https://www.w3.org/ns/activitystreams#Tombstone');

/** The reasons for which a copy is deleted as well. */
const bindingReasons = ['DATA_SUBJECT_REQUEST', 'LEGAL_ORDER'] as const;

export const bindingReason = (reason: string | undefined): (typeof bindingReasons)[number] | undefined =>
  bindingReasons.find((binding) => binding === reason);

/**
 * The tombstone of a resource; undefined without one. Terms of reasons are the partner's own: they are known by their local
 * names.
 */
export function tombstoneIn(data: Graph, resource: Iri): { readonly reason: string | undefined } | undefined {
  if (!data.types(node(resource)).some((type) => type === TOMBSTONE.value)) return undefined;
  const names = data
    .about(node(resource))
    .flatMap(({ predicate, object }) => (localName(predicate.value) === 'hasReason' ? [localName(object.value)] : []));
  return { reason: names.find((name) => bindingReason(name) !== undefined) ?? names[0] };
}
