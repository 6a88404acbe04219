/** A cache of values parsed from graphs: typed, bounded, invalidated when a commit touches the graph. */
import { LRUCache } from 'lru-cache';
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import type { GraphReader, Store } from '../store.js';

/** Parses a graph's statements; none mean that there is no such graph. The result is shared: treat it as immutable. */
export type Parser<Value> = (statements: Graph, graph: Iri) => Value;

/** The size of a parsed value for each statement of its graph, in bytes; values that keep their statements are larger. */
const BYTES_PER_STATEMENT = 1_000;

/** The size of an indexed statement. */
export const BYTES_PER_KEPT_STATEMENT = 2_000;

/** Characters of a literal that count as one more statement. */
const CHARACTERS_OF_A_STATEMENT = 1_000;

/** The size of a graph in statements of ordinary length: a single literal may be as long as a body. */
function weightOf(statements: Graph): number {
  let weight = statements.size;
  for (const { object } of statements) weight += Math.floor(object.value.length / CHARACTERS_OF_A_STATEMENT);
  return weight;
}

export class ParsedGraphCache {
  /** By graph and parser. */
  readonly #graphs: LRUCache<Iri, Map<Parser<unknown>, Promise<unknown>>>;
  readonly #stop: () => void;

  /**
   * @param options.maxBytes of all values together, estimated from their statements.
   */
  constructor(
    private readonly store: GraphReader & Pick<Store, 'onCommit' | 'onReset'>,
    {
      maxBytes,
      bytesPerStatement = BYTES_PER_STATEMENT,
    }: { readonly maxBytes: number; readonly bytesPerStatement?: number },
  ) {
    this.#graphs = new LRUCache({ maxSize: Math.floor(maxBytes / bytesPerStatement) });
    const stops = [
      store.onCommit(({ graphs }) => {
        for (const graph of graphs) this.#graphs.delete(graph);
      }),
      store.onReset(() => {
        this.#graphs.clear();
      }),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * The parsed graph, as of the last commit before the call or a later one.
   *
   * Promises are cached, not values: a commit drops the entry, so that the result of an earlier read reaches earlier
   * callers only. The parser is a part of the key: pass the same function each time.
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
    // The value under a parser has that parser's type, which the type of the map cannot express.
    const known = entry.get(parse) as Promise<Value> | undefined;
    if (known !== undefined) return known;
    // The statements themselves are not cached: indexed, they take a hundred times the size of their text.
    const value = this.store.read(graph).then((statements) => {
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

  /** The size of a cached entry can only be changed by adding it again. */
  #weigh(graph: Iri, entry: Map<Parser<unknown>, Promise<unknown>>, weight: number): void {
    if (this.#graphs.peek(graph) !== entry) return;
    this.#graphs.delete(graph);
    this.#graphs.set(graph, entry, { size: 1 + weight });
  }

  get size(): number {
    return this.#graphs.size;
  }

  /** Clears the cache and stops listening. */
  close(): void {
    this.#stop();
    this.#graphs.clear();
  }
}

const asTheyAre = (statements: Graph): Graph => statements;

/** A reader that reads through the cache. */
export function cachedReader(parsedGraphs: ParsedGraphCache): GraphReader {
  return { read: (graph) => parsedGraphs.get(graph, asTheyAre) };
}
