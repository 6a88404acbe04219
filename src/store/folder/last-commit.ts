/** The last commit of a store whose node is running. */
import { join } from 'node:path';
import { framesOf, lastSequence, logNameIn, openDatabases, openRoot } from '../lmdb/environment.js';
import { lastInLog } from '../lmdb/log/log-files.js';
import { FILE } from '../lmdb/new-file.js';

/** @returns the sequence; 0 for a store without commits. */
export async function lastCommitIn(folder: string): Promise<number> {
  const root = openRoot(join(folder, FILE), { readOnly: true });
  try {
    const databases = openDatabases(root);
    const log = logNameIn(databases.meta);
    const inTrees = lastSequence(databases);
    return log === undefined ? inTrees : Math.max(inTrees, await lastInLog(folder, framesOf(databases.meta, log)));
  } finally {
    await root.close();
  }
}
