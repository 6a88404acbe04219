/**
 * The only cache of values read from the store (`Store.cache`). It takes its share of `CACHE_MB`, drops values that a
 * commit outdates, and is emptied by a reset, because after a reset even an immutable graph, such as a revision, may
 * have another content. A value that becomes outdated while it is made reaches its callers, but is not cached.
 *
 * Values calculated from arguments alone (`WeakMap`s, gzip, negotiation) and values from elsewhere (keys, versions of
 * partners) are cached where they are made.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.js';
import { getOrAdd } from '../../collections.js';
import type { Iri } from '../../rdf/terms.js';
import type { IndexedLookup } from '../lookup.js';
import type { CacheBudget, CacheShare } from './cache-budget.js';

/** Registers the dependencies of a value. */
export interface Track {
  /** A graph, or a prefix that ends in a slash: every graph directly below it. To be called before it is read. */
  graph(source: Iri): void;
  /** A partition of a lookup, whichever of its entries are read. To be called before it is read. */
  partition(lookup: IndexedLookup, partition: string): void;
  /**
   * The value depends on whether this time, in milliseconds since 1970, has come: it is not valid from then on, or, if it has
   * come already, after the clock was set back before it.
   */
  until(end: number): void;
}

export interface CacheOptions<Value> {
  /** Its part of `CACHE_MB`. */
  readonly share: CacheShare;
  /** The approximate size of a value in bytes, without its entry and key. */
  readonly bytes: (value: Value, key: string) => number;
  /** `key`: only the graph that the key names. By default the dependencies that `make` registers. */
  readonly dependsOn?: 'key';
}

/** The estimated overhead of an entry, and of a dependency, in bytes. */
const ENTRY_BYTES = 200;
const SOURCE_BYTES = 200;
const BYTES_PER_CHARACTER = 2;

/** A partition as a dependency: no graph's name contains a line break. */
const partitionSource = (lookup: string, partition: string): string => `${lookup}\n${partition}`;

/** The dependencies of a value registered so far. */
interface Uses {
  readonly key: string;
  readonly sources: Set<string>;
  /** The value is valid from `beginsAt` on, before `endsAt`. */
  beginsAt: number;
  endsAt: number;
  isDropped: boolean;
}

interface Entry<Value> {
  readonly result: Promise<Value>;
  /** Undefined while it is made. */
  readonly value: Value | undefined;
  /** Undefined for a value that depends on its key or on nothing. */
  readonly uses: Uses | undefined;
  readonly bytes: number;
}

