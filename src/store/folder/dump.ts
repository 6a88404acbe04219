/** A store's graphs as a document that any RDF tool reads: N-Quads, or TriG for people; and the same back. */
import { join } from 'node:path';
import { LmdbFile } from '../lmdb/lmdb-file.js';
import { FILE } from '../lmdb/new-file.js';
import { exists } from './file-checks.js';
import { lockFolder } from './folder-lock.js';
import { toNQuads } from '../oxigraph/ntriples.js';
import type { GraphText } from '../store.js';
import { StoreError } from '../store-error.js';

export type DumpFormat = 'nquads' | 'trig';

/** One graph in a document of its kind. N-Triples is a subset of Turtle, so TriG contains it unchanged. */
export function serializeGraph({ graph, text }: GraphText, format: DumpFormat): string {
  return format === 'trig' ? `<${graph}> {\n${text}}\n` : toNQuads(text, graph);
}

/**
 * Opens and locks the store in a folder that no node has open.
 *
 * @param isReadFirst whether every page is read in a subprocess first.
 * @throws StoreError without a store, for one that a node has open, or for a damaged one.
 */
export async function withOfflineStore<Result>(
  folder: string,
  work: (file: LmdbFile) => Promise<Result>,
  isReadFirst = false,
): Promise<Result> {
  if (!(await exists(join(folder, FILE)))) {
    throw new StoreError(`there is no store in ${folder}: STORE_URL must name its folder`);
  }
  const lock = await lockFolder(folder);
  try {
    const file = await LmdbFile.open({ folder, base: undefined, feedLength: 0, isReadFirst });
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  } finally {
    await lock.release();
  }
}
