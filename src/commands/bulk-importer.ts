/**
 * Writes a store straight to its disk, as statements come: without a live store beside it, what it takes of memory is a
 * batch of statements and the names of the graphs.
 */
import { type Iri, iri, node, type Quad } from '../rdf/terms.js';
import type { LmdbFile } from '../store/lmdb/lmdb-file.js';
import { startEngine } from '../store/oxigraph/engine.js';
import { toNQuads, lines, writeTriples } from '../store/oxigraph/ntriples.js';

/** How much is in hand before it is written, in one commit: in characters, since a text may be as long as it likes. */
const BATCH = 2 ** 20;

export class BulkImporter {
  readonly #engine = startEngine();
  readonly #written = new Set<Iri>();
  /** More statements, as N-Triples, of graphs that were written already: they stand apart in the document. */
  #scattered = new Map<Iri, string>();
  #batch = new Map<Iri, Quad[]>();
  #size = 0;
  #commits = 0;
  #quads = 0;

  constructor(
    private readonly disk: LmdbFile,
    private readonly tell: (progress: string) => void,
  ) {}

  /** Takes a statement, of any graph at any time; memory is saved when those of a graph stand together. */
  async add(graph: Iri, statement: Quad): Promise<void> {
    const statements = this.#batch.get(graph);
    if (statements !== undefined) statements.push(statement);
    else {
      // Only where another graph begins, so that no graph is cut.
      if (this.#size >= BATCH) await this.#flush();
      this.#batch.set(iri(detachString(graph)), [statement]);
    }
    const { subject, predicate, object } = statement;
    this.#size += subject.value.length + predicate.value.length + object.value.length;
  }

  /** Writes what is in hand. @returns how much the store holds. */
  async end(): Promise<{ graphs: number; quads: number }> {
    await this.#flush();
    if (this.#scattered.size > 0) await this.#complete();
    return { graphs: this.#written.size, quads: this.#quads };
  }

  async #flush(): Promise<void> {
    const fresh = new Map<Iri, string>();
    for (const [graph, statements] of this.#batch) {
      const text = writeTriples(statements);
      if (this.#written.has(graph)) this.#scattered.set(graph, (this.#scattered.get(graph) ?? '') + detachString(text));
      else fresh.set(graph, text);
    }
    this.#batch = new Map();
    this.#size = 0;
    await this.#write(fresh);
  }

  /** Adds what came late to the graphs that it belongs to. */
  async #complete(): Promise<void> {
    const late = this.#scattered;
    this.#scattered = new Map();
    let texts = new Map<Iri, string>();
    let characters = 0;
    for (const { graph, text } of this.disk.currentGraphs()) {
      const more = late.get(graph);
      if (more === undefined) continue;
      this.#quads -= lines(text).length;
      texts.set(graph, text + more);
      characters += text.length + more.length;
      if (characters < BATCH) continue;
      await this.#write(texts);
      texts = new Map();
      characters = 0;
    }
    await this.#write(texts);
  }

  async #write(texts: ReadonlyMap<Iri, string>): Promise<void> {
    if (texts.size === 0) return;
    const store = this.#engine.newStore();
    try {
      // Through the engine, so that every statement stands there once and as a node would have written it.
      let quads = '';
      for (const [graph, text] of texts) quads += toNQuads(text, graph);
      store.load(quads, { format: 'application/n-quads' });
      const changes = Array.from(texts.keys(), (graph) => {
        const text = store.dump({ format: 'application/n-triples', from_graph_name: node(graph) });
        this.#written.add(graph);
        this.#quads += lines(text).length;
        return { graph, text, added: [], removed: [] };
      });
      this.#commits += 1;
      await this.disk.write(this.#commits, [changes]);
    } finally {
      store.free();
    }
    this.tell(`${String(this.#quads)} statements, ${String(this.#written.size)} graphs`);
  }
}

/** A text that is not a part of another one: a name alone would keep in memory all that was read with it. */
const detachString = (text: string): string => Buffer.from(text).toString();
