/** Whether a graph has everything that a caller wrote (T46): a server may add statements of its own. */
import type { Graph } from '../rdf/graph.js';
import type { Term } from '../rdf/terms.js';
import { primitiveOf } from './literals.js';
import type { Item, Node } from './tree.js';

export function contains(graph: Graph, subject: Term, node: Node): boolean {
  if (node.type !== undefined && !graph.types(subject).includes(node.type)) return false;
  return [...node.properties].every(([property, items]) => {
    const terms = graph.values(subject, property);
    return items.every((item) => terms.some((term) => isOf(graph, term, item)));
  });
}

function isOf(graph: Graph, term: Term, item: Item): boolean {
  if (item.kind === 'literal') return term.termType === 'Literal' && primitiveOf(term) === primitiveOf(item.term);
  if (term.termType === 'Literal') return false;
  return item.kind === 'link' ? term.value === item.id : contains(graph, term, item.node);
}
