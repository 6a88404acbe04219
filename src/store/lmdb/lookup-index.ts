/**
 * The indexes of the lookups in LMDB: a key for each entry, in order, and a count for each partition. Partitions and
 * values are shortened like names of graphs. LMDB bounds the length of keys, so a long one is its beginning and a hash.
 * An index has a version once it is complete.
 */
import type { Database, RangeOptions, RootDatabase } from 'lmdb';
import { getOrAdd } from '../../collections.js';
import { isIri } from '../../rdf/terms.js';
import { keyPart } from '../key-part.js';
import type { Lookup, LookupChange, LookupEntry, LookupPage } from '../lookup.js';
import type { CommitTime } from '../commit-time.js';
import type { RecordSize } from '../record.js';
import { type Databases, putSize, putTime } from './environment.js';
import { writeTransaction } from './write-error.js';

/** The version of an index that was complete, and is to be built again. */
const OUTDATED = 0;

/** Sorts after every number and every name. */
const AFTER_ALL = '\uffff';

/** The lookup, the partition, the order and the value. */
type EntryKey = (string | number)[];
/** Where they are in a key. */
const PARTITION = 1;
const ORDER = 2;
const VALUE = 3;
type PartitionKey = string[];

/** Entries in one read when all are read. */
const SLICE = 256;

/** The key of an entry: it is the same in a copy of the file. */
export type EntryPosition = readonly (string | number)[];

interface EntrySlice {
  readonly entries: readonly LookupEntry[];
  /** The position of the last one; undefined after the end. */
  readonly last: EntryPosition | undefined;
}

export class LookupIndex {
  readonly #entries: Database<string, EntryKey>;
  readonly #counts: Database<number, PartitionKey>;

  constructor(
    private readonly root: RootDatabase,
    private readonly databases: Pick<Databases, 'meta' | 'names'>,
  ) {
    this.#entries = root.openDB({ name: 'lookups-3', encoding: 'string' });
    this.#counts = root.openDB({ name: 'counts-3', encoding: 'ordered-binary' });
  }

