/**
 * A mark in the folder of a store that was restored or promoted: until its node has begun another epoch of the log of
 * proofs, because the log that it comes from may have gone on elsewhere (P21).
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../errors.js';

/** Hidden, so that a folder with nothing else counts as empty. */
const FILE = '.restored';

/** @param from what it comes from, for the readers of the log. */
export const markRestored = (folder: string, from: string): Promise<void> =>
  writeFile(join(folder, FILE), `${from}\n`, { flush: true });

/** What the store comes from; undefined for one that has its own epoch since. */
export async function restoredFrom(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, FILE), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export const unmarkRestored = (folder: string): Promise<void> => rm(join(folder, FILE), { force: true });
