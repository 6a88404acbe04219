/**
 * Reads of a store's file by another process than its node's. A purge may put a new file, with another lock file, in its
 * place: a process that has opened one of each would not be seen by the node, which then might write over what it reads.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { sleep } from '../../../async/sleep.js';
import { codeOf } from '../../../errors.js';
import { exists } from '../../folder/file-checks.js';
import { ownerOf } from '../../folder/folder-lock.js';
import { openRoot } from '../environment.js';
import { FILE } from '../new-file.js';
import { StoreError } from '../../store-error.js';
import { purgeFiles } from './purge-files.js';

const ATTEMPTS = 50;
const PAUSE_MS = 100;

/**
 * Opens the file of a store whose node may be running, for reading.
 *
 * @throws StoreError if it is exchanged all the time, and the errors of LMDB.
 */
export async function withSharedFile<Result>(
  folder: string,
  read: (root: RootDatabase) => Promise<Result>,
): Promise<Result> {
  const file = join(folder, FILE);
  for (let attempt = 1; ; attempt += 1) {
    const before = await stateOf(folder);
    const root = openRoot(file, { readOnly: true });
    try {
      if (before !== undefined && before === (await stateOf(folder, before))) return await read(root);
    } finally {
      await root.close();
    }
    if (attempt === ATTEMPTS) throw new StoreError(`store ${file} is being exchanged for a new file; try again`);
    await sleep(PAUSE_MS);
  }
}

/**
 * Which files there are; undefined while they change places.
 *
 * @param before an earlier state: without a lock file in it, the one that this process has made does not count.
 */
async function stateOf(folder: string, before?: string): Promise<string | undefined> {
  const { swapping } = purgeFiles(folder);
  // Of a node that was killed, if none is running.
  if ((await exists(swapping)) && (await ownerOf(folder)) !== undefined) return undefined;
  const file = join(folder, FILE);
  const [data, lock] = [await idOf(file), await idOf(`${file}-lock`)];
  return before?.endsWith(NONE) === true ? `${data} ${NONE}` : `${data} ${lock}`;
}

const NONE = 'none';

async function idOf(file: string): Promise<string> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${String(dev)}:${String(ino)}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return NONE;
    throw error;
  }
}
