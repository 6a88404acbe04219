/** The folders of a backup: the store's, and the one that is made. */
import { join } from 'node:path';
import { FILE, checkEmpty } from '../lmdb/new-file.js';
import { formatProblem } from '../lmdb/environment.js';
import { StoreError } from '../store-error.js';
import { checkFile, exists } from './file-checks.js';
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

/** Makes the folder of a backup. @throws StoreError unless it is absent or empty. */
export async function prepareTarget(target: string): Promise<void> {
  await makeFolder(target);
  await checkEmpty(target, 'folder', 'name another one');
}
