/** A store's graphs as a document that any RDF tool reads: N-Quads, or TriG for people; and the same back. */
import { join } from 'node:path';
import { LmdbFile } from '../lmdb/lmdb-file.js';
import { FILE } from '../lmdb/new-file.js';
import { exists } from './file-checks.js';
import { lockFolder } from './folder-lock.js';
import { lines } from '../oxigraph/ntriples.js';
import type { GraphText } from '../store.js';
import { StoreError } from '../store-error.js';

export type DumpFormat = 'nquads' | 'trig';

/** One graph in a document of its kind. N-Triples is Turtle, so it stands in TriG as it is. */
export function serializeGraph({ graph, text }: GraphText, format: DumpFormat): string {
  if (format === 'trig') return `<${graph}> {\n${text}}\n`;
  return lines(text)
    .map((line) => `${line.slice(0, -1)}<${graph}> .\n`)
    .join('');
}

/** The graphs of a store that no node has open. */
export interface OfflineStore {
  readonly size: number;
  graphs(): Iterable<GraphText>;
}

/**
 * Holds the store in a folder while it is read.
 *
 * @throws StoreError when there is none, a node has it open, or it is damaged.
 */
export async function withOfflineStore<Result>(
  folder: string,
  read: (store: OfflineStore) => Promise<Result>,
): Promise<Result> {
  if (!(await exists(join(folder, FILE)))) {
    throw new StoreError(`there is no store in ${folder}: STORE_URL must name its folder`);
  }
  const lock = await lockFolder(folder);
  try {
    const disk = await LmdbFile.open({ folder, base: undefined, feedLength: 0 });
    try {
      return await read({ size: disk.size.graphs, graphs: () => disk.graphs() });
    } finally {
      await disk.close();
    }
  } finally {
    await lock.release();
  }
}
