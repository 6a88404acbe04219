/** Taking turns by key: works that share a key run one after another, in the order they asked; others side by side. */
export class KeyedMutex<Key> {
  /** For each key that is in use, the end of the last turn anybody has asked for. */
  readonly #last = new Map<Key, Promise<void>>();

  /**
   * Runs `work` when every earlier turn on one of these keys is over, and gives its outcome. All keys are queued for at
   * once, so turns on several keys cannot wait for each other in a circle. A work that asks for a turn on its own key
   * waits for itself: turns do not nest.
   */
  async run<Result>(keys: Iterable<Key>, work: () => Promise<Result>): Promise<Result> {
    const { promise: over, resolve: end } = signal();
    const wanted = new Set(keys);
    const earlier: Promise<void>[] = [];
    for (const key of wanted) {
      const before = this.#last.get(key);
      if (before !== undefined) earlier.push(before);
      this.#last.set(key, over);
    }
    try {
      await Promise.all(earlier);
      return await work();
    } finally {
      end();
      for (const key of wanted) if (this.#last.get(key) === over) this.#last.delete(key);
    }
  }

  /** How many keys are in use. */
  get size(): number {
    return this.#last.size;
  }
}

function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
