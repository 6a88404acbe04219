/**
 * The data for the queries of one caller: an engine of its own with the statements that the caller may see, in the
 * default graph and, if a query needs them, in named graphs.
 *
 * The engine could instead receive a list of allowed graphs with each query. But it searches each of them for every
 * pattern, so that a join over 100,000 graphs never ends; and an error in the list would disclose data.
 */
import { type Iri, isIri, node, type Quad } from '../../rdf/terms.js';
import { type Engine, type EngineStore, isBroken, startEngine } from '../../store/oxigraph/engine.js';
import { difference, joinLines, lineCount, parseTriples, toNQuads } from '../../store/oxigraph/ntriples.js';
import type { StoreVersions } from '../../store/oxigraph/versions.js';
import { deleteData, dropGraph, sparqlText, update } from '../../store/sparql.js';
import { ALWAYS } from './moments.js';
import { StatementCounts } from './statement-counts.js';

const N_TRIPLES = 'application/n-triples';
const N_QUADS = 'application/n-quads';

/** Number of characters collected for one load: large loads cost less per character. */
const MAX_PENDING = 2 ** 21;

/** The engine's memory for a statement, per character of its text. */
const BYTES_PER_CHARACTER = 3;

/** The statements exceed the memory limit of a view. */
export class DatasetTooLarge extends Error {
  override readonly name = 'DatasetTooLarge';
}

export class DatasetView {
  readonly #engine: Engine;
  readonly #store: EngineStore;
  /** Pending text: N-Triples for the default graph, N-Quads for named graphs. */
  #pendingDefault = '';
  #pendingNamed = '';
  /** Lines of the default graph that may already be in the engine. */
  #unsure: string[] = [];
  readonly #counts = new StatementCounts();
  readonly #graphs = new Set<string>();
  /** The versions of a default graph that can be read at any moment. */
  readonly #versions: StoreVersions | undefined;
  /** The latest moment at which the default graph changed. */
  #moment = ALWAYS;
  #quads = 0;
  #garbageQuads = 0;
  /** Reserved memory that queries have not used yet; undefined before the first query. */
  #spareBytes: number | undefined;

