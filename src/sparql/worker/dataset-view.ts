/**
 * What one caller's queries run on: an engine of its own with nothing in it but the named graphs that the caller may
 * see, and their choice merged in the default graph.
 *
 * The engine could also be told, query by query, which graphs count. But it looks into each of them for every pattern,
 * so that a join over 100,000 graphs never ends; and a query could see what a wrong list names. What is not here cannot
 * leak, whatever a query says.
 */
import type { SelectQuery } from 'sparqljs';
import { factory, type Iri, isIri, node, type Quad } from '../../rdf/terms.js';
import { type Engine, type EngineStore, startEngine } from '../../store/oxigraph/engine.js';
import { toNQuads, difference, joinLines, lines, parseTriples } from '../../store/oxigraph/ntriples.js';
import { deleteData, dropGraph, sparqlText, update } from '../../store/sparql.js';

const N_TRIPLES = 'application/n-triples';
const N_QUADS = 'application/n-quads';

/** How much may be in hand, in characters. */
const MAX_PENDING = 2 ** 20;

/** What a statement takes in the engine, for each character of its text. */
const BYTES_PER_CHARACTER = 3;

export class DatasetView {
  readonly #engine: Engine;
  readonly #store: EngineStore;
  /** N-Quads that are still to be loaded: the more at a time, the less each costs. */
  #unloaded = '';
  /** The named graphs, each with the stamp that its text came with. */
  readonly #graphs = new Map<Iri, number>();
  /** The graphs that are merged in the default graph. */
  readonly #shown = new Set<Iri>();
  #quads = 0;
  #deadQuads = 0;
  /** What is left of the room for queries; undefined until there is one. */
  #spareBytes: number | undefined;

  /** @param maxBytes what its engine may take, queries included. */
  constructor(maxBytes?: number) {
    this.#engine = startEngine(maxBytes);
    this.#store = this.#engine.newStore();
  }

  /** The engine, with everything in it that was put. */
  get store(): EngineStore {
    this.flush();
    return this.#store;
  }

  /** Loads what is still in hand. */
  flush(): void {
    if (this.#unloaded === '') return;
    const text = this.#unloaded;
    this.#unloaded = '';
    this.#engine.preallocate();
    if (this.#spareBytes !== undefined) {
      this.#spareBytes = Math.max(0, this.#spareBytes - text.length * BYTES_PER_CHARACTER);
    }
    // Lenient: it came out of an engine like this one.
    this.#store.load(text, { format: N_QUADS, lenient: true });
  }

  /** Makes room for what a query needs while it runs. It is made once: what a query leaves is there for the next one. */
  prepare(bytes: number): void {
    if (this.#spareBytes !== undefined) return;
    this.flush();
    const { memoryBytes } = this.#engine;
    this.#engine.reserve(bytes);
    this.#spareBytes = this.#engine.memoryBytes - memoryBytes;
  }

  get graphs(): ReadonlyMap<Iri, number> {
    return this.#graphs;
  }

  get shown(): ReadonlySet<Iri> {
    return this.#shown;
  }

  get quads(): number {
    return this.#quads;
  }

  get garbageQuads(): number {
    return this.#deadQuads;
  }

  /** What the statements take, about: all of the engine's memory but the room for queries. */
  get memoryBytes(): number {
    return this.#engine.memoryBytes - (this.#spareBytes ?? 0);
  }

  text(graph: Iri): string {
    return this.store.dump({ format: N_TRIPLES, from_graph_name: node(graph) });
  }

  /** Makes this text the graph's statements; an empty one drops the graph. */
  setGraph(graph: Iri, text: string, stamp: number): void {
    const known = this.#graphs.has(graph);
    if (!known) {
      if (text !== '') this.#load(text, graph);
    } else {
      const { added, removed } = difference(this.text(graph), text);
      if (text === '') this.store.update(sparqlText(update(dropGraph(graph))));
      else {
        if (removed.length > 0) this.store.update(sparqlText(update(deleteData(graph, statements(removed)))));
        if (added.length > 0) this.#load(joinLines(added), graph);
      }
      this.#count(added.length, removed.length);
      if (this.#shown.has(graph)) this.#merge(added, removed);
    }
    if (!known) this.#count(lineCount(text), 0);
    if (text === '') {
      this.#graphs.delete(graph);
      this.#shown.delete(graph);
    } else this.#graphs.set(graph, stamp);
  }

  /**
   * Changes which graphs are merged in the default graph. A graph that is not here has nothing to add to it.
   *
   * @param known the texts of graphs where they are at hand.
   */
  setDefaultGraph(graphs: Iterable<Iri>, instead: Iterable<Iri> = [], known?: ReadonlyMap<Iri, string>): void {
    const text = (graph: Iri): string => known?.get(graph) ?? this.text(graph);
    const gone = [...instead].filter((graph) => this.#shown.delete(graph));
    const come = [...graphs].filter((graph) => this.#graphs.has(graph) && !this.#shown.has(graph));
    for (const graph of come) this.#shown.add(graph);
    if (gone.length === 0) {
      for (const graph of come) this.#load(text(graph));
      return;
    }
    const texts = (list: readonly Iri[]): string => list.map(text).join('');
    const { added, removed } = difference(texts(gone), texts(come));
    this.#merge(added, removed);
  }

  /** Fills the default graph alone, for a view without named graphs. */
  addToDefaultGraph(text: string): void {
    this.#load(text);
    this.#count(lineCount(text), 0);
  }

  #merge(added: readonly string[], removed: readonly string[]): void {
    if (added.length > 0) this.#load(joinLines(added));
    // What another graph of the default graph says too stays.
    const unsaid = statements(removed).filter((statement) => !this.#isShown(statement));
    if (unsaid.length === 0) return;
    const triples = unsaid.map(({ subject, predicate, object }) => ({ subject, predicate, object }));
    this.store.update(sparqlText(update({ updateType: 'delete', delete: [{ type: 'bgp', triples }] })));
    this.#deadQuads += unsaid.length;
  }

  #isShown({ subject, predicate, object }: Quad): boolean {
    const query: SelectQuery = {
      ...holders,
      where: [
        { type: 'graph', name: variable, patterns: [{ type: 'bgp', triples: [{ subject, predicate, object }] }] },
      ],
    };
    const table = this.store.query(sparqlText(query), { results_format: 'csv' });
    if (typeof table !== 'string') throw new TypeError('a SELECT gave no table');
    return table.split('\r\n').some((graph) => isIri(graph) && this.#shown.has(graph));
  }

  #load(text: string, graph?: Iri): void {
    this.#unloaded += graph === undefined ? text : toNQuads(text, graph);
    if (this.#unloaded.length > MAX_PENDING) this.flush();
  }

  #count(added: number, removed: number): void {
    this.#quads += added - removed;
    this.#deadQuads += removed;
  }
}

const variable = factory.variable('graph');
const holders: SelectQuery = { type: 'query', queryType: 'SELECT', variables: [variable], prefixes: {} };

const statements = (texts: readonly string[]): Quad[] => parseTriples(joinLines(texts));

const lineCount = (text: string): number => lines(text).length;
