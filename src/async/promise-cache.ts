/** What a cache keeps promises in: a Map, or one with bounds. */
interface PromiseMap<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/**
 * Promises by key, so that callers share the work that is under way and its result. One that rejects is forgotten: who
 * asks next tries again, whatever the reason was.
 */
export class PromiseCache<Key, Value> {
  /** @param promises where they are kept; unbounded by default. */
  constructor(private readonly promises: PromiseMap<Key, Value> = new Map<Key, Promise<Value>>()) {}

  get(key: Key): Promise<Value> | undefined {
    return this.promises.get(key);
  }

  /** The promise of a key; that of `make` where there is none. */
  remember(key: Key, make: () => Promise<Value>): Promise<Value> {
    const cached = this.promises.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    this.promises.set(key, made);
    made.catch(() => {
      // A later one may have taken its place.
      if (this.promises.get(key) === made) this.promises.delete(key);
    });
    return made;
  }

  delete(key: Key): void {
    this.promises.delete(key);
  }
}
