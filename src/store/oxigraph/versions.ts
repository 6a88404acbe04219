/**
 * The versions of a store's statements. Oxigraph's store in memory is multi-versioned: it keeps, of each statement, in which
 * versions it is there, and forgets none of them; a transaction makes the next version, and whoever reads sees the version
 * that was the last one when the reading began. So a whole history is in one store, which can be read as of any version.
 *
 * What the package lacks is a way to name the version. It is a counter in the engine's memory, which is set here for as long as
 * something is read or written. Nothing promises that the counter is where it is: so it is looked for in each engine, tried
 * out with a store of its own, and compared after each writing. Where it is not found, the engine has no versions.
 */
import { factory, type Quad } from '../../rdf/terms.js';

/** What is read without a version: everything that was written and not removed. The engine's own numbers begin after it. */
const LATEST = 2 ** 31 - 2;

/** The versions that can be written and read are from 1 to this one. */
export const MAX_VERSION = LATEST - 1;

/** How much of a store is searched for the counter. */
const SEARCHED_WORDS = 16;
const WORD_BYTES = 4;

/** The memory of an engine; its buffer is another one when it has grown. */
export interface EngineMemory {
  readonly buffer: ArrayBuffer;
}

/** A store of the engine, as far as it is tried out here. */
interface EngineStore {
  load(text: string, options: { readonly format: string }): void;
  delete(statement: Quad): void;
  query(query: string, options: { readonly results_format: string }): unknown;
  free(): void;
}

/** The versions of one store. */
export class StoreVersions {
  constructor(
    private readonly memory: EngineMemory,
    /** Where the counter is, in words. */
    private readonly address: number,
  ) {
    this.#set(LATEST);
  }

  /** Runs what reads the store, on what it was in a version. */
  read<Result>(version: number, work: () => Result): Result {
    this.#set(version);
    try {
      return work();
    } finally {
      this.#set(LATEST);
    }
  }

  /**
   * Runs one operation that adds or removes statements, so that they are there, or not there, from a version on. Those that an
   * earlier call has added from a later version on are not to be removed; versions need not be in order otherwise.
   *
   * @throws TypeError when the engine counts in another way.
   */
  write(version: number, work: () => void): void {
    this.#set(version - 1);
    try {
      work();
      const made = new Uint32Array(this.memory.buffer)[this.address];
      if (made !== version) throw new TypeError(`the engine made version ${String(made)} and not ${String(version)}`);
    } finally {
      this.#set(LATEST);
    }
  }

  #set(version: number): void {
    new Uint32Array(this.memory.buffer)[this.address] = version;
  }
}

/** Finds the versions of the stores of one engine. */
export class VersionFinder {
  /** Which word of a store points to its counter; null where that is not known. */
  #word: number | null | undefined;

  constructor(
    private readonly memory: EngineMemory,
    private readonly newStore: () => EngineStore,
  ) {}

  /** The versions of a store that nothing was written to; undefined where the engine has none that are known. */
  of(store: EngineStore): StoreVersions | undefined {
    this.#word ??= this.#find();
    if (this.#word === null) return undefined;
    const address = this.#counter(store, this.#word);
    return address !== undefined && this.#valueAt(address) === 0 ? new StoreVersions(this.memory, address) : undefined;
  }

  #find(): number | null {
    for (let word = 0; word < SEARCHED_WORDS; word += 1) {
      const store = this.newStore();
      try {
        const address = this.#counter(store, word);
        if (address !== undefined && this.#counts(store, address)) {
          return keepsVersions(store, new StoreVersions(this.memory, address)) ? word : null;
        }
      } finally {
        store.free();
      }
    }
    return null;
  }

  /** Where the counter of a store is, if this word of the store points to it: shared, with the numbers of its owners before it. */
  #counter(store: EngineStore, word: number): number | undefined {
    const begin: unknown = Reflect.get(store, '__wbg_ptr');
    if (typeof begin !== 'number') return undefined;
    const pointer = this.#valueAt(begin / WORD_BYTES + word);
    if (pointer === undefined || pointer === 0 || pointer % WORD_BYTES !== 0) return undefined;
    const owners = pointer / WORD_BYTES;
    return this.#valueAt(owners) === 1 && this.#valueAt(owners + 1) === 1 ? owners + 2 : undefined;
  }

  /** Whether a place in the memory counts what is written. */
  #counts(store: EngineStore, address: number): boolean {
    for (let count = 0; count < 3; count += 1) {
      if (this.#valueAt(address) !== count) return false;
      load(store, String(count));
    }
    return this.#valueAt(address) === 3;
  }

  #valueAt(word: number): number | undefined {
    return new Uint32Array(this.memory.buffer)[word];
  }
}

/** Whether a store is, in each version, what was written until then, in whatever order that was written. */
function keepsVersions(store: EngineStore, versions: StoreVersions): boolean {
  versions.write(5, () => {
    load(store, 'a');
  });
  versions.write(9, () => {
    load(store, 'b');
  });
  versions.write(9, () => {
    store.delete(statement('a'));
  });
  versions.write(7, () => {
    load(store, 'late');
  });
  versions.write(12, () => {
    load(store, 'a');
  });
  const objects = (): string => ['a', 'b', 'late'].filter((name) => has(store, name)).join(' ');
  const expected = ['', 'a', 'a late', 'b late', 'a b late'];
  return (
    [4, 5, 7, 9, 12].every((version, index) => versions.read(version, objects) === expected[index]) &&
    objects() === 'a b late'
  );
}

const SUBJECT = 'urn:s';
const PREDICATE = 'urn:p';

const statement = (name: string): Quad =>
  factory.quad(factory.namedNode(SUBJECT), factory.namedNode(PREDICATE), factory.namedNode(`urn:o:${name}`));

const load = (store: EngineStore, name: string): void => {
  store.load(`<${SUBJECT}> <${PREDICATE}> <urn:o:${name}> .\n`, { format: 'application/n-triples' });
};

const has = (store: EngineStore, name: string): boolean =>
  store.query(`ASK { <${SUBJECT}> <${PREDICATE}> <urn:o:${name}> }`, { results_format: 'csv' }) === 'true';
