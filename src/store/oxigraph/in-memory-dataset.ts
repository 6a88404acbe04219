/** The live store: everything that is durable, in memory, for SPARQL. Readers see one commit or the next, never half. */
import { LRUCache } from 'lru-cache';
import type { AskQuery, ConstructQuery, SelectQuery } from 'sparqljs';
import { Graph, graphOf } from '../../rdf/graph.js';
import { type Iri, type Term, factory, iri, node } from '../../rdf/terms.js';
import { type Engine, type EngineStore, isBroken, startEngine } from './engine.js';
import { toNQuads, joinLines, parseTriples } from './ntriples.js';
import { dropGraph, sparqlText, update } from '../sparql.js';
import type { Solution } from '../store.js';

/** What a transaction did to a graph. */
export interface GraphChange {
  readonly graph: Iri;
  /** The graph's statements afterwards, as N-Triples; empty when the graph is gone. */
  readonly text: string;
  /** The statements that came and went, one N-Triples line each. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const N_TRIPLES = 'application/n-triples';
const N_QUADS = 'application/n-quads';

/** What was written last is what is asked for next: 32 MiB of texts spare the engine most of its dumps. */
const MAX_CACHED_CHARACTERS = 16 * 1024 ** 2;
/** What a transaction reads, others have read just before it. As statements a text takes fifteen times its room. */
const MAX_PARSED_CACHE_CHARACTERS = 1024 ** 2;
/** How much is handed to the engine at a time. */
const MAX_BATCH_CHARACTERS = 1024 ** 2;
/** Of larger graphs a few would take the place of all others. */
const MAX_PARSED_CHARACTERS = 2 ** 16;

export class InMemoryDataset {
  readonly #engine: Engine = startEngine();
  readonly #store: EngineStore = this.#engine.newStore();
  /** The texts of graphs, as transactions left them or as they were asked for. */
  readonly #texts = new LRUCache<Iri, string>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (text, graph) => text.length + graph.length + 100,
  });
  /** Graphs by their texts. */
  readonly #parsed = new LRUCache<string, Graph>({
    maxSize: MAX_PARSED_CACHE_CHARACTERS,
    maxEntrySize: MAX_PARSED_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });
  readonly #onFailure: (reason: string) => void;
  #failure: string | undefined;
  #quads = 0;
  #deadQuads = 0;

  /** @param onFailure told once, when nothing that this store says is to be trusted any more. */
  constructor(onFailure: (reason: string) => void = () => undefined) {
    this.#onFailure = onFailure;
  }

  /** Why nothing that this store says is to be trusted any more. */
  get failure(): string | undefined {
    return this.#failure;
  }

  get quads(): number {
    return this.#quads;
  }

  /** How many statements were removed since the store was filled: the engine keeps every version of them. */
  get garbageQuads(): number {
    return this.#deadQuads;
  }

  get memoryBytes(): number {
    return this.#engine.memoryBytes;
  }

  /**
   * Adds a graph's statements, when the store is filled.
   *
   * @throws Error for a text that is not N-Triples.
   */
  load(graph: Iri, text: string): void {
    // Lenient: it came out of an engine like this one, its IRIs need no other check.
    const options = { format: N_TRIPLES, to_graph_name: node(graph), lenient: true };
    this.#run(() => {
      this.#engine.preallocate();
      this.#store.load(text, options);
    });
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) this.#quads += 1;
  }

  /**
   * Makes what a transaction did visible. It is done by the difference, not by running the transaction's updates
   * again, so that this store holds what is on disk whatever the updates were; statements that are there already, or
   * gone already, may come again. One call without an await in it: nobody can look in between.
   *
   * @throws Error when the engine fails, and the store is not to be used any more.
   */
  apply(changes: readonly GraphChange[]): void {
    try {
      this.#engine.preallocate();
      for (const { graph, text, removed } of changes) {
        if (text === '') this.#store.update(sparqlText(update(dropGraph(graph))));
        else
          for (const statement of parseTriples(joinLines(removed))) {
            this.#store.delete(factory.quad(statement.subject, statement.predicate, statement.object, node(graph)));
          }
      }
      let additions = '';
      const load = (): void => {
        if (additions !== '') this.#store.load(additions, { format: N_QUADS, lenient: true });
        additions = '';
      };
      for (const { graph, added } of changes) {
        additions += toNQuads(joinLines(added), graph);
        // One text of all of them might be longer than a string can be.
        if (additions.length > MAX_BATCH_CHARACTERS) load();
      }
      load();
      for (const { graph, text, added, removed } of changes) {
        if (text === '') this.#texts.delete(graph);
        else this.#texts.set(graph, text);
        this.#quads += added.length - removed.length;
        this.#deadQuads += removed.length;
      }
    } catch (error) {
      this.#fail('a commit could not be carried out in memory', error);
      throw error;
    }
  }

  /** A named graph as N-Triples, one statement a line. */
  text(graph: Iri): string {
    const known = this.#texts.get(graph);
    if (known !== undefined) return known;
    const text = this.#run(() => this.#store.dump({ format: N_TRIPLES, from_graph_name: node(graph) }));
    if (text !== '') this.#texts.set(graph, text);
    return text;
  }

  read(graph: Iri): Graph {
    return this.parsed(this.text(graph));
  }

  /**
   * The statements of an N-Triples text of a graph, this store's or a transaction's.
   *
   * @returns the same graph for the same text, for a while: what is made of one can be kept with it.
   */
  parsed(text: string): Graph {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const graph = new Graph(parseTriples(text));
    this.#parsed.set(text, graph);
    return graph;
  }

  /** The names of all graphs. */
  graphs(): Iri[] {
    const query = 'SELECT ?graph { GRAPH ?graph {} }';
    return this.#solutions(query).map((solution) => iri(solution.get('graph')?.value ?? ''));
  }

  select(query: SelectQuery): Solution[] {
    return this.#solutions(sparqlText(query));
  }

  construct(query: ConstructQuery): Graph {
    return graphOf(parseTriples(this.#query(sparqlText(query), N_TRIPLES)));
  }

  ask(query: AskQuery): boolean {
    return this.#run(() => this.#store.query(sparqlText(query)) === true);
  }

  /** Takes over the count of another store that holds the same: graphs that were loaded on top of changes count twice. */
  copyCounts(other: InMemoryDataset): void {
    this.#quads = other.#quads;
  }

  #solutions(query: string): Solution[] {
    // The engine's own output, in the form that the W3C defined for it.
    const { results } = JSON.parse(this.#query(query, 'json')) as SparqlJson;
    return results.bindings.map((row) => new Map(Object.entries(row).map(([name, value]) => [name, term(value)])));
  }

  #query(query: string, format: string): string {
    const result = this.#run(() => this.#store.query(query, { results_format: format }));
    if (typeof result !== 'string') throw new TypeError(`no query with results: ${query}`);
    return result;
  }

  #run<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      if (isBroken(error)) this.#fail('the engine in memory broke down', error);
      throw error;
    }
  }

  #fail(what: string, error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = `${what}: ${error instanceof Error ? error.message : String(error)}`;
    this.#onFailure(this.#failure);
  }
}

/** SPARQL 1.1 Query Results JSON Format, as far as Oxigraph writes it. */
interface SparqlJson {
  readonly results: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
}

interface JsonTerm {
  readonly type: 'uri' | 'literal' | 'bnode';
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

function term({ type, value, datatype, 'xml:lang': language }: JsonTerm): Term {
  switch (type) {
    case 'uri':
      return factory.namedNode(value);
    case 'bnode':
      return factory.blankNode(value);
    case 'literal':
      return factory.literal(value, language ?? (datatype === undefined ? undefined : factory.namedNode(datatype)));
  }
}
