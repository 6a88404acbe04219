/** `export [file]`: all graphs of a store as one document. */
import type { Settings } from '../settings.js';
import { serializeGraph, type DumpFormat, dumpFormats, withOfflineStore } from '../store/lmdb/dump.js';
import type { GraphText } from '../store/store.js';
import { storeFolder } from './backup.js';
import { replaceFile, writeOut } from './output.js';
import { Progress } from './progress.js';
import { choice, usageError, readArguments } from './arguments.js';

const USAGE = `Usage: node dist/main.js export [file] [--format nquads|trig]

Writes all graphs of the store that STORE_URL names, outbox and access lists included, to a file or to standard
output, in N-Quads unless the file ends in .trig. The node must not be running: for a running one take a backup, and
export that. A file that is there is replaced when the export is whole.`;

/** Documents are written in pieces of about this many characters. */
const PIECE = 64 * 1024;

/**
 * Runs the command.
 *
 * @returns what to tell the operator; nothing when the document itself went to standard output.
 * @throws SettingsError for a wrong use or a file that cannot be written, StoreError when the store cannot be read.
 */
export async function exportStore(args: readonly string[], settings: Settings): Promise<string> {
  const given = readArguments('export', args, ['format']);
  if (given === undefined) return USAGE;
  const [file, ...others] = given.positionals;
  if (others.length > 0) throw usageError('export', 'only one file can be written');
  const format =
    choice('format', given.values.get('format'), dumpFormats) ?? (file?.endsWith('.trig') ? 'trig' : 'nquads');
  const progress = new Progress();
  let graphs = 0;
  try {
    await withOfflineStore(storeFolder('export', settings), async (store) => {
      const counted = function* (): Generator<GraphText> {
        for (const graph of store.graphs()) {
          graphs += 1;
          progress.show(`${graphs} of ${store.size} graphs`);
          yield graph;
        }
      };
      const document = pieces(counted(), format);
      await (file === undefined ? writeOut(document) : replaceFile(file, document));
    });
  } finally {
    progress.end();
  }
  return file === undefined ? '' : `exported ${graphs} graphs to ${file}`;
}

function* pieces(graphs: Iterable<GraphText>, format: DumpFormat): Generator<string> {
  let piece = '';
  for (const graph of graphs) {
    piece += serializeGraph(graph, format);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