  /** Carries changes out in the write transaction that is open. */
  write(changes: readonly LookupChange[]): void {
    const counts = new Map<string, { key: PartitionKey; count: number }>();
    const grow = (lookup: string, partition: string, by: number): void => {
      const key: PartitionKey = [lookup, this.part(partition)];
      const counted = getOrAdd(counts, key.join('\n'), () => ({ key, count: this.#counts.get(key) ?? 0 }));
      counted.count += by;
    };
    for (const { lookup, added, removed } of changes) {
      for (const entry of removed) {
        void this.#entries.remove(this.#keyOf(lookup, entry));
        grow(lookup, entry.partition, -1);
      }
      for (const entry of added) {
        const key = this.#keyOf(lookup, entry);
        const value = this.databases.names.short(entry.value);
        void this.#entries.put(key, key[VALUE] === value ? '' : value);
        grow(lookup, entry.partition, 1);
      }
    }
    for (const { key, count } of counts.values())
      void (count === 0 ? this.#counts.remove(key) : this.#counts.put(key, count));
  }

  lookup(
    { name }: Lookup,
    partition: string,
    { limit, offset = 0, after, reverse = false, from = -Infinity, until }: LookupPage,
  ): LookupEntry[] {
    // Most requested partitions have no entry, and a range takes three times as long as a count.
    if (this.#counts.get([name, this.part(partition)]) === undefined) return [];
    const first: EntryKey = [name, this.part(partition), from];
    const last: EntryKey = [name, this.part(partition), ...(until === undefined ? [AFTER_ALL] : [until, AFTER_ALL])];
    const edge = after === undefined ? undefined : this.#keyOf(name, { ...after, partition });
    const options = {
      ...(reverse ? { start: edge ?? last, end: first, reverse } : { start: edge ?? first, end: last }),
      offset,
      exclusiveStart: edge !== undefined,
      ...(limit !== undefined && Number.isFinite(limit) && { limit }),
    };
    const range = this.#entries.getRange(options);
    const found: LookupEntry[] = [];
    for (const { key, value: stored } of range) {
      const value = this.databases.names.full(stored === '' ? String(key[VALUE]) : stored);
      if (isIri(value)) found.push({ partition, order: Number(key[ORDER]), value });
    }
    return found;
  }

  /**
   * Some entries of a lookup in the order of the index; none after the last one.
   *
   * @param after the position of the slice before; undefined for the first one.
   */
  slice(name: string, after: EntryPosition | undefined): EntrySlice {
    const { names } = this.databases;
    const start: EntryKey = after === undefined ? [name, '', -Infinity] : [...after];
    const end: EntryKey = [`${name}\u0000`, '', 0];
    const range = { start, end, limit: SLICE, exclusiveStart: after !== undefined };
    const entries: LookupEntry[] = [];
    let last: EntryKey | undefined;
    for (const { key, value: stored } of this.#entries.getRange(range)) {
      last = [...key];
      const value = names.full(stored === '' ? String(key[VALUE]) : stored);
      if (isIri(value))
        entries.push({ partition: names.full(String(key[PARTITION])), order: Number(key[ORDER]), value });
    }
    return { entries, last };
  }

  /** Every entry of a lookup. */
  *entries(name: string): Generator<LookupEntry, void, undefined> {
    for (let slice = this.slice(name, undefined); slice.last !== undefined; slice = this.slice(name, slice.last))
      yield* slice.entries;
  }

  count({ name }: Lookup, partition: string): number {
    return this.#counts.get([name, this.part(partition)]) ?? 0;
  }

  has(lookup: string, entry: LookupEntry): boolean {
    return this.#entries.doesExist(this.#keyOf(lookup, entry));
  }

  /** The number of entries of a lookup, and the partitions whose stored count is wrong. */
  summary(name: string): { entries: number; miscounted: string[] } {
    // A new object for each call, because LMDB writes into it.
    const range = (): RangeOptions => ({ start: [name, ''], end: [`${name}\u0000`, ''] });
    const counted = new Map<string, number>();
    let entries = 0;
    for (const key of this.#entries.getKeys(range())) {
      const partition = String(key[1]);
      counted.set(partition, (counted.get(partition) ?? 0) + 1);
      entries += 1;
    }
    const miscounted = new Set<string>();
    for (const { key, value } of this.#counts.getRange(range())) {
      const partition = String(key[1]);
      if (counted.get(partition) !== value) miscounted.add(partition);
      counted.delete(partition);
    }
    for (const partition of counted.keys()) miscounted.add(partition);
    return { entries, miscounted: [...miscounted] };
  }

  /** A text for an entry that is the same for all forms of its partition and value. */
  keyText(lookup: string, entry: LookupEntry): string {
    return this.#keyOf(lookup, entry).join('\n');
  }

  /** Counts the entries of a lookup anew. */
  async recount(name: string): Promise<void> {
    const counted = new Map<string, number>();
    for (const key of this.#entries.getKeys({ start: [name, ''], end: [`${name}\u0000`, ''] })) {
      const partition = String(key[PARTITION]);
      counted.set(partition, (counted.get(partition) ?? 0) + 1);
    }
    await writeTransaction(this.root, () => {
      for (const key of this.#counts.getKeys({ start: [name, ''], end: [`${name}\u0000`, ''] }))
        if (!counted.has(String(key[PARTITION]))) void this.#counts.remove(key);
      for (const [partition, count] of counted) void this.#counts.put([name, partition], count);
    });
  }

  /** The version of a lookup whose index is complete. */
  version(name: string): number | undefined {
    const version = this.databases.meta.get(versionKey(name));
    return version === undefined ? undefined : Number(version);
  }

  /** The version of each lookup that has one. */
  versions(): Readonly<Record<string, number>> {
    const start = versionKey('');
    const found = Array.from(this.databases.meta.getRange({ start, end: `${start}${AFTER_ALL}` }), ({ key, value }) => [
      key.slice(start.length),
      Number(value),
    ]);
    return Object.fromEntries(found) as Record<string, number>;
  }

  /** Makes a complete index incomplete: the next opening, or `buildIndexes`, builds it again. */
  async outdate(name: string): Promise<void> {
    await writeTransaction(this.root, () => {
      void this.databases.meta.put(versionKey(name), String(OUTDATED));
    });
  }

  /** Removes all entries of a lookup, and its version. */
  async clear(name: string): Promise<void> {
    await writeTransaction(this.root, () => {
      void this.databases.meta.remove(versionKey(name));
      for (const key of this.#entries.getKeys({ start: [name, '', -Infinity], end: [`${name}\u0000`, '', 0] }))
        void this.#entries.remove(key);
      for (const key of this.#counts.getKeys({ start: [name, ''], end: [`${name}\u0000`, ''] }))
        void this.#counts.remove(key);
    });
  }

  /** Adds entries of several graphs in one transaction. */
  async add(changes: readonly LookupChange[]): Promise<void> {
    await writeTransaction(this.root, () => {
      this.write(changes);
    });
  }

  /** Stores the versions of complete indexes, the size of the file, and the time of its last commit. */
  async finish(
    lookups: readonly Lookup[],
    size: RecordSize,
    { time, sequence }: { readonly time: CommitTime; readonly sequence: number },
  ): Promise<void> {
    const { meta } = this.databases;
    await writeTransaction(this.root, () => {
      for (const { name, version } of lookups) void meta.put(versionKey(name), String(version));
      putSize(meta, size);
      putTime(meta, time, sequence);
    });
  }

  /** A partition or a value as a part of a key. */
  part(text: string): string {
    return keyPart(this.databases.names.short(text));
  }

  #keyOf(lookup: string, { partition, order, value }: LookupEntry): EntryKey {
    return [lookup, this.part(partition), order, this.part(value)];
  }
}

const versionKey = (lookup: string): string => `lookup ${lookup}`;
