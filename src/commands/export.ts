/** `export [file]`: all graphs of a store as one document. */
import { exportedFrom } from '../graph-kinds.js';
import { type Iri, iri, isIri } from '../rdf/terms.js';
import type { Settings } from '../settings/settings.js';
import { type DumpFormat, serializeGraph, withOfflineStore } from '../store/folder/dump.js';
import { GraphDigest } from '../store/graph-digest.js';
import { readSnapshot } from '../store/postgres/snapshot.js';
import type { CheckedGraph, RecordSize } from '../store/record.js';
import { StoreError } from '../store/store-error.js';
import { withDatabase } from './command-database.js';
import { replaceFile, writeOut } from './output.js';
import { Progress } from './progress.js';
import { storeFolder } from './store-folder.js';

/** The approximate number of characters written at a time. */
const CHUNK_LENGTH = 64 * 1024;

/** The exported data. */
interface Source {
  readonly size: RecordSize;
  graphs(): AsyncIterable<CheckedGraph> | Iterable<CheckedGraph>;
}

export interface ExportOptions {
  readonly format?: DumpFormat | undefined;
  /** Whether the copies of partners' objects are written, too (M58). */
  readonly mirrored?: boolean;
}

/**
 * Runs the command.
 *
 * @param file undefined for standard output.
 * @returns the report for the operator; empty if the document itself went to standard output.
 * @throws SettingsError for a wrong setting or a file that cannot be written, StoreError for an unreadable store.
 */
export async function exportStore(
  file: string | undefined,
  { format, mirrored = false }: ExportOptions,
  settings: Settings,
): Promise<string> {
  const written = format ?? (file?.endsWith('.trig') === true ? 'trig' : 'nquads');
  const progress = new Progress();
  const digest = new GraphDigest();
  let graphs = 0;
  const write = async (source: Source, base: Iri): Promise<void> => {
    const document = chunks(source, exportedFrom(base, mirrored), written, (graph, text) => {
      graphs += 1;
      digest.add(graph, text);
      progress.show(`${graphs} of ${source.size.graphs} graphs`);
    });
    await (file === undefined ? writeOut(document) : replaceFile(file, document));
  };
  try {
    const { store } = settings;
    if (store.kind === 'postgres') {
      await withDatabase(store.url, undefined, (database, base) =>
        readSnapshot(database, (snapshot) => write(snapshot, iri(base))),
      );
    } else {
      await withOfflineStore(storeFolder('export', settings), (lmdb) =>
        write({ size: lmdb.size, graphs: () => lmdb.checkedGraphs() }, iri(lmdb.base)),
      );
    }
  } finally {
    progress.end();
  }
  return file === undefined ? '' : `exported ${graphs} graphs to ${file}; digest ${digest.toString()}`;
}

/** @throws StoreError for a damaged graph. */
async function* chunks(
  source: Source,
  isExported: (graph: string) => boolean,
  format: DumpFormat,
  onGraph: (graph: string, text: string) => void,
): AsyncGenerator<string, void, undefined> {
  let chunk = '';
  for await (const { graph, text } of source.graphs()) {
    if (!isExported(graph)) continue;
    if (text === undefined || !isIri(graph))
      throw new StoreError(`the store is damaged: graph <${graph}> has a wrong checksum`);
    onGraph(graph, text);
    chunk += serializeGraph({ graph, text }, format);
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
