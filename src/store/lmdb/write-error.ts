/** Errors of writing to the file. */
import { constants } from 'node:os';
import type { RootDatabase } from 'lmdb';
import { codeOf, ServiceError } from '../../errors.js';

const NO_SPACE: ReadonlySet<unknown> = new Set([
  constants.errno.ENOSPC,
  constants.errno.EDQUOT,
  constants.errno.EFBIG,
  -30792, // MDB_MAP_FULL
]);

/** The same of the file system. */
const NO_SPACE_NAMES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** LMDB's error when the system wrote a part only: the first symptom of a full disk. */
const SHORT_WRITE = constants.errno.EIO;

/**
 * Writes in a child transaction, which leaves nothing behind when it fails halfway.
 *
 * @throws the reason of a failure.
 */
export async function writeTransaction(root: Pick<RootDatabase, 'childTransaction'>, work: () => void): Promise<void> {
  try {
    await root.childTransaction(work);
  } catch (error) {
    throw await causeOf(error);
  }
}

/** LMDB gives the reason as a promise of its own: its rejection would end the process if nothing awaited it. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error;
  return Promise.resolve(error.commitError).then(
    () => error,
    (reason: unknown) => reason,
  );
}

/** Whether an error says that there is no room. */
export const isFull = (error: unknown): boolean => NO_SPACE.has(codeOf(error)) || NO_SPACE_NAMES.has(codeOf(error));

/** Whether an error may say that there is no room. */
export const isShortWrite = (error: unknown): boolean => codeOf(error) === SHORT_WRITE;

/** @param hasSpace whether as much could be written now to another file. */
export async function writeError(error: unknown, hasSpace: () => Promise<boolean>): Promise<ServiceError> {
  return isFull(error) || (isShortWrite(error) && !(await hasSpace()))
    ? new ServiceError('insufficient-storage', 'There is no room on disk; nothing was changed', { cause: error })
    : new ServiceError('unavailable', 'The store could not write to disk', { cause: error });
}
