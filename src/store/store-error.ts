/**
 * A store that cannot be opened: a message for the operator at start, never for a caller. It names the store, the
 * problem and the remedy.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
