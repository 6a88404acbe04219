/** The store of nodes under test: in memory, unless a suite selects another kind. */
export const testStores: { next: () => Promise<string> } = {
  next: () => Promise.resolve('memory:'),
};