  /**
   * @param maxBytes the memory limit of its engine, queries included.
   * @param everyMoment whether its default graph can be read at any moment; its named graphs are those of now.
   */
  constructor(maxBytes?: number, everyMoment = false) {
    this.#engine = startEngine(maxBytes);
    this.#store = this.#engine.newStore();
    if (!everyMoment) return;
    this.#versions = this.#engine.versionsOf(this.#store);
    if (this.#versions === undefined) throw new TypeError('the engine keeps no versions');
  }

  /**
   * Whether the engine supports views whose default graph can be read at any moment. @param maxBytes the limit of these
   * views.
   */
  static hasMoments(maxBytes?: number): boolean {
    // Engines of the same limit share the compiled code.
    const engine = startEngine(maxBytes);
    return engine.versionsOf(engine.newStore()) !== undefined;
  }

  /** The engine with all added statements. */
  get store(): EngineStore {
    this.flush();
    return this.#store;
  }

  /** Runs work on the engine's store, with the default graph of a moment if one is given. */
  read<Result>(moment: number | undefined, work: (store: EngineStore) => Result): Result {
    const { store } = this;
    if (moment === undefined) return work(store);
    if (this.#versions === undefined) throw new TypeError('the view is of one moment');
    return this.#versions.read(moment, () => work(store));
  }

  /** Loads the pending text. @throws DatasetTooLarge */
  flush(): void {
    if (this.#pendingDefault !== '') {
      const text = this.#pendingDefault;
      this.#pendingDefault = '';
      this.#load(text, N_TRIPLES, this.#moment);
    }
    if (this.#pendingNamed !== '') {
      const text = this.#pendingNamed;
      this.#pendingNamed = '';
      this.#load(text, N_QUADS, ALWAYS);
    }
    if (this.#unsure.length === 0) return;
    const unsure = this.#unsure;
    this.#unsure = [];
    for (const line of unsure) {
      const [quad] = parseTriples(`${line}\n`);
      if (quad === undefined) continue;
      if (this.#store.has(quad)) this.#counts.share(line);
      else this.#load(`${line}\n`, N_TRIPLES, this.#moment);
    }
  }

  /** Reserves memory for a query. The first call is enough: a query leaves its memory to the next one. */
  prepare(bytes: number): void {
    if (this.#spareBytes !== undefined) return;
    this.flush();
    const { memoryBytes } = this.#engine;
    this.#engine.reserve(bytes);
    this.#spareBytes = this.#engine.memoryBytes - memoryBytes;
  }

  /** The named graphs. */
  get graphs(): ReadonlySet<string> {
    return this.#graphs;
  }

  get quads(): number {
    return this.#quads;
  }

  /** The number of removed statements: the engine keeps every version of them. */
  get garbageQuads(): number {
    return this.#garbageQuads;
  }

  /** The approximate memory of the statements: that of the engine without the space for queries. */
  get memoryBytes(): number {
    return this.#engine.memoryBytes - (this.#spareBytes ?? 0);
  }

  /** The statements of a named graph, as N-Triples. */
  text(graph: string): string {
    return isIri(graph) && this.#graphs.has(graph)
      ? this.store.dump({ format: N_TRIPLES, from_graph_name: node(graph) })
      : '';
  }

  /** Replaces the statements of a named graph; an empty text drops the graph. @throws DatasetTooLarge */
  setGraph(graph: string, text: string): void {
    if (!isIri(graph)) return;
    if (!this.#graphs.has(graph)) {
      if (text === '') return;
      this.#graphs.add(graph);
      this.#addNamed(graph, text);
      return;
    }
    const { added, removed } = difference(this.text(graph), text);
    if (text === '') {
      this.#graphs.delete(graph);
      this.#update(sparqlText(update(dropGraph(graph))));
    } else if (removed.length > 0) {
      this.#update(sparqlText(update(deleteData(graph, statements(removed)))));
    }
    if (added.length > 0) this.#addNamed(graph, joinLines(added));
    this.#count(-removed.length, removed.length);
  }

  /** Adds the statements of a graph to the default graph. @throws DatasetTooLarge */
  addToDefault(text: string): void {
    let begin = 0;
    // Lines that are new to the engine are added in one piece.
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', begin)) {
      const state = this.#counts.add(text, begin, end);
      if (state !== 'new') {
        this.#pendingDefault += text.slice(from, begin);
        from = end + 1;
        if (state === 'unsure') this.#unsure.push(text.slice(begin, end));
      }
      this.#quads += 1;
      begin = end + 1;
    }
    this.#pendingDefault += from === 0 ? text : text.slice(from);
    if (this.#pendingDefault.length > MAX_PENDING) this.flush();
  }

  /** Removes the statements of one graph from the default graph and adds those of another. @throws DatasetTooLarge */
  replaceInDefault(before: string, after: string): void {
    const { added, removed } = difference(before, after);
    this.flush();
    const unstated = this.#remove(removed);
    this.#count(-removed.length, unstated);
    if (added.length > 0) this.addToDefault(joinLines(added));
  }

  /**
   * Removes the statements of one graph from the default graph from a moment on, and adds those of another.
   *
   * @param moment not earlier than the moment from which the removed statements were added.
   * @returns false if only a new view helps: it is not the latest moment, and other graphs have, or had, removed
   * statements. The end of their validity is then unknown.
   * @throws DatasetTooLarge
   */
  replaceSince(moment: number, before: string, after: string): boolean {
    const { added, removed } = difference(before, after);
    this.flush();
    const latest = Math.max(moment, this.#moment);
    const isLate = moment < latest;
    if (isLate && removed.some((line) => this.#counts.isShared(line))) return false;
    this.#moment = moment;
    this.#remove(removed);
    if (isLate) this.#addLate(added);
    else this.addToDefault(joinLines(added));
    this.#moment = latest;
    return true;
  }

  /**
   * Adds statements from a moment that is not the latest one. A statement that is already there is then valid from this
   * moment, whatever its beginning was.
   */
  #addLate(lines: readonly string[]): void {
    for (const line of lines) {
      const state = this.#counts.add(line, 0, line.length);
      if (state === 'new') continue;
      for (const quad of statements([line])) {
        if (!this.#store.has(quad)) continue;
        if (state === 'unsure') this.#counts.share(line);
        // Two ranges that meet at this moment become their union.
        this.#delete(quad);
      }
    }
    this.#quads += lines.length;
    if (lines.length > 0) this.#load(joinLines(lines), N_TRIPLES, this.#moment);
  }

  /** Removes statements from the default graph. @returns how many of them no other graph has. */
  #remove(lines: readonly string[]): number {
    const unstated = lines.filter((line) => this.#counts.remove(line));
    for (const quad of statements(unstated)) this.#delete(quad);
    return unstated.length;
  }

  #delete(quad: Quad): void {
    this.#write(this.#moment, () => {
      this.#store.delete(quad);
    });
  }

  #update(text: string): void {
    const { store } = this;
    this.#write(ALWAYS, () => {
      store.update(text);
    });
  }

  /** @param moment the beginning of the change, if the view has moments. */
  #write(moment: number, work: () => void): void {
    if (this.#versions === undefined) work();
    else this.#versions.write(moment, work);
  }

  #addNamed(graph: Iri, text: string): void {
    this.#pendingNamed += toNQuads(text, graph);
    this.#count(lineCount(text), 0);
    if (this.#pendingNamed.length > MAX_PENDING) this.flush();
  }

  #load(text: string, format: string, moment: number): void {
    try {
      this.#engine.preallocate();
      if (this.#spareBytes !== undefined) {
        this.#spareBytes = Math.max(0, this.#spareBytes - text.length * BYTES_PER_CHARACTER);
      }
      // Lenient: the text is the output of an engine like this one. As bytes: the engine converts a string character by
      // character.
      this.#write(moment, () => {
        this.#store.load(Buffer.from(text), { format, lenient: true });
      });
    } catch (cause) {
      if (isBroken(cause)) throw new DatasetTooLarge('the memory of the engine is used up', { cause });
      throw cause;
    }
  }

  #count(added: number, removed: number): void {
    this.#quads += added;
    this.#garbageQuads += removed;
  }
}

const statements = (texts: readonly string[]): Quad[] => parseTriples(joinLines(texts));
