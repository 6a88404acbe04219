/** The store's file in its folder, and how it is created. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Iri } from '../../rdf/terms.js';
import { StoreError } from '../store-error.js';
import { compressionDictionary } from './dictionary.js';
import { FORMAT, openMeta, openRoot } from './environment.js';
import { moveIntoFolder } from '../folder/file-checks.js';
import { LOCK_NAME } from '../folder/folder-lock.js';
import { writeTransaction } from './write-error.js';

/** The store's file in its folder. */
export const FILE = 'store.mdb';

/** Names that the folder of a new store may contain: an earlier attempt, and files of operating systems. */
const IGNORED = /^(?:\..*|lost\+found|(?:unfinished|purge)\.mdb(?:-lock)?|purge\.log)$/;

/** Names in the folder of a new store that do not belong there. */
async function unexpectedFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !IGNORED.test(name) && !LOCK_NAME.test(name));
}

/** @throws StoreError for a folder with other files than those of a new store. @param advice for the operator. */
export async function checkEmpty(folder: string, name: string, advice: string): Promise<void> {
  const unexpected = await unexpectedFiles(folder);
  if (unexpected.length > 0)
    throw new StoreError(`${name} ${folder} is not empty (${unexpected.slice(0, 3).join(', ')}): ${advice}`);
}

/** Creates an empty store in a folder. @throws StoreError when the folder is not empty. */
export async function createFile(folder: string, base: Iri): Promise<void> {
  const foreign = await unexpectedFiles(folder);
  if (foreign.length > 0) {
    throw new StoreError(
      `folder ${folder} holds other things (${foreign.slice(0, 3).join(', ')}) and no ${FILE}: set STORE_URL to an empty folder, or restore the store`,
    );
  }
  // Under another name first: a store file that exists is complete.
  await moveIntoFolder(await createUnfinished(folder, base), folder, FILE);
}

/** Creates an empty store beside the store's file, in place of an earlier attempt. @returns its path. */
async function createUnfinished(folder: string, base: Iri): Promise<string> {
  const unfinished = join(folder, 'unfinished.mdb');
  await rm(unfinished, { force: true });
  const root = openRoot(unfinished);
  const meta = openMeta(root);
  await writeTransaction(root, () => {
    void meta.put('format', FORMAT);
    void meta.put('base', base);
    void meta.put('dictionary', compressionDictionary(base));
  });
  await root.close();
  await rm(`${unfinished}-lock`, { force: true });
  return unfinished;
}
