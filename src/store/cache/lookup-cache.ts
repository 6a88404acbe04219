/**
 * Answers of lookups, kept until a commit changes their partition: writes ask the same few partitions again and again,
 * such as the subscriptions to a class.
 */
import { LRUCache } from 'lru-cache';
import type { IndexedLookup, LookupEntry, LookupPage, LookupReader } from '../lookup.js';
import type { GraphChange } from '../record.js';
import { type Reading, Readings } from './readings.js';

/** About what an entry takes, a page beside its entries, and a partition beside its pages. */
const ENTRY_BYTES = 300;
const PAGE_BYTES = 200;
const PARTITION_BYTES = 300;
/** Partitions whose positions are kept, and how many of each. */
const MAX_PAGED = 1_000;
const MAX_POSITIONS = 8;
/** Longer answers are pages of lists, which are asked once. */
const MAX_ENTRIES = 16;
/** Pages that are kept of a partition. */
const MAX_PAGES = 4;

/** Where a page began or ended: from there the next one is reached, however many entries are before it. */
interface Position {
  readonly offset: number;
  /** The entry before it. */
  readonly before: LookupEntry;
}

/** All of a partition. */
const WHOLE: LookupPage = {};

const REVERSE = '\nreverse';

const partitionKey = (lookup: string, partition: string): string => `${lookup}\n${partition}`;

export class LookupCache implements LookupReader {
  readonly #reading = new Readings<string>();
  readonly #pages: LRUCache<string, ReadonlyMap<string, LookupEntry[]>>;
  /** By partition and direction. */
  readonly #positions = new LRUCache<string, readonly Position[]>({ max: MAX_PAGED });

  /** @param maxBytes of the answers together. */
  constructor(
    private readonly record: LookupReader,
    maxBytes: number,
  ) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (pages, key) => {
        let size = PARTITION_BYTES + key.length;
        for (const entries of pages.values()) size += PAGE_BYTES + entries.length * ENTRY_BYTES;
        return size;
      },
    });
  }

  async lookup(lookup: IndexedLookup, partition: string, page: LookupPage = WHOLE): Promise<LookupEntry[]> {
    const key = partitionKey(lookup.name, partition);
    const pageKey = page === WHOLE ? '' : JSON.stringify(page);
    const cached = this.#pages.get(key)?.get(pageKey);
    if (cached !== undefined) return [...cached];
    const reading = this.#reading.begin(key);
    try {
      const entries = await this.#page(lookup, partition, page, reading);
      if (entries.length > MAX_ENTRIES || reading.isStale) return entries;
      const pages = this.#pages.get(key);
      const others = pages === undefined || pages.size >= MAX_PAGES ? [] : pages;
      this.#pages.set(key, new Map([...others, [pageKey, entries]]));
      return [...entries];
    } finally {
      this.#reading.end(key, reading);
    }
  }

  count(lookup: IndexedLookup, partition: string): Promise<number> {
    return this.record.count(lookup, partition);
  }

  /** Drops what a commit has changed. */
  update(changes: readonly GraphChange[]): void {
    for (const { lookups } of changes)
      for (const { lookup, added, removed } of lookups)
        for (const { partition } of [...added, ...removed]) this.drop(lookup, partition);
  }

  /** Drops what is kept of one partition. */
  drop(lookup: string, partition: string): void {
    const key = partitionKey(lookup, partition);
    this.#reading.outdate(key);
    this.#pages.delete(key);
    this.#positions.delete(key);
    this.#positions.delete(`${key}${REVERSE}`);
  }

  /** Drops everything. */
  clear(): void {
    this.#reading.outdateAll();
    this.#pages.clear();
    this.#positions.clear();
  }

  async #page(lookup: IndexedLookup, partition: string, page: LookupPage, reading: Reading): Promise<LookupEntry[]> {
    const { limit, offset = 0, after, reverse = false } = page;
    const isBounded = page.from !== undefined || page.until !== undefined;
    if (limit === undefined || after !== undefined || isBounded) return this.record.lookup(lookup, partition, page);
    const key = `${partitionKey(lookup.name, partition)}${reverse ? REVERSE : ''}`;
    const positions = this.#positions.get(key) ?? [];
    const nearest = positions.reduce<Position | undefined>(
      (best, position) => (position.offset <= offset && position.offset >= (best?.offset ?? 1) ? position : best),
      undefined,
    );
    // With the entry before the page, which is where it begins when it is asked for again.
    const first = Math.max(offset - 1, 0);
    if (nearest?.offset === offset)
      return this.#remember(
        key,
        offset,
        await this.record.lookup(lookup, partition, { ...page, offset: 0, after: nearest.before }),
        reading,
      );
    const entries = await this.record.lookup(lookup, partition, {
      ...page,
      limit: limit + offset - first,
      ...(nearest === undefined ? { offset: first } : { offset: first - nearest.offset, after: nearest.before }),
    });
    this.#remember(key, first, offset > first ? entries.slice(0, 1) : [], reading);
    return this.#remember(key, offset, entries.slice(offset - first), reading);
  }

  /** Keeps the position after some entries. */
  #remember(key: string, offset: number, entries: LookupEntry[], { isStale }: Reading): LookupEntry[] {
    const before = entries.at(-1);
    if (before === undefined || isStale) return entries;
    const position = { offset: offset + entries.length, before };
    const others = (this.#positions.get(key) ?? []).filter((other) => other.offset !== position.offset);
    this.#positions.set(key, [...others, position].slice(-MAX_POSITIONS));
    return entries;
  }
}
