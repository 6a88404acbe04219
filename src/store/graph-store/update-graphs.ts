/** Finds the graphs that an update reads and writes, so that a transaction can run it on a copy of those alone. */
import type { GraphOrDefault, Update, UpdateOperation } from 'sparqljs';
import { type Iri, type Term, isIri } from '../../rdf/terms.js';
import { isTerm } from '../sparql.js';

export interface UpdateGraphs {
  /** The graphs that it can change. */
  readonly written: ReadonlySet<Iri>;
  /** The graphs that it looks at without changing them. */
  readonly read: ReadonlySet<Iri>;
}

// Functions whose results differ between runs: identifiers and times must be passed as terms.
const FRESH = new Set(['now', 'rand', 'uuid', 'struuid', 'bnode']);

/**
 * The graphs that an update names.
 *
 * @throws TypeError for a graph named by a variable, the default graph, a blank node, a function that gives something
 *   else each time, and every operation but INSERT DATA, DELETE DATA, DELETE/INSERT WHERE, COPY and DROP of a graph.
 */
export function updateGraphs({ updates }: Update): UpdateGraphs {
  const written = new Set<Iri>();
  const read = new Set<Iri>();
  for (const operation of updates) collect(operation, written, read);
  for (const graph of written) read.delete(graph);
  return { written, read };
}

function collect(operation: UpdateOperation, written: Set<Iri>, read: Set<Iri>): void {
  if ('updateType' in operation) {
    if ('graph' in operation) throw new TypeError('name the graph with GRAPH, not WITH');
    if ('insert' in operation) walk(operation.insert, written, false);
    if ('delete' in operation) walk(operation.delete, written, false);
    if (operation.updateType === 'insertdelete') {
      if (operation.using !== undefined) throw new TypeError('name the graphs with GRAPH, not USING');
      walk(operation.where, read, false);
    }
    return;
  }
  if (operation.type === 'copy') {
    read.add(namedGraph(operation.source));
    written.add(namedGraph(operation.destination));
  } else if (operation.type === 'drop') written.add(namedGraph(operation.graph));
  else throw new TypeError(`a transaction does not ${operation.type.toUpperCase()}`);
}

/**
 * The graph of an operation on whole graphs.
 *
 * @throws TypeError for the default graph, or for a name that is not an IRI.
 */
export function namedGraph({ name }: GraphOrDefault): Iri {
  if (name === undefined) throw new TypeError('a transaction changes named graphs only');
  return graphName(name);
}

/** @throws TypeError for a graph that is not named by an IRI. */
export function graphName(name: Term): Iri {
  if (name.termType === 'NamedNode' && isIri(name.value)) return name.value;
  throw new TypeError(`a graph is named by an IRI, not by ${name.termType} ${JSON.stringify(name.value)}`);
}

/** Adds the names of the graphs in a part of the syntax tree. */
function walk(tree: unknown, names: Set<Iri>, inGraph: boolean): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (isTerm(tree)) {
    if (tree.termType === 'BlankNode') throw new TypeError('a blank node cannot be in an update');
    return;
  }
  if (Array.isArray(tree)) {
    for (const branch of tree) walk(branch, names, inGraph);
    return;
  }
  const type = 'type' in tree ? tree.type : undefined;
  if (type === 'graph' && 'name' in tree && typeof tree.name === 'object' && tree.name !== null && isTerm(tree.name)) {
    names.add(graphName(tree.name));
    inGraph = true;
  } else if (
    type === 'bgp' &&
    !inGraph &&
    'triples' in tree &&
    Array.isArray(tree.triples) &&
    tree.triples.length > 0
  ) {
    throw new TypeError('a statement is in a named graph: write GRAPH <iri> { … }');
  } else if (type === 'service') {
    throw new TypeError('an update does not ask other servers');
  } else if (type === 'operation' && 'operator' in tree && FRESH.has(String(tree.operator).toLowerCase())) {
    throw new TypeError(`${String(tree.operator).toUpperCase()} is not deterministic`);
  }
  for (const branch of Object.values(tree)) walk(branch, names, inGraph);
}
