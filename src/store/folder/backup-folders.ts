/** The folders of a backup: the store's, and the one that is made. */
import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { FILE, checkEmpty } from '../lmdb/new-file.js';
import { formatProblem } from '../lmdb/environment.js';
import { isFull, isShortWrite } from '../lmdb/write-error.js';
import { StoreError } from '../store-error.js';
import { checkFile, exists, hasDiskSpace } from './file-checks.js';
import { ownerOf } from './folder-lock.js';
import { makeFolder } from './folders.js';

/** @throws StoreError for a folder whose store this process cannot read beside its node. */
export async function assertSource(folder: string): Promise<void> {
  const file = join(folder, FILE);
  if (!(await exists(file))) throw new StoreError(`there is no store in ${folder}: STORE_URL must name its folder`);
  await checkFile(file);
  // LMDB identifies readers by process id. Two containers may give the node and this process the same one.
  if ((await ownerOf(folder)) === process.pid) {
    throw new StoreError(
      `the node that uses ${folder} runs in another container, with the number of this process (${String(process.pid)}): back up in the node's own container`,
    );
  }
  const problem = await formatProblem(file);
  if (problem !== undefined) throw new StoreError(`the store in ${folder} ${problem}`);
}

/**
 * Makes the folder of a backup.
 *
 * @param folder of the store.
 * @throws StoreError unless it is absent or empty, and for one in the store's folder, where the node removes what is its
 * own.
 */
export async function prepareTarget(target: string, folder: string): Promise<void> {
  let present = target;
  while (!(await exists(present))) present = dirname(present);
  if (`${await realpath(present)}${sep}`.startsWith(`${await realpath(folder)}${sep}`))
    throw new StoreError(`folder ${target} is in that of the store: name another one, best on another disk`);
  await makeFolder(target);
  await checkEmpty(target, 'folder', 'name another one');
}

/**
 * The error for a folder that could not be written. To be called before anything is removed from it.
 *
 * @returns that there is no room, if this is the reason.
 */
export async function targetError(error: unknown, target: string): Promise<unknown> {
  if (!isFull(error) && !(isShortWrite(error) && !(await hasDiskSpace(target, 0)))) return error;
  return new StoreError(`there is no room for ${target} on its disk: free some space, or name another folder`, {
    cause: error,
  });
}
