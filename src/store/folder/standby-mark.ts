/**
 * The mark of a standby, in the folder of its store: no node opens that before a person has promoted it, because two nodes
 * would write two histories.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../errors.js';
import { StoreError } from '../store-error.js';
import { syncFolder } from './file-checks.js';

/** Hidden, so that a folder with nothing else counts as empty. */
const FILE = '.standby.json';

const schema = z.object({
  /** The base URL of the node that it follows. */
  primary: z.string(),
  /** The name of this standby. */
  standby: z.uuid(),
  /** What its commits are of; undefined before the first copy of the store. */
  history: z.uuid().optional(),
  /**
   * The last commit before an erasure whose bytes may still be in the file (P39); undefined without one.
   */
  purged: z.int().nonnegative().optional(),
});

export type StandbyMark = Readonly<z.output<typeof schema>>;

/** @returns undefined for a folder of another store. @throws StoreError for a mark that cannot be read. */
export async function readStandbyMark(folder: string): Promise<StandbyMark | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new StoreError(`${join(folder, FILE)} cannot be read: remove the folder, and begin the standby anew`, {
      cause,
    });
  }
}

/** Writes the mark durably. @throws the errors of the file system. */
export async function markStandby(folder: string, mark: StandbyMark): Promise<void> {
  const unfinished = join(folder, `${FILE}.new`);
  await writeFile(unfinished, `${JSON.stringify(mark)}\n`, { flush: true });
  await rename(unfinished, join(folder, FILE));
  await syncFolder(folder);
}

export async function unmarkStandby(folder: string): Promise<void> {
  await rm(join(folder, FILE), { force: true });
  await syncFolder(folder);
}

/** @throws StoreError for the folder of a standby: a node must not write to it. */
export async function assertNoStandby(folder: string): Promise<void> {
  const mark = await readStandbyMark(folder);
  if (mark !== undefined)
    throw new StoreError(
      `the store in ${folder} is a standby of ${mark.primary}: "standby" goes on with it, "standby --promote" makes it the store of a node`,
    );
}
