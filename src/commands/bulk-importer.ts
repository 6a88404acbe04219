/**
 * Writes statements directly to an empty store. It needs no dataset in memory, only a batch of statements and the names
 * of the graphs.
 */
import { detachString, type Iri, node, type Quad } from '../rdf/terms.js';
import type { GraphChange } from '../store/record.js';
import type { GraphText } from '../store/store.js';
import { startEngine } from '../store/oxigraph/engine.js';
import { joinLines, toNQuads, lines, writeTriples } from '../store/oxigraph/ntriples.js';

/** The size of a batch, which is one commit: in characters, since a literal may have any length. */
const BATCH_LENGTH = 2 ** 20;

/** The store to fill. */
export interface ImportTarget {
  /** Writes one commit; the indexes are created later. */
  write(changes: readonly GraphChange[]): Promise<void>;
  graphs(): AsyncIterable<GraphText> | Iterable<GraphText>;
}

export class BulkImporter {
  readonly #engine = startEngine();
  readonly #written = new Set<Iri>();
  /** Further statements, as N-Triples, of graphs that were already written: the document does not group them. */
  #scattered = new Map<Iri, string>();
  #batch = new Map<Iri, Quad[]>();
  #size = 0;
  #quads = 0;

  /** @param isVerbatim whether the literals of a graph stay as they are written: those of copies do (M23). */
  constructor(
    private readonly target: ImportTarget,
    private readonly isVerbatim: (graph: Iri) => boolean,
    private readonly onProgress: (progress: string) => void,
  ) {}

  /** Adds a statement. Graphs may be interleaved, but grouped statements need less memory. */
  async add(graph: Iri, statement: Quad): Promise<void> {
    const statements = this.#batch.get(graph);
    if (statements !== undefined) statements.push(statement);
    else {
      // Only before another graph, so that grouped statements are written together.
      if (this.#size >= BATCH_LENGTH) await this.#flush();
      this.#batch.set(detachString(graph), [statement]);
    }
    const { subject, predicate, object } = statement;
    this.#size += subject.value.length + predicate.value.length + object.value.length;
  }

  /** Writes the last batch. @returns the size of the store. */
  async end(): Promise<{ graphs: number; quads: number }> {
    await this.#flush();
    if (this.#scattered.size > 0) await this.#writeScattered();
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

  /** Appends the scattered statements to their graphs. */
  async #writeScattered(): Promise<void> {
    const scattered = this.#scattered;
    this.#scattered = new Map();
    let texts = new Map<Iri, string>();
    let characters = 0;
    for await (const { graph, text } of this.target.graphs()) {
      const more = scattered.get(graph);
      if (more === undefined) continue;
      this.#quads -= lines(text).length;
      texts.set(graph, text + more);
      characters += text.length + more.length;
      if (characters < BATCH_LENGTH) continue;
      await this.#write(texts);
      texts = new Map();
      characters = 0;
    }
    await this.#write(texts);
  }

  async #write(texts: ReadonlyMap<Iri, string>): Promise<void> {
    if (texts.size === 0) return;
    const verbatim = new Map([...texts].filter(([graph]) => this.isVerbatim(graph)));
    const store = this.#engine.newStore();
    try {
      // The engine removes duplicates and writes canonical literals.
      let quads = '';
      for (const [graph, text] of texts) if (!verbatim.has(graph)) quads += toNQuads(text, graph);
      store.load(quads, { format: 'application/n-quads' });
      const changes = Array.from(texts.keys(), (graph) => {
        const written = verbatim.get(graph);
        const text =
          written === undefined
            ? store.dump({ format: 'application/n-triples', from_graph_name: node(graph) })
            : joinLines([...new Set(lines(written))]);
        this.#written.add(graph);
        const growth = lines(text).length;
        this.#quads += growth;
        // The node creates the indexes when it first opens the store.
        return { graph, text, growth, lookups: [] };
      });
      await this.target.write(changes);
    } finally {
      store.free();
    }
    this.onProgress(`${String(this.#quads)} statements, ${String(this.#written.size)} graphs`);
  }
}
