/**
 * Cached answers of lookups, dropped when a commit changes their partition: writes ask the same few partitions
 * repeatedly, such as the subscriptions to a class.
 */
import type { IndexedLookup, LookupEntry, LookupPage, LookupReader } from '../lookup.js';
import type { GraphChange } from '../record.js';
import type { StoreCache, StoreCaches } from './store-cache.js';

/** The approximate size of an entry, and of a page without its entries. */
const ENTRY_BYTES = 300;
const PAGE_BYTES = 200;
/** The most cached positions of a partition in each direction. */
const MAX_POSITIONS = 8;
/** Longer answers are pages of lists, which are asked once. */
const MAX_ENTRIES = 16;
/** The most cached pages of a partition. */
const MAX_PAGES = 4;

/** The beginning or end of a page: from there the next one is reached, however many entries are before it. */
interface Position {
  readonly offset: number;
  /** The entry before it. */
  readonly before: LookupEntry;
}

/** The cached answers for a partition. */
interface PartitionReads {
  /** Pages by their parameters. */
  readonly pages: Map<string, LookupEntry[]>;
  readonly positions: { forward: readonly Position[]; reverse: readonly Position[] };
}

/** All of a partition. */
const WHOLE: LookupPage = {};

const partitionKey = (lookup: string, partition: string): string => `${lookup}\n${partition}`;

function bytesOf({ pages, positions }: PartitionReads): number {
  let size = (positions.forward.length + positions.reverse.length) * ENTRY_BYTES;
  for (const entries of pages.values()) size += PAGE_BYTES + entries.length * ENTRY_BYTES;
  return size;
}

export class LookupCache implements LookupReader {
  readonly #partitions: StoreCache<PartitionReads>;

  constructor(
    private readonly record: LookupReader,
    caches: Pick<StoreCaches, 'create'>,
  ) {
    this.#partitions = caches.create({ share: 'lookups', bytes: bytesOf });
  }

  async lookup(lookup: IndexedLookup, partition: string, page: LookupPage = WHOLE): Promise<LookupEntry[]> {
    const key = partitionKey(lookup.name, partition);
    const pageKey = page === WHOLE ? '' : JSON.stringify(page);
    // Reads that are under way belong to this entry; after a commit to the partition nobody finds it.
    const reads =
      this.#partitions.get(key) ??
      this.#partitions.put(key, { pages: new Map(), positions: { forward: [], reverse: [] } });
    const cached = reads.pages.get(pageKey);
    if (cached !== undefined) return [...cached];
    const entries = await this.#page(lookup, partition, page, reads);
    if (entries.length <= MAX_ENTRIES) {
      if (reads.pages.size >= MAX_PAGES) reads.pages.clear();
      reads.pages.set(pageKey, [...entries]);
    }
    this.#partitions.resize(key, reads);
    return entries;
  }

  count(lookup: IndexedLookup, partition: string): Promise<number> {
    return this.record.count(lookup, partition);
  }

  /** Drops the answers that a commit changed. */
  update(changes: readonly GraphChange[]): void {
    for (const { lookups } of changes)
      for (const { lookup, added, removed } of lookups)
        for (const { partition } of [...added, ...removed]) this.drop(lookup, partition);
  }

  /** Drops the answers of one partition. */
  drop(lookup: string, partition: string): void {
    this.#partitions.drop(partitionKey(lookup, partition));
  }

  async #page(
    lookup: IndexedLookup,
    partition: string,
    page: LookupPage,
    { positions }: PartitionReads,
  ): Promise<LookupEntry[]> {
    const { limit, offset = 0, after, reverse = false } = page;
    const isBounded = page.from !== undefined || page.until !== undefined;
    if (limit === undefined || after !== undefined || isBounded) return this.record.lookup(lookup, partition, page);
    const direction = reverse ? 'reverse' : 'forward';
    /** Keeps the position after some entries. */
    const remember = (begin: number, entries: LookupEntry[]): LookupEntry[] => {
      const before = entries.at(-1);
      if (before === undefined) return entries;
      const position = { offset: begin + entries.length, before };
      const others = positions[direction].filter((other) => other.offset !== position.offset);
      positions[direction] = [...others, position].slice(-MAX_POSITIONS);
      return entries;
    };
    const nearest = positions[direction].reduce<Position | undefined>(
      (best, position) => (position.offset <= offset && position.offset >= (best?.offset ?? 1) ? position : best),
      undefined,
    );
    if (nearest?.offset === offset)
      return remember(
        offset,
        await this.record.lookup(lookup, partition, { ...page, offset: 0, after: nearest.before }),
      );
    // Includes the entry before the page, which is the page's beginning in a later call.
    const first = Math.max(offset - 1, 0);
    const entries = await this.record.lookup(lookup, partition, {
      ...page,
      limit: limit + offset - first,
      ...(nearest === undefined ? { offset: first } : { offset: first - nearest.offset, after: nearest.before }),
    });
    remember(first, offset > first ? entries.slice(0, 1) : []);
    return remember(offset, entries.slice(offset - first));
  }
}
