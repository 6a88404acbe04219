/** `export [file]`: all graphs of a store as one document. */
import type { Settings } from '../settings/settings.js';
import { type DumpFormat, serializeGraph, withOfflineStore } from '../store/folder/dump.js';
import type { GraphText } from '../store/store.js';
import { replaceFile, writeOut } from './output.js';
import { Progress } from './progress.js';
import { storeFolder } from './store-folder.js';

/** About how many characters are written at a time. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Runs the command.
 *
 * @param file undefined for standard output.
 * @returns the report for the operator; empty when the document itself went to standard output.
 * @throws SettingsError for a wrong setting or a file that cannot be written, StoreError when the store cannot be read.
 */
export async function exportStore(
  file: string | undefined,
  format: DumpFormat | undefined,
  settings: Settings,
): Promise<string> {
  const written = format ?? (file?.endsWith('.trig') === true ? 'trig' : 'nquads');
  const progress = new Progress();
  let graphs = 0;
  try {
    await withOfflineStore(storeFolder('export', settings), async (store) => {
      const counted = function* (): Generator<GraphText> {
        for (const graph of store.graphs()) {
          graphs += 1;
          progress.show(`${graphs} of ${store.size.graphs} graphs`);
          yield graph;
        }
      };
      const document = chunks(counted(), written);
      await (file === undefined ? writeOut(document) : replaceFile(file, document));
    });
  } finally {
    progress.end();
  }
  return file === undefined ? '' : `exported ${graphs} graphs to ${file}`;
}

function* chunks(graphs: Iterable<GraphText>, format: DumpFormat): Generator<string> {
  let chunk = '';
  for (const graph of graphs) {
    chunk += serializeGraph(graph, format);
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
