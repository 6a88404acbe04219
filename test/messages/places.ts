/** What a graph has at the end of a target: followed by the test itself, not by the program. */
import { parseTarget, type Qualifier, type Step } from '../../src/messages/mapping/target.js';
import type { Graph } from '../../src/rdf/graph.js';
import { namedNode, type Quad_Object, type Term } from '../../src/rdf/terms.js';
import { rdfTerms, standardNamespaces } from '../../src/rdf/vocabulary.js';

const cargo = (name: string): ReturnType<typeof namedNode> => namedNode(standardNamespaces.cargo + name);

function fits(graph: Graph, node: Term, { property, value }: Qualifier): boolean {
  const objects = graph.objects(node, cargo(property)).map((object) => object.value);
  if (value.kind === 'text') return objects.includes(value.text);
  if (value.kind === 'individual') return objects.includes(standardNamespaces.cargo + value.name);
  if (value.kind === 'code') return objects.includes(`${standardNamespaces.codeLists}${value.list}#${value.code}`);
  return true;
}

function follow(graph: Graph, nodes: readonly Term[], { property, qualifiers }: Step): Quad_Object[] {
  return nodes
    .flatMap((node) => graph.objects(node, cargo(property)))
    .filter((node) => qualifiers.every((qualifier) => fits(graph, node, qualifier)));
}

/** The texts of all values at a target, from any node of its class. */
export function valuesAt(graph: Graph, target: string | ReturnType<typeof parseTarget>, isAmount = false): string[] {
  const { class: type, steps } = typeof target === 'string' ? parseTarget(target) : target;
  let nodes: Term[] = graph.match(null, rdfTerms.type, cargo(type)).subjects();
  for (const step of steps) nodes = follow(graph, nodes, step);
  const ends = isAmount ? nodes.flatMap((node) => graph.objects(node, cargo('numericalValue'))) : nodes;
  return ends.map(({ value }) => value);
}
