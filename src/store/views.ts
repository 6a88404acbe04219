/** A cache of what was read out of graphs: typed, bounded, and dropped when a commit touches the graph. */
import { LRUCache } from 'lru-cache';
import type { DatasetCore, Iri } from '../rdf/terms.js';
import type { GraphReader, Store } from './store.js';

/** Makes something of a graph's statements; an empty dataset is a graph that is not there. The result is shared: treat it as immutable. */
export type Parser<Value> = (statements: DatasetCore, graph: Iri) => Value;

export class GraphViews {
  readonly #store: GraphReader;
  readonly #graphs: LRUCache<Iri, GraphView>;
  readonly #stop: () => void;

  /** @param options.max how many graphs are remembered. */
  constructor(store: GraphReader & Pick<Store, 'onCommit'>, { max }: { readonly max: number }) {
    this.#store = store;
    this.#graphs = new LRUCache({ max });
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
  view<Value>(graph: Iri, parse: Parser<Value>): Promise<Value> {
    let entry = this.#graphs.get(graph);
    if (entry === undefined) {
      entry = new GraphView(this.#store.read(graph), graph);
      this.#graphs.set(graph, entry);
      entry.statements.catch(() => {
        if (this.#graphs.peek(graph) === entry) this.#graphs.delete(graph);
      });
    }
    return entry.view(parse);
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

const asTheyAre = (statements: DatasetCore): DatasetCore => statements;

/** Graphs as a reader gives them, from the cache. */
export function graphContents(views: GraphViews): GraphReader {
  return { read: (graph) => views.view(graph, asTheyAre) };
}

/** One graph's statements as they were at one time, and what parsers made of them. */
class GraphView {
  readonly #made = new Map<Parser<unknown>, Promise<unknown>>();

  constructor(
    readonly statements: Promise<DatasetCore>,
    private readonly graph: Iri,
  ) {}

  view<Value>(parse: Parser<Value>): Promise<Value> {
    // What stands under a parser is what that parser made: the map's own type cannot say so.
    const known = this.#made.get(parse) as Promise<Value> | undefined;
    if (known !== undefined) return known;
    const made = this.statements.then((statements) => parse(statements, this.graph));
    this.#made.set(parse, made);
    made.catch(() => this.#made.delete(parse));
    return made;
  }
}
