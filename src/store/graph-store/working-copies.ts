/**
 * The working copies of the graphs that a transaction uses: texts in Oxigraph's form, and a scratch store for graphs
 * that need an engine.
 */
import { type Iri, node } from '../../rdf/terms.js';
import type { EngineStore } from '../oxigraph/engine.js';
import { promiseOf } from '../../async/promise-of.js';
import { difference } from '../oxigraph/ntriples.js';
import { dropGraph, sparqlText, update } from '../sparql.js';
import type { GraphCache } from './graph-cache.js';
import { ScratchStore } from './scratch-store.js';

export const N_TRIPLES = 'application/n-triples';

/** The longest name that the file on disk can hold, in bytes, with room for its own marks. */
const MAX_NAME_BYTES = 1900;

interface WorkingCopy {
  /** The graph's text in the record, when it was loaded. */
  readonly before: string;
  /** Its current text; undefined while only the scratch store has it. */
  text: string | undefined;
  /** Whether the scratch store has its current content. */
  isInScratch: boolean;
}

/** A graph's text in the record. */
interface ReadText {
  readonly text: Promise<string>;
  /** Set once it is there. */
  loaded: string | undefined;
}

/** A graph that a transaction has written. */
export interface WrittenGraph {
  readonly graph: Iri;
  readonly before: string;
  readonly after: string;
}

/**
 * The writing transaction of each graph. Two transactions on one graph without a common lock key would overwrite each
 * other.
 */
export type ActiveWriters = Map<Iri, WorkingCopies>;

/** A graph was changed between the reading of a transaction and its writing. */
class StaleReadError extends Error {
  override readonly name = 'StaleReadError';

  constructor(graph: Iri) {
    super(`<${graph}> was changed under a transaction that read it`);
  }
}

export class WorkingCopies {
  readonly #copies = new Map<Iri, WorkingCopy>();
  readonly #written = new Set<Iri>();
  readonly #read = new Map<Iri, ReadText>();
  readonly #scratch = new ScratchStore();

  constructor(
    private readonly graphs: () => GraphCache,
    private readonly activeWriters: ActiveWriters,
  ) {}

  /** Whether another transaction has broken the engine of the scratch store. */
  get isLost(): boolean {
    return this.#scratch.isLost;
  }

  /** Replaces the engine of the scratch store, which is broken. */
  giveUp(): void {
    this.#scratch.giveUp();
  }

  /** Whether a graph was read or written. */
  uses(graph: Iri): boolean {
    return this.#read.has(graph);
  }

  /** A graph before the transaction: the same for every call. */
  textInRecord(graph: Iri): Promise<string> {
    return this.#reading(graph).text;
  }

  /** Whether there is a copy of a graph. */
  has(graph: Iri): boolean {
    return this.#copies.has(graph);
  }

  /** Makes the copy of a graph: all methods below need it. */
  async load(graph: Iri): Promise<void> {
    if (this.#copies.has(graph)) return;
    const text = await this.textInRecord(graph);
    this.#copies.set(graph, { before: text, text, isInScratch: false });
  }

  /** Creates an empty copy of an unreadable graph, and claims it for writing. */
  takeDamaged(graph: Iri): void {
    this.#copies.set(graph, { before: '', text: '', isInScratch: false });
    this.claim(graph);
  }

  /** As `load`, without waiting. @returns whether the copy is there. */
  loadNow(graph: Iri): boolean {
    if (this.#copies.has(graph)) return true;
    const { loaded } = this.#reading(graph);
    if (loaded === undefined) return false;
    this.#copies.set(graph, { before: loaded, text: loaded, isInScratch: false });
    return true;
  }

  text(graph: Iri): string {
    return this.#textOf(graph, this.#copy(graph));
  }

  isInScratch(graph: Iri): boolean {
    return this.#copy(graph).isInScratch;
  }

  /** The scratch store, with this graph in it. */
  inScratch(graph: Iri): EngineStore {
    const store = this.#scratch.store;
    const copy = this.#copy(graph);
    if (!copy.isInScratch) {
      const text = this.#textOf(graph, copy);
      // Lenient: it came out of an engine like this one, or was checked when it was inserted.
      if (text !== '') store.load(text, { format: N_TRIPLES, to_graph_name: node(graph), lenient: true });
      copy.isInScratch = true;
    }
    return store;
  }

  /**
   * Takes a graph for writing.
   *
   * @throws TypeError for a name that the record cannot hold.
   * @throws Error when another transaction writes the graph, or has written it since this one read it.
   */
  claim(graph: Iri): void {
    if (this.#written.has(graph)) return;
    checkName(graph);
    if (this.activeWriters.has(graph)) throw new Error(`two transactions write <${graph}> and share no lock key`);
    this.activeWriters.set(graph, this);
    this.#written.add(graph);
    const current = this.graphs().cached(graph);
    if (current !== undefined && differs(this.#copy(graph).before, current)) throw new StaleReadError(graph);
  }

  /** Makes this text the graph's. */
  put(graph: Iri, text: string): void {
    this.claim(graph);
    const copy = this.#copy(graph);
    if (copy.isInScratch) this.#scratch.store.update(sparqlText(update(dropGraph(graph))));
    copy.text = text;
    copy.isInScratch = false;
  }

  /** Changes graphs in the scratch store. */
  change(graphs: Iterable<Iri>, action: (store: EngineStore) => void): void {
    const names = [...graphs];
    for (const graph of names) this.claim(graph);
    for (const graph of names) {
      this.inScratch(graph);
      this.#copy(graph).text = undefined;
    }
    action(this.#scratch.store);
  }

  *written(): Generator<WrittenGraph, void, undefined> {
    for (const graph of this.#written) yield { graph, before: this.#copy(graph).before, after: this.text(graph) };
  }

  /** Other transactions may write the graphs. */
  free(): void {
    for (const graph of this.#written) if (this.activeWriters.get(graph) === this) this.activeWriters.delete(graph);
    this.#scratch.free();
  }

  #reading(graph: Iri): ReadText {
    const present = this.#read.get(graph);
    if (present !== undefined) return present;
    let cached: string | undefined;
    const text = promiseOf(() => {
      const graphs = this.graphs();
      cached = graphs.cached(graph);
      return cached ?? graphs.text(graph);
    });
    const reading: ReadText = { text, loaded: cached };
    this.#read.set(graph, reading);
    text.then(
      (loaded) => (reading.loaded = loaded),
      // The error is thrown at the place that awaits it.
      () => undefined,
    );
    return reading;
  }

  #textOf(graph: Iri, copy: WorkingCopy): string {
    return (copy.text ??= this.#scratch.store.dump({ format: N_TRIPLES, from_graph_name: node(graph) }));
  }

  #copy(graph: Iri): WorkingCopy {
    const copy = this.#copies.get(graph);
    if (copy === undefined) throw new Error(`<${graph}> was not read before a step that needs it`);
    return copy;
  }
}

/** @throws TypeError for a name that the file on disk cannot hold. */
export function checkName(graph: Iri): void {
  if (Buffer.byteLength(graph) > MAX_NAME_BYTES)
    throw new TypeError(`a graph's name is too long: ${graph.slice(0, 80)}…`);
}

function differs(before: string, after: string): boolean {
  const { added, removed } = difference(before, after);
  return added.length + removed.length > 0;
}
