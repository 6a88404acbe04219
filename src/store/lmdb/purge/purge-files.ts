/** The files that a purge leaves in the folder of a store if its process is killed: they are made anew by the next one. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The new file, until it takes the place of the store's. */
const NEW_FILE = 'purge.mdb';
/** The commits that were written meanwhile. */
const MEANWHILE = 'purge.log';
/** Exists while the files change places: another process that opened one of them meanwhile opens it again. */
const SWAPPING = '.swapping';

export const purgeFiles = (folder: string): { newFile: string; meanwhile: string; swapping: string } => ({
  newFile: join(folder, NEW_FILE),
  meanwhile: join(folder, MEANWHILE),
  swapping: join(folder, SWAPPING),
});

/** Removes what an earlier purge has left. The caller holds the folder's lock. */
export async function removePurgeFiles(folder: string): Promise<void> {
  const { newFile, meanwhile, swapping } = purgeFiles(folder);
  for (const file of [newFile, `${newFile}-lock`, meanwhile, swapping]) await rm(file, { force: true });
}

/**
 * Moves a new file, which is open, and its lock file to the place of the store's. It is durable when the folder is
 * synchronized.
 *
 * @throws the errors of the file system; the file of the store has not been replaced then.
 */
export async function swapFiles(newFile: string, file: string): Promise<void> {
  const { swapping } = purgeFiles(dirname(file));
  await writeFile(swapping, '');
  try {
    await rename(`${newFile}-lock`, `${file}-lock`);
    await rename(newFile, file);
  } finally {
    await rm(swapping, { force: true }).catch(() => undefined);
  }
}
