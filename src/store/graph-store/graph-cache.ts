/** The graphs of a record as texts and as statements, kept for the next who asks: nothing here must be filled. */
import { LRUCache } from 'lru-cache';
import type { CacheBudget } from '../cache/cache-budget.js';
import { Readings } from '../cache/readings.js';
import { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import type { Lookup, LookupEntry } from '../lookup.js';
import { parseTriples } from '../oxigraph/ntriples.js';
import type { GraphChange, GraphRecord } from '../record.js';

/** Statements take fifteen times the memory of their text, which nearly always has one byte a character. */
const STATEMENT_BYTES_PER_CHARACTER = 15;
/** Larger graphs are not cached: a few of them would displace all others. */
const MAX_PARSED_GRAPH_CHARACTERS = 2 ** 16;
/** About what an entry costs beside its text. */
const ENTRY_BYTES = 100;

export class GraphCache {
  readonly #reading = new Readings<Iri>();
  readonly #texts: LRUCache<Iri, string>;
  /** Graphs by their texts. */
  readonly #parsed: LRUCache<string, Graph>;

  constructor(
    private readonly record: Pick<GraphRecord, 'text' | 'entries'>,
    budget: CacheBudget,
  ) {
    this.#texts = new LRUCache({
      maxSize: budget.share('texts'),
      sizeCalculation: (text, graph) => text.length + graph.length + ENTRY_BYTES,
    });
    this.#parsed = new LRUCache({
      maxSize: budget.share('statements'),
      maxEntrySize: MAX_PARSED_GRAPH_CHARACTERS * STATEMENT_BYTES_PER_CHARACTER,
      sizeCalculation: (_, text) => (text.length + 1) * STATEMENT_BYTES_PER_CHARACTER,
    });
  }

  /** A graph as N-Triples, as of the last durable commit. */
  async text(graph: Iri): Promise<string> {
    const cached = this.#texts.get(graph);
    if (cached !== undefined) return cached;
    const reading = this.#reading.begin(graph);
    try {
      const text = await this.record.text(graph);
      if (!reading.isStale) this.#texts.set(graph, text);
      return text;
    } finally {
      this.#reading.end(graph, reading);
    }
  }

  /** A graph as N-Triples, as of the last visible commit; undefined when it is not in the cache. */
  cached(graph: Iri): string | undefined {
    return this.#texts.get(graph);
  }

  async read(graph: Iri): Promise<Graph> {
    return this.parsed(await this.text(graph));
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

  /** The entries that the index of a lookup has of a graph: all of it is read. */
  async entriesOf(graph: Iri, { name, graphOf = (value) => value }: Lookup): Promise<readonly LookupEntry[]> {
    const found: LookupEntry[] = [];
    for await (const entry of this.record.entries(name)) if (graphOf(entry.value) === graph) found.push(entry);
    return found;
  }

  /** Takes over what a commit has written. */
  update(changes: readonly GraphChange[]): void {
    for (const { graph, text } of changes) {
      this.#reading.outdate(graph);
      this.#texts.set(graph, text);
    }
  }

  /** Drops graphs that another process has changed. */
  drop(graphs: readonly Iri[]): void {
    for (const graph of graphs) {
      this.#reading.outdate(graph);
      this.#texts.delete(graph);
    }
  }

  /** Drops everything. */
  clear(): void {
    this.#reading.outdateAll();
    this.#texts.clear();
  }
}
