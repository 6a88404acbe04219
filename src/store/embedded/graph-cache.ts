/** The graphs of a record as texts and as statements, kept for the next who asks: nothing here must be filled. */
import { LRUCache } from 'lru-cache';
import { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import { parseTriples } from '../oxigraph/ntriples.js';
import type { GraphChange, GraphRecord } from '../record.js';

/** What was written last is what is asked for next. */
const MAX_TEXT_CHARACTERS = 16 * 1024 ** 2;
/** What a transaction reads, others have read just before it. As statements a text takes fifteen times its room. */
const MAX_PARSED_CHARACTERS = 1024 ** 2;
/** Of larger graphs a few would take the place of all others. */
const MAX_PARSED_GRAPH_CHARACTERS = 2 ** 16;
/** About what an entry costs beside its text, in characters. */
const ENTRY_CHARACTERS = 100;

export class GraphCache {
  readonly #texts = new LRUCache<Iri, string>({
    maxSize: MAX_TEXT_CHARACTERS,
    sizeCalculation: (text, graph) => text.length + graph.length + ENTRY_CHARACTERS,
  });
  /** Graphs by their texts. */
  readonly #parsed = new LRUCache<string, Graph>({
    maxSize: MAX_PARSED_CHARACTERS,
    maxEntrySize: MAX_PARSED_GRAPH_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });

  constructor(private readonly record: Pick<GraphRecord, 'text'>) {}

  /** A graph as N-Triples, as of the last durable commit. */
  text(graph: Iri): string {
    const cached = this.#texts.get(graph);
    if (cached !== undefined) return cached;
    const text = this.record.text(graph);
    this.#texts.set(graph, text);
    return text;
  }

  read(graph: Iri): Graph {
    return this.parsed(this.text(graph));
  }

  /**
   * The statements of an N-Triples text.
   *
   * @returns the same graph for the same text, for a while: what is made of one can be kept with it.
   */
  parsed(text: string): Graph {
    const cached = this.#parsed.get(text);
    if (cached !== undefined) return cached;
    const graph = new Graph(parseTriples(text));
    this.#parsed.set(text, graph);
    return graph;
  }

  /** Takes over what a commit has written. */
  update(changes: readonly GraphChange[]): void {
    for (const { graph, text } of changes) this.#texts.set(graph, text);
  }
}
