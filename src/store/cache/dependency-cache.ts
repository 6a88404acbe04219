/**
 * A cache of what was read of the store: bounded, invalidated when a commit touches a graph that a value was computed from,
 * at a time that a value depends on, and altogether by a reset. Modules have no other cache of what they read: after a
 * reset even what never changes, such as a revision, may be another one under the same name.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.js';
import { getOrAdd } from '../../collections.js';
import type { Iri } from '../../rdf/terms.js';
import type { Store } from '../store.js';

/** A graph, or a prefix that ends in a slash: every graph directly below it. */
export type Dependency = Iri;

/** Registers the dependencies of a value. */
export interface Track {
  /** A graph; to be called before it is read. */
  graph(source: Dependency): void;
  /** The value is not valid from this time on, in milliseconds since 1970. */
  until(end: number): void;
}

/** A value, also while it is computed. */
interface CacheEntry<Value> {
  readonly key: string;
  readonly sources: Set<string>;
  value?: Value;
  isStale: boolean;
  /** How many resets there had been when its computation began. */
  readonly epoch: number;
  /** From when on the value is not valid, in milliseconds since 1970. */
  endsAt: number;
}

type CompleteEntry<Value> = CacheEntry<Value> & { readonly value: Value };

/** The estimated size of an entry beside its value and its texts, in bytes. */
const ENTRY_BYTES = 300;
const SOURCE_BYTES = 200;
const BYTES_PER_CHARACTER = 2;

export class DependencyCache<Value> {
  readonly #entries: LRUCache<string, CompleteEntry<Value>>;
  /** The entries that depend on a source, computed or not. */
  readonly #dependents = new Map<string, Set<CacheEntry<Value>>>();
  readonly #clock: Clock;
  #epoch = 0;

  /** @param options.maxBytes of the values, their keys and dependencies together. */
  constructor(
    store: Pick<Store, 'onCommit' | 'onReset'>,
    {
      maxBytes,
      bytesOf,
      clock,
    }: { readonly maxBytes: number; readonly bytesOf: (value: Value) => number; readonly clock: Clock },
  ) {
    this.#clock = clock;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ key, value, sources }) =>
        bytesOf(value) + ENTRY_BYTES + BYTES_PER_CHARACTER * key.length + sources.size * SOURCE_BYTES,
      dispose: (entry) => {
        this.#forget(entry);
      },
    });
    store.onReset(() => {
      // What is computed now is outdated, too, also where it has not registered a dependency yet.
      this.#epoch += 1;
      this.#entries.clear();
    });
    store.onCommit(({ graphs }) => {
      for (const graph of graphs) {
        this.#touched(graph);
        this.#touched(graph.slice(0, graph.lastIndexOf('/') + 1));
      }
    });
  }

  /**
   * The value of a key, as of the last commit before the call or a later one, and valid at the time of the call.
   *
   * @param key holds only what the value depends on: each key is an entry, and callers must not create more of them.
   * @param make computes the value and registers its dependencies; concurrent calls may each run it.
   * @throws what `make` throws; the next call tries again.
   */
  async of(key: string, make: (uses: Track) => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    if (known !== undefined && (known.endsAt === Infinity || known.endsAt > this.#clock.now().getTime()))
      return known.value;
    const entry: CacheEntry<Value> = { key, sources: new Set(), isStale: false, epoch: this.#epoch, endsAt: Infinity };
    try {
      const value = await make({
        graph: (source) => {
          this.#register(entry, source);
        },
        until: (end) => {
          entry.endsAt = Math.min(entry.endsAt, end);
        },
      });
      // A value that a commit or a reset has outdated reaches its earlier callers only.
      if (!entry.isStale && entry.epoch === this.#epoch) this.#entries.set(key, Object.assign(entry, { value }));
      return value;
    } finally {
      if (this.#entries.peek(key) !== entry) this.#forget(entry);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  #register(entry: CacheEntry<Value>, source: Dependency): void {
    entry.sources.add(source);
    getOrAdd(this.#dependents, source, () => new Set()).add(entry);
  }

  #touched(source: string): void {
    for (const entry of this.#dependents.get(source) ?? []) {
      entry.isStale = true;
      if (this.#entries.peek(entry.key) === entry) this.#entries.delete(entry.key);
    }
  }

  #forget(entry: CacheEntry<Value>): void {
    for (const source of entry.sources) {
      const dependents = this.#dependents.get(source);
      dependents?.delete(entry);
      if (dependents?.size === 0) this.#dependents.delete(source);
    }
  }
}
