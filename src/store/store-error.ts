/**
 * A store that cannot be opened: said to the operator at start, never to a caller. The message names the store, what
 * is wrong with it and what to do.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
