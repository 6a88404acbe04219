/** A mutex by key: functions that share a key run one after another, in the order of their calls; others run concurrently. */
export class KeyedMutex<Key> {
  /** For each key in use, the end of the last call. */
  readonly #last = new Map<Key, Promise<void>>();

  /**
   * Runs `work` when every earlier call on one of these keys has ended, and returns its result. All keys are acquired in
   * one step, so that calls on several keys cannot deadlock. It is not reentrant: work that locks its own key waits for
   * itself.
   */
  async run<Result>(keys: Iterable<Key>, work: () => Promise<Result>): Promise<Result> {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
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

  /** The number of keys in use. */
  get size(): number {
    return this.#last.size;
  }
}
