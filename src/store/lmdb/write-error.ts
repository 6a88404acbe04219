/** Errors of writing to the file. */
import { constants } from 'node:os';
import { codeOf, ServiceError } from '../../errors.js';

const NO_SPACE: ReadonlySet<unknown> = new Set([
  constants.errno.ENOSPC,
  constants.errno.EDQUOT,
  constants.errno.EFBIG,
  -30792, // MDB_MAP_FULL
]);

/** LMDB's error when the system wrote a part only: the first symptom of a full disk. */
const SHORT_WRITE = constants.errno.EIO;

/** @param hasSpace whether as much could be written now to another file. */
export async function writeError(error: unknown, hasSpace: () => Promise<boolean>): Promise<ServiceError> {
  let cause = error;
  if (error instanceof Error && 'commitError' in error) {
    // LMDB gives the reason as a promise that rejects.
    cause = await Promise.resolve(error.commitError).then(
      () => error,
      (reason: unknown) => reason,
    );
  }
  const code = codeOf(cause);
  return NO_SPACE.has(code) || (code === SHORT_WRITE && !(await hasSpace()))
    ? new ServiceError('insufficient-storage', 'There is no room on disk; nothing was changed', { cause })
    : new ServiceError('unavailable', 'The store could not write to disk', { cause });
}
