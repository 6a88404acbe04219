/**
 * Answers of lookups, kept until a commit changes their partition: writes ask the same few partitions again and again,
 * such as the subscriptions to a class.
 */
import { LRUCache } from 'lru-cache';
import type { Lookup, LookupEntry, LookupPage, LookupReader } from '../lookup.js';
import type { GraphChange } from '../record.js';

/** About what an entry takes, a page beside its entries, and a partition beside its pages. */
const ENTRY_BYTES = 300;
const PAGE_BYTES = 200;
const PARTITION_BYTES = 300;
/** Ends of pages that are kept. */
const MAX_ENDS = 1_000;
/** Longer answers are pages of lists, which are asked once. */
const MAX_ENTRIES = 16;
/** Pages that are kept of a partition. */
const MAX_PAGES = 4;

/** Where a page ended: the next one begins there, however many entries are before it. */
interface PageEnd {
  readonly offset: number;
  readonly last: LookupEntry;
}

const REVERSE = '\nreverse';

const partitionKey = (lookup: string, partition: string): string => `${lookup}\n${partition}`;

export class LookupCache implements LookupReader {
  readonly #pages: LRUCache<string, ReadonlyMap<string, LookupEntry[]>>;
  /** By partition and direction. */
  readonly #ends = new LRUCache<string, PageEnd>({ max: MAX_ENDS });

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

  lookup(lookup: Lookup, partition: string, page: LookupPage = {}): LookupEntry[] {
    const key = partitionKey(lookup.name, partition);
    const pageKey = JSON.stringify(page);
    const pages = this.#pages.get(key);
    const cached = pages?.get(pageKey);
    if (cached !== undefined) return [...cached];
    const entries = this.#page(lookup, partition, page);
    if (entries.length > MAX_ENTRIES) return entries;
    const others = pages === undefined || pages.size >= MAX_PAGES ? [] : pages;
    this.#pages.set(key, new Map([...others, [pageKey, entries]]));
    return [...entries];
  }

  count(lookup: Lookup, partition: string): number {
    return this.record.count(lookup, partition);
  }

  /** Drops what a commit has changed. */
  update(changes: readonly GraphChange[]): void {
    for (const { lookups } of changes)
      for (const { lookup, added, removed } of lookups)
        for (const { partition } of [...added, ...removed]) {
          const key = partitionKey(lookup, partition);
          this.#pages.delete(key);
          this.#ends.delete(key);
          this.#ends.delete(`${key}${REVERSE}`);
        }
  }

  #page(lookup: Lookup, partition: string, page: LookupPage): LookupEntry[] {
    const { limit, offset = 0, after, reverse = false } = page;
    if (limit === undefined || after !== undefined) return this.record.lookup(lookup, partition, page);
    const key = `${partitionKey(lookup.name, partition)}${reverse ? REVERSE : ''}`;
    const end = this.#ends.get(key);
    const entries = this.record.lookup(
      lookup,
      partition,
      end !== undefined && end.offset <= offset ? { ...page, after: end.last, offset: offset - end.offset } : page,
    );
    const last = entries.at(-1);
    if (last !== undefined) this.#ends.set(key, { offset: offset + entries.length, last });
    return entries;
  }
}
