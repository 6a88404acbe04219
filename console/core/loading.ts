/** Parts of pages that are loaded when they are first needed. */

/** For `catch` of an `import()`: it rejects with a TypeError if a file cannot be loaded; other errors are faults in the file. */
export function unlessNotLoaded(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** Does without a part that cannot be loaded, as while the node cannot be reached: the next page asks for it again. */
export function whenLoaded(part: Promise<unknown>): void {
  void part.catch(unlessNotLoaded);
}
