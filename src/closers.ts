/**
 * Closes resources in reverse order. An error of one does not leave the others open, such as the lock of the data
 * folder.
 */

export type Closer = () => Promise<void>;

/**
 * Closes everything, the last opened first; continues after an error.
 *
 * @throws AggregateError with all errors, at the end.
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
  if (failures.length > 0) throw new AggregateError(failures, 'some resources could not be closed');
}
