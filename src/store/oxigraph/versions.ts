/**
 * The versions of a store's statements. Oxigraph's store in memory is multi-versioned: for each statement it records
 * the versions that contain it, and forgets none. A transaction creates the next version, and a reader sees the version
 * that was the latest one at its start. So one store contains a whole history, and can be read at any version.
 *
 * The package has no way to name a version. The version is a counter in the engine's memory, which this module sets
 * during each read and write. The position of the counter is not guaranteed. Therefore it is searched for in each
 * engine, tested with a separate store, and compared after each write. If it is not found, the engine has no versions.
 */
import { factory, type Quad } from '../../rdf/terms.js';

/**
 * The version for reads without one: all statements that were added and not removed. The engine's own numbers begin
 * after it.
 */
const LATEST = 2 ** 31 - 2;

/** Versions from 1 to this one can be written and read. */
export const MAX_VERSION = LATEST - 1;

/** The number of words of a store that are searched for the counter. */
const SEARCHED_WORDS = 16;
const WORD_BYTES = 4;

/** The memory of an engine; its buffer changes when it grows. */
export interface EngineMemory {
  readonly buffer: ArrayBuffer;
}

/** The parts of an engine's store that the tests use. */
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
    /** The position of the counter, in words. */
    private readonly address: number,
  ) {
    this.#set(LATEST);
  }

  /** Reads the store at a version. */
  read<Result>(version: number, work: () => Result): Result {
    this.#set(version);
    try {
      return work();
    } finally {
      this.#set(LATEST);
    }
  }

  /**
   * Runs one operation that adds or removes statements from a version on. It must not remove statements that were added
   * from a later version on; otherwise versions may come in any order.
   *
   * @throws TypeError if the engine's counter behaves differently.
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
  /** The word of a store that points to its counter; null if unknown. */
  #word: number | null | undefined;

  constructor(
    private readonly memory: EngineMemory,
    private readonly newStore: () => EngineStore,
  ) {}

  /** The versions of a store without any writes; undefined if the engine has no known versions. */
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

  /**
   * The position of a store's counter if this word of the store points to it. The counter is shared, with the numbers
   * of its owners before it.
   */
  #counter(store: EngineStore, word: number): number | undefined {
    const begin: unknown = Reflect.get(store, '__wbg_ptr');
    if (typeof begin !== 'number') return undefined;
    const pointer = this.#valueAt(begin / WORD_BYTES + word);
    if (pointer === undefined || pointer === 0 || pointer % WORD_BYTES !== 0) return undefined;
    const owners = pointer / WORD_BYTES;
    return this.#valueAt(owners) === 1 && this.#valueAt(owners + 1) === 1 ? owners + 2 : undefined;
  }

  /** Whether a position in the memory counts writes. */
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

/** Whether a store returns at each version the statements written up to it, whatever the order of writes was. */
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
