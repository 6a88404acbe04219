/** `import <file>`: a document of graphs, as `export` writes it, into an empty store. */
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import n3 from 'n3';
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
import { BulkImporter } from './bulk-importer.js';
import { storeFolder } from './store-folder.js';

/** How many commits the store's feed keeps: as many as a node's. */
const FEED_LENGTH = 100_000;

/** The subfolder in which the store is built; it does not count as one of the store's files. */
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
 * @throws SettingsError for a wrong setting or a document that cannot be read, StoreError when the store's folder is not
 *   empty or cannot be used; no store exists then.
 */
export async function importStore(file: string, format: DumpFormat | undefined, settings: Settings): Promise<string> {
  const folder = storeFolder('import', settings);
  if (settings.baseUrl === undefined) throw new SettingsError('BASE_URL is needed beside PORT=0: a store is for one');
  const source: Source = {
    file,
    format: format ?? (file.endsWith('.trig') ? 'trig' : 'nquads'),
    base: iri(settings.baseUrl),
  };
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
    // The file is moved into place only when it is complete, so that a store never exists in part.
    const staging = join(folder, STAGING_DIR);
    await rm(staging, { recursive: true, force: true });
    try {
      const { graphs, quads } = await load(staging, source);
      await moveIntoFolder(join(staging, FILE), folder, FILE);
      return `imported ${graphs} graphs with ${quads} statements into ${folder}`;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

async function load(folder: string, { file, format, base }: Source): Promise<{ graphs: number; quads: number }> {
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
    const importer = new BulkImporter(disk, (text) => {
      progress.show(text);
    });
    for await (const quad of quads) {
      const graph = quad.graph.value;
      if (!isIri(graph) || !graph.startsWith(`${base}/`)) {
        const found = graph === '' ? 'a statement in no named graph' : `the graph <${graph}>`;
        throw new SettingsError(`it has ${found}, which is not below BASE_URL=${base}`);
      }
      await importer.add(graph, quad);
    }
    const imported = await importer.end();
    if (imported.graphs === 0) throw new SettingsError('it holds no statements');
    return imported;
  } catch (error) {
    const name = file === '-' ? 'standard input' : file;
    throw new SettingsError(`${name} cannot be imported: ${reasonOf(error)}`, { cause: error });
  } finally {
    progress.end();
    input.destroy();
    await disk.close();
  }
}
