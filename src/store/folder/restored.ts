/**
 * A mark in the folder of a store that was restored: until its node has begun another epoch of the log of proofs, because
 * the log that the backup has may have gone on elsewhere (P21).
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../errors.js';

/** Hidden, so that a folder with nothing else counts as empty. */
const FILE = '.restored';

/** @param createdAt of the backup. */
export const markRestored = (folder: string, createdAt: string): Promise<void> =>
  writeFile(join(folder, FILE), `${createdAt}\n`);

/** The time of the backup that the store was restored from; undefined for one that has its own epoch since. */
export async function restoredFrom(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, FILE), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export const unmarkRestored = (folder: string): Promise<void> => rm(join(folder, FILE), { force: true });
