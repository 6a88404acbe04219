/**
 * Texts of graphs with each value once. Copies of partners' objects keep how values are written (M23), and the engine has
 * one form of each: two ways to write a value of a property would be counted as two statements, and the removal of one
 * would remove both.
 */
import { factory } from '../../rdf/terms.js';
import { type Engine, startEngine } from '../../store/oxigraph/engine.js';

const N_TRIPLES = 'application/n-triples';

let engine: Engine | undefined;

/** N-Triples without repeated values. A text in which no property has two typed values is unchanged. */
export function inEngineForm(text: string): string {
  const places = new Set<string>();
  for (let begin = 0, end = text.indexOf('\n'); end !== -1; begin = end + 1, end = text.indexOf('\n', begin)) {
    // Only a literal with a datatype ends so and has a quote.
    if (!text.startsWith('> .', end - 3)) continue;
    const line = text.slice(begin, end);
    const quote = line.indexOf(' "');
    if (quote === -1) continue;
    const place = line.slice(0, quote);
    if (places.has(place)) return distinct(text);
    places.add(place);
  }
  return text;
}

function distinct(text: string): string {
  const store = (engine ??= startEngine()).newStore();
  try {
    store.load(Buffer.from(text), { format: N_TRIPLES, lenient: true });
    return store.dump({ format: N_TRIPLES, from_graph_name: factory.defaultGraph() });
  } finally {
    store.free();
  }
}
