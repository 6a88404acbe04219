/** Cached graphs of a record, as texts and as statements: it starts empty. */
import type { StoreCache, StoreCaches } from '../cache/store-cache.js';
import { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import type { Lookup, LookupEntry } from '../lookup.js';
import { parseTriples } from '../oxigraph/ntriples.js';
import type { GraphChange, GraphRecord } from '../record.js';

/**
 * A statement takes 330 bytes, and 420 to 540 with all indexes, however short it is. Its terms are parts of the text,
 * which counts as the key of its statements.
 */
const BYTES_PER_STATEMENT = 450;
/** Larger graphs are not cached: a few of them would displace all others. */
const MAX_PARSED_GRAPH_CHARACTERS = 2 ** 16;

export class GraphCache {
  readonly #texts: StoreCache<string>;
  /** Graphs by their texts. */
  readonly #parsed: StoreCache<Graph>;

  constructor(
    private readonly record: Pick<GraphRecord, 'text' | 'entries'>,
    caches: Pick<StoreCaches, 'create'>,
  ) {
    this.#texts = caches.create({ share: 'texts', bytes: ({ length }) => length, dependsOn: 'key' });
    this.#parsed = caches.create({ share: 'statements', bytes: ({ size }) => size * BYTES_PER_STATEMENT });
  }

  /** A graph as N-Triples, at the last durable commit. */
  text(graph: Iri): Promise<string> {
    return this.#texts.of(graph, () => this.record.text(graph));
  }

  /** A graph as N-Triples, at the last visible commit; undefined when it is not cached. */
  cached(graph: Iri): string | undefined {
    return this.#texts.get(graph);
  }

  async read(graph: Iri): Promise<Graph> {
    return this.parsed(await this.text(graph));
  }

  /**
   * The statements of an N-Triples text.
   *
   * @returns the same graph for the same text, for a while: values derived from it can be cached with it.
   */
  parsed(text: string): Graph {
    const cached = this.#parsed.get(text);
    if (cached !== undefined) return cached;
    const graph = new Graph(parseTriples(text));
    return text.length > MAX_PARSED_GRAPH_CHARACTERS ? graph : this.#parsed.put(text, graph);
  }

  /** The index entries of a graph in a lookup: all of them are read. */
  async entriesOf(graph: Iri, { name, graphOf = (value) => value }: Lookup): Promise<readonly LookupEntry[]> {
    const found: LookupEntry[] = [];
    for await (const entry of this.record.entries(name)) if (graphOf(entry.value) === graph) found.push(entry);
    return found;
  }

  /** Adds the graphs that a commit of this process wrote. */
  update(changes: readonly GraphChange[]): void {
    for (const { graph, text } of changes) this.#texts.put(graph, text);
  }
}
