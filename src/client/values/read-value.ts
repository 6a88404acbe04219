/** Plain objects from the graph of an answer (T40, T41). */
import type { Names } from '../names.js';
import type { Graph } from '../rdf/graph.js';
import { rdfType, type Resource, type Term, termKey } from '../rdf/terms.js';
import { primitiveOf } from './literals.js';
import type { NodeValue, PropertyValue } from './types.js';

/** The `@id` of a resource in values. */
export const idOf = (resource: Resource): string =>
  resource.termType === 'BlankNode' ? `_:${resource.value}` : resource.value;

/**
 * What a graph states of a resource. What is stated of the resources that it links to is nested; where a link leads
 * back, only its `@id` is given.
 */
export function valueOf(graph: Graph, root: Resource, names: Names): NodeValue {
  return nodeValue(graph, root, names, new Set());
}

function nodeValue(graph: Graph, subject: Resource, names: Names, above: ReadonlySet<string>): NodeValue {
  const types = graph.types(subject);
  const type = names.mainType(types);
  const value: NodeValue = { '@id': idOf(subject), ...(type !== undefined && { '@type': type }) };
  const path = new Set([...above, termKey(subject)]);
  for (const [property, terms] of graph.of(subject)) {
    if (property === rdfType) continue;
    const values = terms.map((term) => propertyValue(graph, term, names, path));
    const [single] = values;
    const isSingle = values.length === 1 && !names.isMany(types, property);
    value[names.propertyName(property)] = isSingle ? single : values;
  }
  return value;
}

function propertyValue(graph: Graph, term: Term, names: Names, above: ReadonlySet<string>): PropertyValue {
  if (term.termType === 'Literal') return primitiveOf(term);
  const isNested = isEmbedded(graph, term) && !above.has(termKey(term));
  return isNested ? nodeValue(graph, term, names, above) : { '@id': idOf(term) };
}

/** Whether a value stands in the answer with what is stated of it; a link has at most its class there. */
function isEmbedded(graph: Graph, term: Resource): boolean {
  return graph.describes(term) || (isLocal(term) && graph.types(term).length > 0);
}

/** Whether a resource has no address: the server names it for changes only (`internal:`), or not at all. */
export const isLocal = (term: Resource): boolean => term.termType === 'BlankNode' || term.value.startsWith('internal:');
