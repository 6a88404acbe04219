/**
 * A transaction in the making: copies of the graphs that it touches. They are texts, in the lines that Oxigraph writes;
 * those that SPARQL works on are in a scratch store. What is only inserted, replaced, copied or dropped never goes there:
 * for a typical transaction that is a seventh of its time.
 */
import type { CopyMoveAddOperation, Update, UpdateOperation } from 'sparqljs';
import { ServiceError } from '../../errors.js';
import { getOrAdd } from '../../collections.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, type Quad, factory, node } from '../../rdf/terms.js';
import { type Engine, type EngineStore, isBroken, startEngine } from '../oxigraph/engine.js';
import { type Lookup, type LookupChange, lookupChanges } from '../lookup.js';
import type { GraphChange } from '../record.js';
import type { GraphCache } from './graph-cache.js';
import { difference, joinLines, lines, canonicalLines, writeTriples } from '../oxigraph/ntriples.js';
import { dropGraph, sparqlText, update } from '../sparql.js';
import type { Transaction } from '../store.js';
import { namedGraph, updateGraphs } from './update-graphs.js';

/** The longest name that the file on disk can hold, in bytes, with room for its own marks. */
const MAX_NAME_BYTES = 1900;

const N_TRIPLES = 'application/n-triples';

/** A COPY that takes a source which is not there for an empty one. */
function isQuietCopy(operation: UpdateOperation): operation is CopyMoveAddOperation {
  return 'type' in operation && operation.type === 'copy' && operation.silent;
}

/** A graph that the transaction has touched. */
interface TouchedGraph {
  /** Its text in the record, when it was touched first. */
  readonly before: string;
  /** Its text now; undefined while the scratch store alone knows it. */
  text: string | undefined;
  /** Whether the scratch store has it, as it is now. */
  isInScratch: boolean;
}

/** All scratch stores share an engine of their own: one that a transaction breaks is replaced. */
let scratchEngine: Engine | undefined;

export class ScratchTransaction implements Transaction {
  readonly #touched = new Map<Iri, TouchedGraph>();
  readonly #written = new Set<Iri>();
  #engine: Engine | undefined;
  #scratch: EngineStore | undefined;
  #over = false;

  /**
   * @param claims which transaction writes which graph, for all that are running: two on one graph have forgotten to
   *   name a common concern, and one of them would undo the other.
   */
  constructor(
    private readonly graphs: () => GraphCache,
    private readonly lookups: readonly Lookup[],
    private readonly claims: Map<Iri, ScratchTransaction>,
  ) {}

  read(graph: Iri): Promise<Graph> {
    return this.#async(() => this.graphs().parsed(this.#text(graph)));
  }

