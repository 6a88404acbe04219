/** `import <file>`: a document of graphs, as `export` writes it, into an empty store. */
import { createReadStream } from 'node:fs';
import n3 from 'n3';
import { pino } from 'pino';
import { factory, type Iri, iri, isIri, type Quad } from '../rdf/terms.js';
import { type Settings, SettingsError } from '../settings.js';
import { dumpFormats } from '../store/dump.js';
import { type EmbeddedStore, openEmbeddedStore } from '../store/embedded.js';
import { StoreError } from '../store/store-error.js';
import { storeFolder } from './backup.js';
import { Progress } from './progress.js';
import { choice, readArguments } from './usage.js';

const USAGE = `Usage: node dist/main.js import <file> [--format nquads|trig]

Reads a document that export has written (- is standard input) into the store that STORE_URL names, which must be
empty. BASE_URL must be the one of the node that the document is from. N-Quads unless the file ends in .trig.`;

/** How many statements are written in one transaction. */
const BATCH = 20_000;

/**
 * Runs the command.
 *
 * @returns what to tell the operator.
 * @throws SettingsError for a wrong use or a document that cannot be read, StoreError when the store is not empty.
 */
export async function importStore(args: readonly string[], settings: Settings): Promise<string> {
  const given = readArguments(args, ['format'], USAGE);
  if (given === undefined) return USAGE;
  const [file, ...others] = given.positionals;
  if (file === undefined || others.length > 0) throw new SettingsError(USAGE);
  const format =
    choice('format', given.values.get('format'), dumpFormats) ?? (file.endsWith('.trig') ? 'trig' : 'nquads');
  const folder = storeFolder('import', settings);
  if (settings.baseUrl === undefined) throw new SettingsError('BASE_URL is needed beside PORT=0: a store is for one');
  const base = iri(settings.baseUrl);
  const log = pino({ level: 'silent' });
  const store = await openEmbeddedStore({ location: { kind: 'folder', path: folder }, base, log });
  try {
    const { quads, sequence } = store.status();
    if (quads > 0 || sequence > 0) {
      throw new StoreError(
        `the store in ${folder} is not empty: set STORE_URL to an empty folder, or move the store away`,
      );
    }
    const input = file === '-' ? process.stdin : createReadStream(file);
    const parser = new n3.StreamParser<n3.Quad>({
      format: format === 'trig' ? 'application/trig' : 'N-Quads',
      factory,
    });
    const writer = new Writer(store, base);
    const quadsOf = input.pipe(parser);
    input.once('error', (error: Error) => quadsOf.destroy(error));
    await writer.write(quadsOf).catch((error: unknown) => {
      if (error instanceof StoreError || error instanceof SettingsError || !(error instanceof Error)) throw error;
      throw new SettingsError(`${file} cannot be imported: ${error.message}`, { cause: error });
    });
    return `imported ${writer.graphs} graphs with ${store.status().quads} statements into ${folder}`;
  } finally {
    await store.close();
  }
}

/** Writes statements as they come, those of many graphs in one transaction. */
class Writer {
  readonly #seen = new Set<Iri>();
  readonly #progress = new Progress();
  #batch = new Map<Iri, Quad[]>();
  #size = 0;
  #written = 0;

  constructor(
    private readonly store: EmbeddedStore,
    private readonly base: Iri,
  ) {}

  get graphs(): number {
    return this.#seen.size;
  }

  async write(quads: AsyncIterable<Quad>): Promise<void> {
    for await (const quad of quads) {
      const graph = quad.graph.value;
      if (!isIri(graph) || !graph.startsWith(`${this.base}/`)) {
        const what = graph === '' ? 'a statement in no named graph' : `the graph <${graph}>`;
        throw new SettingsError(`the document has ${what}, which is not below BASE_URL=${this.base}`);
      }
      const statements = this.#batch.get(graph) ?? [];
      statements.push(quad);
      this.#batch.set(graph, statements);
      this.#size += 1;
      if (this.#size >= BATCH) await this.#flush();
    }
    await this.#flush();
    this.#progress.end();
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = new Map();
    this.#written += this.#size;
    this.#size = 0;
    if (batch.size === 0) return;
    await this.store.transact([this.base], async (tx) => {
      for (const [graph, statements] of batch) {
        await tx.insert(graph, statements);
        this.#seen.add(graph);
      }
    });
    this.#progress.show(`${this.#written} statements, ${this.graphs} graphs`);
  }
}
