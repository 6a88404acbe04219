/** A transaction in the making: a scratch store with copies of the graphs that it touches. */
import type { CopyMoveAddOperation, Update, UpdateOperation } from 'sparqljs';
import { ServiceError } from '../errors.js';
import { Graph } from '../rdf/graph.js';
import { type Iri, type Quad, factory, node } from '../rdf/terms.js';
import { type Engine, type EngineStore, isTrap, startEngine } from './engine.js';
import type { GraphChange, LiveStore } from './live-store.js';
import { difference, parseTriples, writeTriples } from './ntriples.js';
import { dropGraph, sparqlText, update } from './sparql.js';
import type { Transaction } from './store.js';
import { namedGraph, updateGraphs } from './update-graphs.js';

/** The longest name that the file on disk can hold, in bytes, with room for its own marks. */
const LONGEST_NAME = 1900;

const N_TRIPLES = 'application/n-triples';

/** A COPY that takes a source which is not there for an empty one. */
function isQuietCopy(operation: UpdateOperation): operation is CopyMoveAddOperation {
  return 'type' in operation && operation.type === 'copy' && operation.silent;
}

/** All scratch stores share an engine of their own: one that a transaction breaks is replaced, and the live store lives on. */
let scratchEngine: Engine | undefined;

export class ScratchTransaction implements Transaction {
  readonly #live: () => LiveStore;
  readonly #claims: Map<Iri, ScratchTransaction>;
  /** The text of each graph when it was copied, or replaced without that. */
  readonly #before = new Map<Iri, string>();
  readonly #written = new Set<Iri>();
  /** What the scratch store said of a graph since that was last written. */
  readonly #dumps = new Map<Iri, string>();
  #engine: Engine | undefined;
  #scratch: EngineStore | undefined;
  #over = false;

  /**
   * @param claims which transaction writes which graph, for all that are running: two on one graph have forgotten to
   *   name a common concern, and one of them would undo the other.
   */
  constructor(live: () => LiveStore, claims: Map<Iri, ScratchTransaction>) {
    this.#live = live;
    this.#claims = claims;
  }

  read(graph: Iri): Promise<Graph> {
    return this.#soon(() => {
      return new Graph(parseTriples(this.#text(graph)));
    });
  }

  update(tree: Update): Promise<void> {
    return this.#soon(() => {
      this.#update(tree);
    });
  }

  contains(graph: Iri, { subject, predicate, object }: Quad): Promise<boolean> {
    return this.#soon(() => {
      this.#copy(graph);
      return this.#store.has(factory.quad(subject, predicate, object, node(graph)));
    });
  }

  insert(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    return this.#soon(() => {
      // The same as INSERT DATA, without the way through a syntax tree and back.
      const text = writeTriples(statements);
      this.#claim(graph);
      this.#dumps.delete(graph);
      try {
        this.#store.load(text, { format: N_TRIPLES, to_graph_name: node(graph) });
      } catch (error) {
        throw isTrap(error) ? error : new TypeError('statements that the engine refuses', { cause: error });
      }
    });
  }

  async replace(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    const all = [...statements];
    if (this.#before.has(graph)) await this.drop(graph);
    // What nobody has looked at need not be copied to be replaced.
    else await this.#soon(() => this.#before.set(graph, this.#live().text(graph)));
    await this.insert(graph, all);
  }

  drop(graph: Iri): Promise<void> {
    return this.update(update(dropGraph(graph)));
  }

  /** Ends the transaction and gives what it changed. */
  finish(): GraphChange[] {
    return this.#do(() => {
      const changes: GraphChange[] = [];
      for (const graph of this.#written) {
        const text = this.#dump(graph);
        const { added, removed } = difference(this.#before.get(graph) ?? '', text);
        if (added.length + removed.length > 0) changes.push({ graph, text, added, removed });
      }
      this.#over = true;
      return changes;
    });
  }

  /** Gives up what the transaction holds, whatever became of it. */
  free(): void {
    this.#over = true;
    for (const graph of this.#written) if (this.#claims.get(graph) === this) this.#claims.delete(graph);
    // A store in a broken engine goes with its engine.
    if (this.#engine === scratchEngine) this.#scratch?.free();
    this.#scratch = undefined;
  }

  #update(tree: Update): void {
    // All of it is looked at before any of it is done.
    updateGraphs(tree);
    sparqlText(tree);
    const updates = [...tree.updates];
    for (let [first] = updates; first !== undefined && isQuietCopy(first); [first] = updates) {
      this.#copyAs(first);
      updates.shift();
    }
    if (updates.length === 0) return;
    const rest = { ...tree, updates };
    const { written, read } = updateGraphs(rest);
    for (const graph of read) this.#copy(graph);
    for (const graph of written) {
      this.#claim(graph);
      this.#dumps.delete(graph);
    }
    this.#store.update(sparqlText(rest));
  }

  /** COPY: a graph's text under another name is five times as fast as the engine's own way. */
  #copyAs({ source, destination }: CopyMoveAddOperation): void {
    const [from, to] = [namedGraph(source), namedGraph(destination)];
    if (from === to) return;
    const text = this.#text(from);
    this.#claim(to);
    if (this.#dump(to) !== '') this.#store.update(sparqlText(update(dropGraph(to))));
    this.#dumps.delete(to);
    if (text !== '') this.#store.load(text, { format: N_TRIPLES, to_graph_name: node(to), lenient: true });
  }

  /** A graph as the transaction sees it. */
  #text(graph: Iri): string {
    return this.#before.has(graph) ? this.#dump(graph) : this.#live().text(graph);
  }

  /** Takes a graph for writing. */
  #claim(graph: Iri): void {
    if (this.#written.has(graph)) return;
    if (Buffer.byteLength(graph) > LONGEST_NAME)
      throw new TypeError(`a graph's name is too long: ${graph.slice(0, 80)}…`);
    if (this.#claims.has(graph)) throw new Error(`two transactions write <${graph}> and share no concern`);
    this.#claims.set(graph, this);
    this.#written.add(graph);
    const before = this.#before.get(graph);
    if (before === undefined) this.#copy(graph);
    else {
      const { added, removed } = difference(before, this.#live().text(graph));
      if (added.length + removed.length > 0) throw new Error(`<${graph}> was changed under a transaction that read it`);
    }
  }

  #copy(graph: Iri): void {
    if (this.#before.has(graph)) return;
    const text = this.#live().text(graph);
    if (text !== '') this.#store.load(text, { format: N_TRIPLES, to_graph_name: node(graph), lenient: true });
    this.#before.set(graph, text);
  }

  #dump(graph: Iri): string {
    const known = this.#dumps.get(graph);
    if (known !== undefined) return known;
    const text = this.#store.dump({ format: N_TRIPLES, from_graph_name: node(graph) });
    this.#dumps.set(graph, text);
    return text;
  }

  get #store(): EngineStore {
    if (this.#scratch === undefined) {
      this.#engine = scratchEngine ??= startEngine();
      this.#scratch = this.#engine.newStore();
    }
    return this.#scratch;
  }

  /** What `#do` gives or throws, as a promise. */
  #soon<Result>(action: () => Result): Promise<Result> {
    return new Promise((fulfil) => {
      fulfil(this.#do(action));
    });
  }

  #do<Result>(action: () => Result): Result {
    if (this.#over) throw new Error('the transaction is over');
    try {
      return action();
    } catch (error) {
      if (!isTrap(error)) throw error;
      if (this.#engine === scratchEngine) scratchEngine = undefined;
      throw new ServiceError('unavailable', 'The change is too large for this node', { cause: error });
    }
  }
}
