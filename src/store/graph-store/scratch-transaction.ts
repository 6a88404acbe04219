/**
 * A transaction in the making: copies of the graphs that it touches. They are texts, in the lines that Oxigraph writes;
 * those that SPARQL works on are in a scratch store. What is only inserted, replaced, copied or dropped never goes there:
 * for a typical transaction that is a seventh of its time.
 */
import type { Update } from 'sparqljs';
import { ServiceError } from '../../errors.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, type Quad, factory, node } from '../../rdf/terms.js';
import { type EngineStore, isBroken } from '../oxigraph/engine.js';
import { type Lookup, type LookupChange, lookupChanges } from '../lookup.js';
import type { GraphChange } from '../record.js';
import type { GraphCache } from './graph-cache.js';
import {
  canonicalLines,
  difference,
  joinLines,
  linesByStatement,
  type Statement,
  withLines,
  withoutLines,
  writeTriples,
} from '../oxigraph/ntriples.js';
import { checkTerms, dropGraph, sparqlText, update } from '../sparql.js';
import type { Transaction } from '../store.js';
import { ScratchStore } from './scratch-store.js';
import { textOperations } from './text-operations.js';
import { updateGraphs } from './update-graphs.js';

/** The longest name that the file on disk can hold, in bytes, with room for its own marks. */
const MAX_NAME_BYTES = 1900;

const N_TRIPLES = 'application/n-triples';

/** A graph that the transaction has touched. */
interface TouchedGraph {
  /** Its text in the record, when it was touched first. */
  readonly before: string;
  /** Its text now; undefined while the scratch store alone knows it. */
  text: string | undefined;
  /** Whether the scratch store has it, as it is now. */
  isInScratch: boolean;
}

/** A graph was changed between the reading of a transaction and its writing. */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError';

  constructor(graph: Iri) {
    super(`<${graph}> was changed under a transaction that read it`);
  }
}

/** How many numbers a transaction can give: the product with any sequence is a safe integer for 8 thousand million commits. */
const MAX_ORDERS = 2 ** 20;

const nothing = (): void => undefined;

export class ScratchTransaction implements Transaction {
  readonly #touched = new Map<Iri, TouchedGraph>();
  readonly #written = new Set<Iri>();
  /** What was read from the record: a graph is the same in all of the transaction. */
  readonly #read = new Map<Iri, Promise<string>>();
  #lastStep: Promise<void> = Promise.resolve();
  #orders = 0;
  readonly #scratch = new ScratchStore();
  #over = false;

  /**
   * @param claims which transaction writes which graph, for all that are running: two on one graph have forgotten to
   *   name a common lock key, and one of them would undo the other.
   * @param since the last commit that was visible when the transaction began.
   */
  constructor(
    private readonly graphs: () => GraphCache,
    private readonly lookups: readonly Lookup[],
    private readonly claims: Map<Iri, ScratchTransaction>,
    readonly since: number,
  ) {}

  nextOrder(): number {
    this.#orders += 1;
    return this.since * MAX_ORDERS + this.#orders;
  }

