/** The store that nodes of tests get: in memory, unless a suite runs them on another kind. */
export const testStores: { next: () => Promise<string> } = {
  next: () => Promise.resolve('memory:'),
};
