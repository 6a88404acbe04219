/** `import <file>`: reads a document of graphs, as written by `export`, into an empty store. */
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import n3 from '../bundled/n3.js';
import { kindsOf } from '../graph-kinds.js';
import { reasonOf } from '../log/error-line.js';
import { factory, type Iri, iri, isIri, type Quad } from '../rdf/terms.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { LmdbFile } from '../store/lmdb/lmdb-file.js';
import { FILE, checkEmpty } from '../store/lmdb/new-file.js';
import { moveIntoFolder } from '../store/folder/file-checks.js';
import type { DumpFormat } from '../store/folder/dump.js';
import { lockFolder } from '../store/folder/folder-lock.js';
import { StoreError } from '../store/store-error.js';
import { Progress } from './progress.js';
import { GraphDigest } from '../store/graph-digest.js';
import { openImportTarget } from '../store/postgres/import-target.js';
import { BulkImporter, type ImportTarget } from './bulk-importer.js';
import { withDatabase } from './command-database.js';
import { storeFolder } from './store-folder.js';

/** The number of commits in the store's feed: the same as for a node. */
const FEED_LENGTH = 100_000;

/** The subfolder for building the store; it does not count as one of the store's files. */
const STAGING_DIR = '.import';

interface Source {
  readonly file: string;
  readonly format: DumpFormat;
  readonly base: Iri;
}

/**
 * Runs the command.
 *
 * @param file `-` for standard input.
 * @returns the report for the operator.
 * @throws SettingsError for a wrong setting or an unreadable document, StoreError for a store folder that is unusable
 * or not empty; no store exists then.
 */
export async function importStore(file: string, format: DumpFormat | undefined, settings: Settings): Promise<string> {
  if (settings.baseUrl === undefined)
    throw new SettingsError('BASE_URL is needed with PORT=0: a store belongs to one BASE_URL');
  const source: Source = {
    file,
    format: format ?? (file.endsWith('.trig') ? 'trig' : 'nquads'),
    base: iri(settings.baseUrl),
  };
  if (settings.store.kind === 'postgres') return importDatabase(settings.store.url, source);
  const folder = storeFolder('import', settings);
  try {
    return await createStore(folder, source);
  } catch (error) {
    if (error instanceof StoreError || error instanceof SettingsError) throw error;
    throw new StoreError(`store folder ${folder} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

async function createStore(folder: string, source: Source): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  try {
    await checkEmpty(folder, 'store folder', 'set STORE_URL to an empty folder, or move the store away');
    // The file is moved to its destination only after completion, so that no partial store can exist.
    const staging = join(folder, STAGING_DIR);
    await rm(staging, { recursive: true, force: true });
    try {
      const { graphs, quads, digest } = await load(staging, source);
      await moveIntoFolder(join(staging, FILE), folder, FILE);
      return `imported ${graphs} graphs with ${quads} statements into ${folder}; digest ${digest}`;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

async function load(folder: string, source: Source): Promise<Imported> {
  await mkdir(folder, { mode: 0o700 });
  const disk = await LmdbFile.open({ folder, base: source.base, feedLength: FEED_LENGTH });
  let commits = 0;
  try {
    return await fill(source, {
      write: (changes) => disk.write((commits += 1), [{ changes }]),
      graphs: () => disk.graphs(),
    });
  } finally {
    await disk.close();
  }
}

/** Imports into an empty database. An interrupted import leaves a mark, and no node starts with it. */
async function importDatabase(url: string, source: Source): Promise<string> {
  return withDatabase(url, source.base, async (database) => {
    const target = await openImportTarget(database, FEED_LENGTH);
    try {
      const { graphs, quads, digest } = await fill(source, target);
      await target.finish();
      return `imported ${graphs} graphs with ${quads} statements into ${database.name}; digest ${digest}`;
    } catch (error) {
      await target.abandon();
      throw error;
    }
  });
}

interface Imported {
  readonly graphs: number;
  readonly quads: number;
  /** The digest of the data read back from the store. */
  readonly digest: string;
}

/** Writes a document to an empty store. */
async function fill({ file, format, base }: Source, target: ImportTarget): Promise<Imported> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  const progress = new Progress();
  try {
    const parser = new n3.StreamParser({
      format: format === 'trig' ? 'application/trig' : 'N-Quads',
      factory,
    });
    const quads: AsyncIterable<Quad> = input.pipe(parser);
    input.once('error', (error: Error) => parser.destroy(error));
    const kindOf = kindsOf(base);
    const isVerbatim = (graph: Iri): boolean => kindOf(graph)?.isExported === 'mirrored';
    const importer = new BulkImporter(target, isVerbatim, (text) => {
      progress.show(text);
    });
    for await (const quad of quads) {
      const graph = quad.graph.value;
      if (!isIri(graph) || !graph.startsWith(`${base}/`)) {
        const found = graph === '' ? 'a statement outside any named graph' : `the graph <${graph}>`;
        throw new SettingsError(`it has ${found}, which is not below BASE_URL=${base}`);
      }
      await importer.add(graph, quad);
    }
    const imported = await importer.end();
    if (imported.graphs === 0) throw new SettingsError('it holds no statements');
    const digest = new GraphDigest();
    for await (const { graph, text } of target.graphs()) digest.add(graph, text);
    return { ...imported, digest: digest.toString() };
  } catch (error) {
    const name = file === '-' ? 'standard input' : file;
    throw new SettingsError(`${name} cannot be imported: ${reasonOf(error)}`, { cause: error });
  } finally {
    progress.end();
    input.destroy();
  }
}
