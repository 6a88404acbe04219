/** Parses the text of a stored graph that may be anything: what cannot be read has no statements. */
import { Graph } from '../../rdf/graph.js';
import { parseTriples } from '../../store/oxigraph/ntriples.js';

export function graphFrom(text: string): Graph {
  try {
    return new Graph(parseTriples(text));
  } catch {
    return new Graph([]);
  }
}
