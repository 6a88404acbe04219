/** A cache of what was read out of graphs: typed, bounded, and dropped when a commit touches the graph. */
import { LRUCache } from 'lru-cache';
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import type { GraphReader, Store } from '../store.js';

/** Makes something of a graph's statements; an empty dataset is a graph that is not there. The result is shared: treat it as immutable. */
export type Parser<Value> = (statements: Graph, graph: Iri) => Value;

/** What a parsed value takes for each statement of its graph, in bytes; those that keep their statements take more. */
const BYTES_PER_STATEMENT = 1_000;

/** What statements take each, once they are indexed. */
export const BYTES_PER_KEPT_STATEMENT = 2_000;

/** Characters of a value that take as much room as a whole statement; shorter values are counted with theirs. */
const CHARACTERS_OF_A_STATEMENT = 1_000;

/** What statements take, counted in ordinary ones: a single value may be as long as a body. */
function weightOf(statements: Graph): number {
  let weight = statements.size;
  for (const { object } of statements) weight += Math.floor(object.value.length / CHARACTERS_OF_A_STATEMENT);
  return weight;
}

export class ParsedGraphCache {
  readonly #store: GraphReader;
  /** By graph, and by the parser that made it. */
  readonly #graphs: LRUCache<Iri, Map<Parser<unknown>, Promise<unknown>>>;
  readonly #stop: () => void;

  /**
   * @param options.maxBytes of the values together, estimated from the statements that they were made of.
   */
  constructor(
    store: GraphReader & Pick<Store, 'onCommit'>,
    {
      maxBytes,
      bytesPerStatement = BYTES_PER_STATEMENT,
    }: { readonly maxBytes: number; readonly bytesPerStatement?: number },
  ) {
    this.#store = store;
    this.#graphs = new LRUCache({ maxSize: Math.floor(maxBytes / bytesPerStatement) });
    this.#stop = store.onCommit(({ graphs }) => {
      for (const graph of graphs) this.#graphs.delete(graph);
    });
  }

  /**
   * What `parse` makes of a graph, as of the last commit when this was called or a later one.
   *
   * Promises are remembered, not values: a commit drops the entry, so that a reading begun before it reaches those who
   * asked before it and nobody else. The parser is the key beside the graph: pass the same function each time.
   *
   * @throws what the store or the parser throws; the next call tries again.
   */
  get<Value>(graph: Iri, parse: Parser<Value>): Promise<Value> {
    let made = this.#graphs.get(graph);
    if (made === undefined) {
      made = new Map<Parser<unknown>, Promise<unknown>>();
      this.#graphs.set(graph, made, { size: 1 });
    }
    const entry = made;
    // What stands under a parser is what that parser made: the map's own type cannot say so.
    const known = entry.get(parse) as Promise<Value> | undefined;
    if (known !== undefined) return known;
    // The statements themselves are not kept: indexed for every kind of look-up, they take a hundred times their text.
    const value = this.#store.read(graph).then((statements) => {
      this.#weigh(graph, entry, weightOf(statements));
      return parse(statements, graph);
    });
    entry.set(parse, value);
    value.catch(() => {
      entry.delete(parse);
      if (entry.size === 0 && this.#graphs.peek(graph) === entry) this.#graphs.delete(graph);
    });
    return value;
  }

  /** The size of what is in the cache already can only be told by putting it there anew. */
  #weigh(graph: Iri, entry: Map<Parser<unknown>, Promise<unknown>>, weight: number): void {
    if (this.#graphs.peek(graph) !== entry) return;
    this.#graphs.delete(graph);
    this.#graphs.set(graph, entry, { size: 1 + weight });
  }

  get size(): number {
    return this.#graphs.size;
  }

  /** Forgets everything and listens no more. */
  close(): void {
    this.#stop();
    this.#graphs.clear();
  }
}

const asTheyAre = (statements: Graph): Graph => statements;

/** Graphs as a reader gives them, from the cache. */
export function cachedReader(parsedGraphs: ParsedGraphCache): GraphReader {
  return { read: (graph) => parsedGraphs.get(graph, asTheyAre) };
}
