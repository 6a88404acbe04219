/** `import <file>`: a document of graphs, as `export` writes it, into an empty store. */
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import n3 from 'n3';
import { factory, type Iri, iri, isIri, type Quad } from '../rdf/terms.js';
import { type Settings, SettingsError } from '../settings.js';
import { LmdbFile, FILE, unexpectedFiles } from '../store/lmdb/lmdb-file.js';
import { syncFolder } from '../store/lmdb/file-checks.js';
import { type DumpFormat, dumpFormats } from '../store/lmdb/dump.js';
import { lockFolder } from '../store/lmdb/folder-lock.js';
import { StoreError } from '../store/store-error.js';
import { storeFolder } from './backup.js';
import { Progress } from './progress.js';
import { BulkImporter } from './bulk-importer.js';
import { choice, usageError, readArguments, reasonOf } from './arguments.js';

const USAGE = `Usage: node dist/main.js import <file> [--format nquads|trig]

Reads a document that export has written (- is standard input) into the store that STORE_URL names, whose folder must be
empty or absent. BASE_URL must be the one of the node that the document is from. N-Quads unless the file ends in .trig.
An import that fails, or is broken off, leaves no store.`;

/** How many commits the store's feed remembers: as many as a node's. */
const FEED_LENGTH = 100_000;

/** The folder in the store's folder where the store is made; it does not count as one of its files. */
const STAGING_DIR = '.import';

/** What to read, and for whom. */
interface Source {
  readonly file: string;
  readonly format: DumpFormat;
  readonly base: Iri;
}

/**
 * Runs the command.
 *
 * @returns what to tell the operator.
 * @throws SettingsError for a wrong use or a document that cannot be read, StoreError when the store's folder is not
 *   empty or cannot be used; there is no store then.
 */
export async function importStore(args: readonly string[], settings: Settings): Promise<string> {
  const given = readArguments('import', args, ['format']);
  if (given === undefined) return USAGE;
  const [file, ...others] = given.positionals;
  if (file === undefined) throw usageError('import', 'the document to read is missing');
  if (others.length > 0) throw usageError('import', 'only one document can be read');
  const format =
    choice('format', given.values.get('format'), dumpFormats) ?? (file.endsWith('.trig') ? 'trig' : 'nquads');
  const folder = storeFolder('import', settings);
  if (settings.baseUrl === undefined) throw new SettingsError('BASE_URL is needed beside PORT=0: a store is for one');
  const source = { file, format, base: iri(settings.baseUrl) };
  try {
    return await makeStore(folder, source);
  } catch (error) {
    if (error instanceof StoreError || error instanceof SettingsError) throw error;
    throw new StoreError(`store folder ${folder} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

async function makeStore(folder: string, source: Source): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  try {
    const there = await unexpectedFiles(folder);
    if (there.length > 0) {
      throw new StoreError(
        `store folder ${folder} is not empty (${there.slice(0, 3).join(', ')}): set STORE_URL to an empty folder, or move the store away`,
      );
    }
    // A store that is there is a whole one: it gets its place when everything has been read.
    const workshop = join(folder, STAGING_DIR);
    await rm(workshop, { recursive: true, force: true });
    try {
      const { graphs, quads } = await fill(workshop, source);
      await rename(join(workshop, FILE), join(folder, FILE));
      await syncFolder(folder);
      await syncFolder(dirname(folder));
      return `imported ${graphs} graphs with ${quads} statements into ${folder}`;
    } finally {
      await rm(workshop, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

async function fill(folder: string, { file, format, base }: Source): Promise<{ graphs: number; quads: number }> {
  await mkdir(folder, { mode: 0o700 });
  const disk = await LmdbFile.open({ folder, base, feedLength: FEED_LENGTH });
  const input = file === '-' ? process.stdin : createReadStream(file);
  const progress = new Progress();
  try {
    const parser = new n3.StreamParser<n3.Quad>({
      format: format === 'trig' ? 'application/trig' : 'N-Quads',
      factory,
    });
    const quads: AsyncIterable<Quad> = input.pipe(parser);
    input.once('error', (error: Error) => parser.destroy(error));
    const writer = new BulkImporter(disk, (text) => {
      progress.show(text);
    });
    for await (const quad of quads) {
      const graph = quad.graph.value;
      if (!isIri(graph) || !graph.startsWith(`${base}/`)) {
        const what = graph === '' ? 'a statement in no named graph' : `the graph <${graph}>`;
        throw new SettingsError(`it has ${what}, which is not below BASE_URL=${base}`);
      }
      await writer.add(graph, quad);
    }
    const written = await writer.end();
    if (written.graphs === 0) throw new SettingsError('it holds no statements');
    return written;
  } catch (error) {
    const name = file === '-' ? 'standard input' : file;
    throw new SettingsError(`${name} cannot be imported: ${reasonOf(error)}`, { cause: error });
  } finally {
    progress.end();
    input.destroy();
    await disk.close();
  }
}