  update(tree: Update): Promise<void> {
    return this.#async(() => {
      this.#update(tree);
    });
  }

  contains(graph: Iri, statement: Quad): Promise<boolean> {
    return this.#async(() => {
      const touched = this.#touch(graph);
      const [line] = canonicalLines([statement]) ?? [];
      if (line !== undefined) return `\n${this.#textOf(graph, touched)}`.includes(`\n${line}\n`);
      const { subject, predicate, object } = statement;
      return this.#inScratch(graph, touched).has(factory.quad(subject, predicate, object, node(graph)));
    });
  }

  insert(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    return this.#async(() => {
      this.#insert(graph, [...statements]);
    });
  }

  replace(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    return this.#async(() => {
      const all = [...statements];
      const before = this.#text(graph);
      this.#put(graph, '');
      try {
        this.#insert(graph, all);
      } catch (error) {
        if (!isBroken(error)) this.#put(graph, before);
        throw error;
      }
    });
  }

  drop(graph: Iri): Promise<void> {
    return this.#async(() => {
      this.#put(graph, '');
    });
  }

  /** Ends the transaction and gives what it changed. */
  finish(): GraphChange[] {
    return this.#guard(() => {
      const changes: GraphChange[] = [];
      for (const graph of this.#written) {
        const touched = this.#touch(graph);
        const text = this.#textOf(graph, touched);
        const { added, removed } = difference(touched.before, text);
        if (added.length + removed.length === 0) continue;
        changes.push({
          graph,
          text,
          growth: added.length - removed.length,
          lookups: this.#lookupChanges(graph, touched.before, text),
        });
      }
      this.#over = true;
      return changes;
    });
  }

  #lookupChanges(graph: Iri, before: string, after: string): LookupChange[] {
    const lookups = this.lookups.filter(({ covers }) => covers(graph));
    if (lookups.length === 0) return [];
    const graphs = this.graphs();
    return lookupChanges(lookups, graph, { before: graphs.parsed(before), after: graphs.parsed(after) });
  }

  /** Gives up what the transaction holds, whatever became of it. */
  free(): void {
    this.#over = true;
    for (const graph of this.#written) if (this.claims.get(graph) === this) this.claims.delete(graph);
    // A store in a broken engine goes with its engine.
    if (this.#engine === scratchEngine) this.#scratch?.free();
    this.#scratch = undefined;
  }

  #insert(graph: Iri, statements: readonly Quad[]): void {
    // Both refuse what no graph may hold before anything is touched.
    const added = canonicalLines(statements);
    const text = added === undefined ? writeTriples(statements) : '';
    const touched = this.#claim(graph);
    if (added !== undefined && !touched.isInScratch) {
      const all = new Set([...lines(this.#textOf(graph, touched)), ...added]);
      touched.text = joinLines([...all]);
      return;
    }
    // The same as INSERT DATA, without the way through a syntax tree and back.
    const store = this.#inScratch(graph, touched);
    touched.text = undefined;
    try {
      store.load(added === undefined ? text : joinLines(added), { format: N_TRIPLES, to_graph_name: node(graph) });
    } catch (error) {
      throw isBroken(error) ? error : new TypeError('statements that the engine refuses', { cause: error });
    }
  }

  #update(tree: Update): void {
    // All of it is looked at before any of it is done.
    for (const graph of updateGraphs(tree).written) checkName(graph);
    sparqlText(tree);
    const updates = [...tree.updates];
    /** What copies have put another text in the place of. */
    const replaced: [Iri, string][] = [];
    for (let [first] = updates; first !== undefined && isQuietCopy(first); [first] = updates) {
      const [from, to] = [namedGraph(first.source), namedGraph(first.destination)];
      if (from !== to) {
        replaced.unshift([to, this.#text(to)]);
        this.#put(to, this.#text(from));
      }
      updates.shift();
    }
    if (updates.length === 0) return;
    const rest = { ...tree, updates };
    const { written, read } = updateGraphs(rest);
    for (const graph of read) this.#inScratch(graph, this.#touch(graph));
    const claimed = Array.from(written, (graph) => [graph, this.#claim(graph)] as const);
    for (const [graph, touched] of claimed) this.#inScratch(graph, touched);
    try {
      this.#store.update(sparqlText(rest));
    } catch (error) {
      if (!isBroken(error)) for (const [graph, text] of replaced) this.#put(graph, text);
      throw error;
    }
    for (const [, touched] of claimed) touched.text = undefined;
  }

  /** Makes this text the graph's. */
  #put(graph: Iri, text: string): void {
    const touched = this.#claim(graph);
    if (touched.isInScratch) this.#store.update(sparqlText(update(dropGraph(graph))));
    touched.text = text;
    touched.isInScratch = false;
  }

  /** A graph as the transaction sees it. */
  #text(graph: Iri): string {
    const touched = this.#touched.get(graph);
    return touched === undefined ? this.graphs().text(graph) : this.#textOf(graph, touched);
  }

  #textOf(graph: Iri, touched: TouchedGraph): string {
    return (touched.text ??= this.#store.dump({ format: N_TRIPLES, from_graph_name: node(graph) }));
  }

  #touch(graph: Iri): TouchedGraph {
    return getOrAdd(this.#touched, graph, () => {
      const text = this.graphs().text(graph);
      return { before: text, text, isInScratch: false };
    });
  }

  /** Takes a graph for writing. */
  #claim(graph: Iri): TouchedGraph {
    if (!this.#written.has(graph)) {
      checkName(graph);
      if (this.claims.has(graph)) throw new Error(`two transactions write <${graph}> and share no concern`);
      this.claims.set(graph, this);
      this.#written.add(graph);
      const before = this.#touched.get(graph)?.before;
      if (before !== undefined && differs(before, this.graphs().text(graph)))
        throw new Error(`<${graph}> was changed under a transaction that read it`);
    }
    return this.#touch(graph);
  }

  /** The scratch store, with this graph in it. */
  #inScratch(graph: Iri, touched: TouchedGraph): EngineStore {
    const store = this.#store;
    if (!touched.isInScratch) {
      const text = this.#textOf(graph, touched);
      // Lenient: it came out of an engine like this one, or was checked when it was inserted.
      if (text !== '') store.load(text, { format: N_TRIPLES, to_graph_name: node(graph), lenient: true });
      touched.isInScratch = true;
    }
    return store;
  }

  get #store(): EngineStore {
    if (this.#scratch === undefined) {
      this.#engine = scratchEngine ??= startEngine();
      this.#engine.preallocate();
      this.#scratch = this.#engine.newStore();
    }
    return this.#scratch;
  }

  /** What `#do` gives or throws, as a promise. */
  #async<Result>(action: () => Result): Promise<Result> {
    return new Promise((fulfil) => {
      fulfil(this.#guard(action));
    });
  }

  #guard<Result>(action: () => Result): Result {
    if (this.#over) throw new Error('the transaction is over');
    // Another transaction has broken the engine that this one has its copies in: what it would say may be wrong.
    if (this.#engine !== undefined && this.#engine !== scratchEngine)
      throw new ServiceError('unavailable', 'The change was given up with another one; it may be tried again');
    try {
      return action();
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (this.#engine === scratchEngine) scratchEngine = undefined;
      throw new ServiceError('unavailable', 'The change is too large for this node', { cause: error });
    }
  }
}

/** @throws TypeError for a name that the file on disk cannot hold. */
function checkName(graph: Iri): void {
  if (Buffer.byteLength(graph) > MAX_NAME_BYTES)
    throw new TypeError(`a graph's name is too long: ${graph.slice(0, 80)}…`);
}

function differs(before: string, after: string): boolean {
  const { added, removed } = difference(before, after);
  return added.length + removed.length > 0;
}