export class StoreCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  /** Entries by their dependencies. */
  readonly #dependents = new Map<string, Set<Uses>>();
  #hasPartitions = false;

  /** Made by `StoreCaches` alone. */
  constructor(
    /** Of the values, their keys and dependencies together. */
    readonly maxBytes: number,
    private readonly options: CacheOptions<Value>,
    private readonly clock: Clock,
  ) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ uses, bytes }, key) =>
        bytes + ENTRY_BYTES + BYTES_PER_CHARACTER * key.length + (uses?.sources.size ?? 0) * SOURCE_BYTES,
      dispose: ({ uses }, _key, reason) => {
        if (uses !== undefined && reason !== 'set') this.#forget(uses);
      },
    });
  }

  /**
   * The value of a key, at the last commit before the call or a later one, and valid at the time of the call.
   * Concurrent calls share it.
   *
   * @param key contains only inputs of the value: each key is an entry, and callers must not create more of them.
   * @param make computes the value and registers its dependencies.
   * @throws the errors of `make`; the next call tries again.
   */
  of(key: string, make: (uses: Track) => Promise<Value>): Promise<Value> {
    const cached = this.#entries.get(key);
    if (cached !== undefined && this.#isValid(cached)) return cached.result;
    const uses: Uses = { key, sources: new Set(), beginsAt: -Infinity, endsAt: Infinity, isDropped: false };
    const add = (source: string): void => {
      if (uses.isDropped) return;
      uses.sources.add(source);
      getOrAdd(this.#dependents, source, () => new Set()).add(uses);
    };
    const result = make({
      graph: add,
      partition: ({ name }, partition) => {
        this.#hasPartitions = true;
        add(partitionSource(name, partition));
      },
      until: (end) => {
        if (end > this.clock.now().getTime()) uses.endsAt = Math.min(uses.endsAt, end);
        else uses.beginsAt = Math.max(uses.beginsAt, end);
      },
    });
    this.#set(key, { result, value: undefined, uses, bytes: 0 });
    const isCurrent = (): boolean => this.#entries.peek(key)?.uses === uses;
    result.then(
      (value) => {
        if (isCurrent()) this.#set(key, { result, value, uses, bytes: this.options.bytes(value, key) });
      },
      () => {
        if (isCurrent()) this.#entries.delete(key);
      },
    );
    return result;
  }

  /** The cached value of a key; undefined without one, or while it is being made. */
  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Keeps a value that depends on its key, or on nothing. */
  put(key: string, value: Value): Value {
    this.#set(key, { result: Promise.resolve(value), value, uses: undefined, bytes: this.options.bytes(value, key) });
    return value;
  }

  /** Updates the size of a value that has grown, unless another one has replaced it. */
  resize(key: string, value: Value): void {
    const entry = this.#entries.peek(key);
    if (entry?.value === value) this.#set(key, { ...entry, bytes: this.options.bytes(value, key) });
  }

  drop(key: string): void {
    this.#entries.delete(key);
  }

  /** Drops the values that depend on a graph. @param folder of the graph, with the slash. */
  touched(graph: Iri, folder: string): void {
    if (this.options.dependsOn === 'key') this.#entries.delete(graph);
    else
      for (const source of [graph, folder])
        for (const { key } of this.#dependents.get(source) ?? []) this.#entries.delete(key);
  }

  /** Drops the values that depend on a partition of a lookup. Most caches have none. */
  changed(lookup: string, partition: string): void {
    if (!this.#hasPartitions) return;
    for (const { key } of this.#dependents.get(partitionSource(lookup, partition)) ?? []) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The current size. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  #isValid({ uses }: Entry<Value>): boolean {
    if (uses === undefined || (uses.beginsAt === -Infinity && uses.endsAt === Infinity)) return true;
    const now = this.clock.now().getTime();
    return uses.beginsAt <= now && now < uses.endsAt;
  }

  /** In place of the entry of the same key. */
  #set(key: string, entry: Entry<Value>): void {
    const previous = this.#entries.peek(key)?.uses;
    this.#entries.set(key, entry);
    if (previous !== undefined && previous !== entry.uses) this.#forget(previous);
    // A value that is too large is not in the cache.
    if (entry.uses !== undefined && !this.#entries.has(key)) this.#forget(entry.uses);
  }

  #forget(uses: Uses): void {
    uses.isDropped = true;
    for (const source of uses.sources) {
      const dependents = this.#dependents.get(source);
      dependents?.delete(uses);
      if (dependents?.size === 0) this.#dependents.delete(source);
    }
  }
}

/** All caches of a store. */
export class StoreCaches {
  readonly #caches = new Map<CacheShare, Pick<StoreCache<unknown>, 'touched' | 'changed' | 'clear'>>();

  constructor(
    private readonly budget: Pick<CacheBudget, 'share'>,
    private readonly clock: Clock,
  ) {}

  /** @throws Error where another cache has the share: together they would exceed `CACHE_MB`. */
  create<Value>(options: CacheOptions<Value>): StoreCache<Value> {
    const { share } = options;
    if (this.#caches.has(share)) throw new Error(`there is another cache of the share ${share}`);
    const cache = new StoreCache(this.budget.share(share), options, this.clock);
    this.#caches.set(share, cache);
    return cache;
  }

  /** Drops the values that depend on graphs of a commit. */
  touch(graphs: readonly Iri[]): void {
    for (const graph of graphs) {
      const folder = graph.slice(0, graph.lastIndexOf('/') + 1);
      for (const cache of this.#caches.values()) cache.touched(graph, folder);
    }
  }

  /** Drops the values that depend on a partition of a lookup which a commit changed. */
  change(lookup: string, partition: string): void {
    for (const cache of this.#caches.values()) cache.changed(lookup, partition);
  }

  clear(): void {
    for (const cache of this.#caches.values()) cache.clear();
  }
}
