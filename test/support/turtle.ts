import { type Graph, graphOf } from '../../src/rdf/graph.js';
import { parseTurtle } from '../../src/rdf/turtle.js';

/** The graph of a Turtle document. */
export function readTurtle(text: string, baseIRI?: string): Graph {
  return graphOf(parseTurtle(text, baseIRI === undefined ? {} : { baseIRI }));
}

/** The graph of an N-Triples document. */
export function readNTriples(text: string): Graph {
  return graphOf(parseTurtle(text, { format: 'N-Triples' }));
}
