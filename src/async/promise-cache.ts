/** The storage of a cache of promises: a Map, or one with bounds. */
interface PromiseMap<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/**
 * Promises by key: callers share running work and its result. A promise that rejects is forgotten, so that the next
 * caller tries again.
 */
export class PromiseCache<Key, Value> {
  /** @param promises the storage; unbounded by default. */
  constructor(private readonly promises: PromiseMap<Key, Value> = new Map<Key, Promise<Value>>()) {}

  get(key: Key): Promise<Value> | undefined {
    return this.promises.get(key);
  }

  /** Returns the promise of a key. Without one, `make` creates it. */
  remember(key: Key, make: () => Promise<Value>): Promise<Value> {
    const cached = this.promises.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    this.promises.set(key, made);
    made.catch(() => {
      // A later promise may have replaced it.
      if (this.promises.get(key) === made) this.promises.delete(key);
    });
    return made;
  }

  delete(key: Key): void {
    this.promises.delete(key);
  }
}
