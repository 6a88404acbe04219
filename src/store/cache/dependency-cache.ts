/** A cache of what was made of several graphs: bounded, and dropped when a commit touches one of them. */
import { LRUCache } from 'lru-cache';
import type { Iri } from '../../rdf/terms.js';
import type { Store } from '../store.js';

/** A graph, or with a slash at its end every graph that lies directly there. */
export type Dependency = Iri;

/** Says what a value depends on; to be called before the source is read. */
export type Track = (source: Dependency) => void;

/** A value in the making, and then the value. */
interface CacheEntry<Value> {
  readonly key: string;
  readonly sources: Set<string>;
  value?: Value;
  isStale: boolean;
}

type CompleteEntry<Value> = CacheEntry<Value> & { readonly value: Value };

/** About what an entry costs beside its value and its texts, in bytes. */
const ENTRY_BYTES = 300;
const SOURCE_BYTES = 200;
const BYTES_PER_CHARACTER = 2;

export class DependencyCache<Value> {
  readonly #kept: LRUCache<string, CompleteEntry<Value>>;
  /** What depends on a source, finished or not. */
  readonly #dependents = new Map<string, Set<CacheEntry<Value>>>();

  /** @param options.maxBytes of the values, their keys and what is known of them, together. */
  constructor(
    store: Pick<Store, 'onCommit'>,
    { maxBytes, bytesOf }: { readonly maxBytes: number; readonly bytesOf: (value: Value) => number },
  ) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ key, value, sources }) =>
        bytesOf(value) + ENTRY_BYTES + BYTES_PER_CHARACTER * key.length + sources.size * SOURCE_BYTES,
      dispose: (derivation) => {
        this.#forget(derivation);
      },
    });
    store.onCommit(({ graphs }) => {
      for (const graph of graphs) {
        this.#touched(graph);
        this.#touched(graph.slice(0, graph.lastIndexOf('/') + 1));
      }
    });
  }

  /**
   * The value under a key, as of the last commit when this was called or a later one.
   *
   * @param key made of what the value depends on and of nothing else that a caller sends: each key is an entry.
   * @param make makes it, and says what of; it may be asked several times at once.
   * @throws what `make` throws; the next call tries again.
   */
  async of(key: string, make: (uses: Track) => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key);
    if (known !== undefined) return known.value;
    const derivation: CacheEntry<Value> = { key, sources: new Set(), isStale: false };
    try {
      const value = await make((source) => {
        this.#register(derivation, source);
      });
      // What a commit has overtaken reaches those who asked before it, and nobody else.
      if (!derivation.isStale) this.#kept.set(key, Object.assign(derivation, { value }));
      return value;
    } finally {
      if (this.#kept.peek(key) !== derivation) this.#forget(derivation);
    }
  }

  get size(): number {
    return this.#kept.size;
  }

  #register(derivation: CacheEntry<Value>, source: Dependency): void {
    derivation.sources.add(source);
    const dependents = this.#dependents.get(source);
    if (dependents === undefined) this.#dependents.set(source, new Set([derivation]));
    else dependents.add(derivation);
  }

  #touched(source: string): void {
    for (const derivation of this.#dependents.get(source) ?? []) {
      derivation.isStale = true;
      if (this.#kept.peek(derivation.key) === derivation) this.#kept.delete(derivation.key);
    }
  }

  #forget(derivation: CacheEntry<Value>): void {
    for (const source of derivation.sources) {
      const dependents = this.#dependents.get(source);
      dependents?.delete(derivation);
      if (dependents?.size === 0) this.#dependents.delete(source);
    }
  }
}