  async read(graph: Iri): Promise<Graph> {
    await this.#lastStep;
    const text = this.#touched.has(graph) ? undefined : await this.#textInRecord(graph);
    return this.#guard(() => {
      const touched = this.#touched.get(graph);
      return this.graphs().parsed(touched === undefined ? (text ?? '') : this.#textOf(graph, touched));
    });
  }

  /** Whether it has read or written a graph. */
  uses(graph: Iri): boolean {
    return this.#read.has(graph) || this.#touched.has(graph);
  }

  async update(tree: Update): Promise<void> {
    const { written, read } = updateGraphs(tree);
    await this.#step([...written, ...read], () => {
      this.#update(tree);
    });
  }

  contains(graph: Iri, statement: Quad): Promise<boolean> {
    return this.#step([graph], () => {
      const touched = this.#touch(graph);
      const [line] = canonicalLines([statement]) ?? [];
      if (line !== undefined) return `\n${this.#textOf(graph, touched)}`.includes(`\n${line}\n`);
      const { subject, predicate, object } = statement;
      return this.#inScratch(graph, touched).has(factory.quad(subject, predicate, object, node(graph)));
    });
  }

  insert(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    return this.#step([graph], () => {
      this.#insert(graph, [...statements]);
    });
  }

  replace(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    return this.#step([graph], () => {
      const all = [...statements];
      const before = this.#textOf(graph, this.#touch(graph));
      // Most of the statements are usually those that were read.
      const known = before === '' ? undefined : linesByStatement(before, this.graphs().parsed(before));
      this.#put(graph, '');
      try {
        this.#insert(graph, all, known);
      } catch (error) {
        if (!isBroken(error)) this.#put(graph, before);
        throw error;
      }
    });
  }

  drop(graph: Iri): Promise<void> {
    return this.#step([graph], () => {
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
    this.#scratch.free();
  }

  #insert(graph: Iri, statements: readonly Quad[], known?: ReadonlyMap<Statement, string>): void {
    // Both refuse what no graph may hold before anything is touched.
    const added = canonicalLines(statements, known);
    const text = added === undefined ? writeTriples(statements) : '';
    const touched = this.#claim(graph);
    if (added !== undefined && !touched.isInScratch) {
      touched.text = withLines(this.#textOf(graph, touched), added);
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
    // All of it is checked before any of it is done.
    for (const graph of updateGraphs(tree).written) checkName(graph);
    checkTerms(tree);
    const updates = [...tree.updates];
    const before = new Map<Iri, string>();
    const put = (graph: Iri, textOf: (text: string) => string): void => {
      const text = this.#textOf(graph, this.#touch(graph));
      if (!before.has(graph)) before.set(graph, text);
      this.#put(graph, textOf(text));
    };
    for (let [first] = updates; first !== undefined; [first] = updates) {
      const operations = textOperations(first);
      if (operations === undefined) break;
      for (const operation of operations) {
        if (operation.kind === 'copy')
          put(operation.to, () => this.#textOf(operation.from, this.#touch(operation.from)));
        else if (operation.kind === 'insert') put(operation.graph, (text) => withLines(text, operation.lines));
        else put(operation.graph, (text) => withoutLines(text, operation.lines));
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
      this.#scratch.store.update(sparqlText(rest));
    } catch (error) {
      if (!isBroken(error)) for (const [graph, text] of before) this.#put(graph, text);
      throw error;
    }
    for (const [, touched] of claimed) touched.text = undefined;
  }

  /** Makes this text the graph's. */
  #put(graph: Iri, text: string): void {
    const touched = this.#claim(graph);
    if (touched.isInScratch) this.#scratch.store.update(sparqlText(update(dropGraph(graph))));
    touched.text = text;
    touched.isInScratch = false;
  }

  #textOf(graph: Iri, touched: TouchedGraph): string {
    return (touched.text ??= this.#scratch.store.dump({ format: N_TRIPLES, from_graph_name: node(graph) }));
  }

  /** A graph that a step works on. */
  #touch(graph: Iri): TouchedGraph {
    const touched = this.#touched.get(graph);
    if (touched === undefined) throw new Error(`<${graph}> was not read before a step that needs it`);
    return touched;
  }

  #textInRecord(graph: Iri): Promise<string> {
    const known = this.#read.get(graph);
    if (known !== undefined) return known;
    const text = this.graphs().text(graph);
    this.#read.set(graph, text);
    return text;
  }

  /** Reads what a step needs. */
  async #load(graph: Iri): Promise<void> {
    if (this.#touched.has(graph)) return;
    const text = await this.#textInRecord(graph);
    this.#touched.set(graph, { before: text, text, isInScratch: false });
  }

  /** Takes a graph for writing. */
  #claim(graph: Iri): TouchedGraph {
    if (!this.#written.has(graph)) {
      checkName(graph);
      if (this.claims.has(graph)) throw new Error(`two transactions write <${graph}> and share no concern`);
      this.claims.set(graph, this);
      this.#written.add(graph);
      const current = this.graphs().cached(graph);
      if (current !== undefined && differs(this.#touch(graph).before, current)) throw new StaleReadError(graph);
    }
    return this.#touch(graph);
  }

  /** The scratch store, with this graph in it. */
  #inScratch(graph: Iri, touched: TouchedGraph): EngineStore {
    const store = this.#scratch.store;
    if (!touched.isInScratch) {
      const text = this.#textOf(graph, touched);
      // Lenient: it came out of an engine like this one, or was checked when it was inserted.
      if (text !== '') store.load(text, { format: N_TRIPLES, to_graph_name: node(graph), lenient: true });
      touched.isInScratch = true;
    }
    return store;
  }

  /**
   * Runs a step when all earlier ones have ended: callers may start several at once, and what they do must not depend on
   * how long the record takes to answer.
   */
  #step<Result>(graphs: readonly Iri[], action: () => Result): Promise<Result> {
    const result = this.#lastStep.then(async () => {
      this.#guard(() => undefined);
      for (const graph of graphs) await this.#load(graph);
      return this.#guard(action);
    });
    this.#lastStep = result.then(nothing, nothing);
    return result;
  }

  #guard<Result>(action: () => Result): Result {
    if (this.#over) throw new Error('the transaction is over');
    if (this.#scratch.isLost)
      throw new ServiceError('unavailable', 'The change was given up with another one; it may be tried again');
    try {
      return action();
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.#scratch.giveUp();
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
