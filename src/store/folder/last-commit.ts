/** The last commit of a store whose node is running. */
import { framesOf, lastSequence, logNameIn, openDatabases } from '../lmdb/environment.js';
import { lastInLog } from '../lmdb/log/log-files.js';
import { withSharedFile } from '../lmdb/purge/shared-file.js';

/** @returns the sequence; 0 for a store without commits. */
export async function lastCommitIn(folder: string): Promise<number> {
  return withSharedFile(folder, async (root) => {
    const databases = openDatabases(root);
    const log = logNameIn(databases.meta);
    const inTrees = lastSequence(databases);
    return log === undefined ? inTrees : Math.max(inTrees, await lastInLog(folder, framesOf(databases.meta, log)));
  });
}
