/** Graphs as typed values, cached until a commit changes the graph. */
import { PromiseCache } from '../../async/promise-cache.js';
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import type { GraphReader, Store } from '../store.js';
import type { StoreCache } from './store-cache.js';

/** Parses a graph's statements; a missing graph has none. The result is shared: treat it as immutable. */
export type Parser<Value> = (statements: Graph, graph: Iri) => Value;

/**
 * The size of a parsed value for each statement of its graph, in bytes; values that hold their statements are larger.
 */
const BYTES_PER_STATEMENT = 1_000;

/** The size of an indexed statement. */
const BYTES_PER_CACHED_STATEMENT = 2_000;

/** Characters of a literal that count as one more statement. */
const CHARACTERS_OF_A_STATEMENT = 1_000;

/** The size of a graph in statements of ordinary length: a single literal may be as long as a body. */
function weightOf(statements: Graph): number {
  let weight = statements.size;
  for (const { object } of statements) weight += Math.floor(object.value.length / CHARACTERS_OF_A_STATEMENT);
  return weight;
}

/** The parsed values of one graph. */
interface Parsed {
  readonly values: PromiseCache<Parser<unknown>, unknown>;
  /** Of the graph, in statements. */
  weight: number;
  /** Of values that grow, in statements. */
  more: number;
}

export class ParsedGraphs {
  readonly #graphs: StoreCache<Parsed>;

  constructor(private readonly store: Pick<Store, 'read' | 'cache'>) {
    this.#graphs = store.cache({
      share: 'parsedGraphs',
      bytes: ({ weight, more }) => (1 + weight + more) * BYTES_PER_STATEMENT,
      dependsOn: 'key',
    });
  }

  /**
   * The parsed graph at the last commit before the call, or a later one. The parser is a part of the key: pass the same
   * function each time.
   *
   * @param more what the value may take later, beside what it is parsed from, in statements.
   * @throws the errors of the store and the parser; the next call tries again.
   */
  get<Value>(graph: Iri, parse: Parser<Value>, more = 0): Promise<Value> {
    const parsed =
      this.#graphs.get(graph) ?? this.#graphs.put(graph, { values: new PromiseCache(), weight: 0, more: 0 });
    // The value under a parser has that parser's type, which the type of the cache cannot express.
    return parsed.values.remember(parse, async () => {
      // The statements themselves are not cached: indexed, they take a hundred times the size of their text.
      const statements = await this.store.read(graph);
      parsed.weight = weightOf(statements);
      parsed.more += more;
      this.#graphs.resize(graph, parsed);
      return parse(statements, graph);
    }) as Promise<Value>;
  }

  get size(): number {
    return this.#graphs.size;
  }
}

/** Reads and caches whole graphs. */
export function cachedReader(store: Pick<Store, 'read' | 'cache'>): GraphReader {
  const graphs = store.cache<Graph>({
    share: 'contents',
    bytes: (statements) => weightOf(statements) * BYTES_PER_CACHED_STATEMENT,
    dependsOn: 'key',
  });
  return { read: (graph) => graphs.of(graph, () => store.read(graph)) };
}
