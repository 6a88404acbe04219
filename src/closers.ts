/** Closing what was opened: a part that fails to close must not leave the others open (the folder's lock). */

export type Closer = () => Promise<void>;

/**
 * Closes everything, the last opened first, also after an error.
 *
 * @throws AggregateError with all errors, when everything has been tried.
 */
export async function closeAll(closers: readonly Closer[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not all of the node could be closed');
}
