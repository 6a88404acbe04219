/** What is in segments of commits: kept ones, and those of increments of backups. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openMeta, openRoot } from '../../../src/store/lmdb/environment.js';
import { batchesOf, readSegment } from '../../../src/store/lmdb/log/segments.js';

/**
 * What the commits of all segments in a folder write, as JSON: the segments have it deflated.
 *
 * @param full the folder of a full backup of the store, which has its dictionary.
 * @throws Error for a segment that is not whole.
 */
export async function commitsIn(folder: string, full: string): Promise<string> {
  const root = openRoot(join(full, 'store.mdb'), { readOnly: true });
  try {
    let found = '';
    for (const name of await readdir(folder)) {
      const segment = readSegment(await readFile(join(folder, name)));
      if (segment === undefined) continue;
      const batches = batchesOf(segment, openMeta(root));
      const length = batches.reduce((sum, { frame }) => sum + frame.length, 0);
      if (length !== segment.frames.length) throw new Error(`${name} is not whole after ${String(length)} bytes`);
      found += JSON.stringify(batches.map(({ batch }) => batch));
    }
    return found;
  } finally {
    await root.close();
    await rm(join(full, 'store.mdb-lock'), { force: true });
  }
}
