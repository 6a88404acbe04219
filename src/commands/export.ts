/** `export [file]`: all graphs of a store as one document. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Settings, SettingsError } from '../settings.js';
import { dumped, type DumpFormat, dumpFormats, withClosedStore } from '../store/dump.js';
import type { GraphText } from '../store/store.js';
import { storeFolder } from './backup.js';
import { Progress } from './progress.js';
import { choice, readArguments } from './usage.js';

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
 * @throws SettingsError for a wrong use, StoreError when the store cannot be read.
 */
export async function exportStore(args: readonly string[], settings: Settings): Promise<string> {
  const given = readArguments(args, ['format'], USAGE);
  if (given === undefined) return USAGE;
  const [file, ...others] = given.positionals;
  if (others.length > 0) throw new SettingsError(USAGE);
  const format =
    choice('format', given.values.get('format'), dumpFormats) ?? (file?.endsWith('.trig') ? 'trig' : 'nquads');
  const progress = new Progress();
  let graphs = 0;
  await withClosedStore(storeFolder('export', settings), async (store) => {
    const counted = function* (): Generator<GraphText> {
      for (const graph of store.graphs()) {
        graphs += 1;
        progress.show(`${graphs} of ${store.size} graphs`);
        yield graph;
      }
    };
    const document = Readable.from(pieces(counted(), format));
    if (file === undefined) await pipeline(document, process.stdout, { end: false });
    else await replace(file, document);
  });
  progress.end();
  return file === undefined ? '' : `exported ${graphs} graphs to ${file}`;
}

async function replace(file: string, document: Readable): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(document, createWriteStream(unfinished, { flush: true }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function* pieces(graphs: Iterable<GraphText>, format: DumpFormat): Generator<string> {
  let piece = '';
  for (const graph of graphs) {
    piece += dumped(graph, format);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
