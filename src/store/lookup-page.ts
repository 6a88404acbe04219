/**
 * Pages of several partitions as one list, in their common order. A page is read from a position on (`after`, `before`): it
 * costs the page, wherever in the list it is and however long the list is.
 */
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import {
  comparePositions,
  type IndexedLookup,
  LIST_END,
  type LookupEntry,
  type LookupPage,
  type LookupReader,
  type ListPosition,
} from './lookup.js';

/** A partition of a lookup. No entry is in two of a list. */
export interface LookupSource {
  readonly lookup: IndexedLookup;
  readonly partition: string;
}

export interface ListedPage {
  readonly limit: number;
  /** The number of entries to skip one by one, from the position or from the beginning. */
  readonly offset?: number;
  /** Only entries after this position in the order of the list, or the last entries before it or `LIST_END`; not both. */
  readonly after?: ListPosition | undefined;
  readonly before?: ListPosition | undefined;
  /** Bounds of the order, both included. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** From the end. */
  readonly reverse?: boolean;
}

export interface ListedEntries {
  readonly entries: readonly LookupEntry[];
  /** The number on all pages; undefined where they would have to be counted one by one. */
  readonly total: number | undefined;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** The most entries that are skipped in a list with more. */
export const MAX_OFFSET = 10_000;

/** The number of entries read at a time from each of several merged partitions. */
const MAX_CHUNK = 200;
const MIN_CHUNK = 20;
/** After this many merged entries the event loop gets a turn. */
const TURN = 250;

/** The partitions of one lookup. */
export function partitionsOf(lookup: IndexedLookup, partitions: Iterable<string>): LookupSource[] {
  return Array.from(new Set(partitions), (partition) => ({ lookup, partition }));
}

/**
 * A page of several partitions as one list.
 *
 * @throws ServiceError `invalid-query` for an offset that is too large.
 */
export async function listPage(
  reader: LookupReader,
  sources: readonly LookupSource[],
  page: ListedPage,
): Promise<ListedEntries> {
  const { limit, offset = 0, after, before, from, until, reverse = false } = page;
  const isBounded = from !== undefined || until !== undefined;
  const counts = isBounded
    ? undefined
    : await Promise.all(sources.map(({ lookup, partition }) => reader.count(lookup, partition)));
  const counted = counts?.reduce((sum, count) => sum + count, 0);
  if (limit === 0 || (counted !== undefined && offset >= counted))
    return { entries: [], total: counted, hasPrevious: offset > 0 && (counted ?? 0) > 0, hasNext: false };
  const filled = counts === undefined ? sources : sources.filter((_, index) => counts[index] !== 0);
  if (offset > MAX_OFFSET)
    throw new ServiceError(
      'invalid-query',
      `query parameter \`skip\` must be at most ${MAX_OFFSET} here: the \`Link\` of each page reaches further entries`,
    );
  // Entries before a position are those after it in reverse order.
  const direction = before === undefined ? reverse : !reverse;
  const edge = before === LIST_END ? undefined : (before ?? after);
  const window = boundsOf({ from, until, edge, reverse: direction });
  // One additional entry shows whether there is another page.
  const read = window === undefined ? [] : await inOrder(reader, filled, { ...window, limit: limit + 1, offset });
  const entries = read.slice(0, limit);
  const isBeyond = read.length > limit;
  if (before !== undefined)
    return {
      entries: entries.reverse(),
      total: counted,
      hasPrevious: isBeyond,
      hasNext: before !== LIST_END && entries.length > 0,
    };
  const isWhole = after === undefined && !isBeyond && (offset === 0 || entries.length > 0);
  return {
    entries,
    total: counted ?? (isWhole ? offset + entries.length : undefined),
    hasPrevious: (offset > 0 || after !== undefined) && entries.length > 0,
    hasNext: isBeyond,
  };
}

type Window = Pick<LookupPage, 'after' | 'from' | 'until' | 'reverse'>;

/**
 * The range of a page: from a position up to the bound ahead of it, or between the bounds.
 *
 * @returns undefined for a position behind the bounds.
 */
function boundsOf({
  from,
  until,
  edge,
  reverse,
}: {
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly edge: ListPosition | undefined;
  readonly reverse: boolean;
}): Window | undefined {
  const [begin, end] = reverse ? [until, from] : [from, until];
  const isAfter = (order: number, bound: number): boolean => (reverse ? order < bound : order > bound);
  if (edge !== undefined && end !== undefined && isAfter(edge.order, end)) return undefined;
  const isAhead = edge !== undefined && (begin === undefined || !isAfter(begin, edge.order));
  return {
    ...(reverse && { reverse }),
    ...(isAhead && { after: edge }),
    ...(from !== undefined && (!isAhead || reverse) && { from }),
    ...(until !== undefined && (!isAhead || !reverse) && { until }),
  };
}

/** The entries of several partitions in their common order. */
async function inOrder(
  reader: LookupReader,
  sources: readonly LookupSource[],
  { limit, offset, ...window }: Window & { readonly limit: number; readonly offset: number },
): Promise<LookupEntry[]> {
  const [only, ...others] = sources;
  if (only === undefined) return [];
  if (others.length === 0)
    return reader.lookup(only.lookup, only.partition, { ...window, limit, ...(offset > 0 && { offset }) });
  const chunk = Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, Math.ceil((2 * (offset + limit)) / sources.length)));
  const readers = sources.map((source) => new SourceReader(reader, source, window, chunk));
  await Promise.all(readers.map((one) => one.fill()));
  const compare: typeof comparePositions =
    window.reverse === true ? (a, b) => comparePositions(b, a) : comparePositions;
  const merged: LookupEntry[] = [];
  for (let passed = 0; merged.length < limit; passed += 1) {
    let first: SourceReader | undefined;
    for (const one of readers)
      if (one.next !== undefined && (first?.next === undefined || compare(one.next, first.next) < 0)) first = one;
    if (first?.next === undefined) break;
    if (passed >= offset) merged.push(first.next);
    const filling = first.pass();
    if (filling !== undefined) await filling;
    if (passed % TURN === TURN - 1) await turns.next();
  }
  return merged;
}

/** Reads a partition in order, some entries at a time. */
class SourceReader {
  #entries: readonly LookupEntry[] = [];
  #at = 0;
  #isEnded = false;

  constructor(
    private readonly reader: LookupReader,
    private readonly source: LookupSource,
    private readonly window: Window,
    private readonly chunk: number,
  ) {}

  get next(): LookupEntry | undefined {
    return this.#entries[this.#at];
  }

  /** Moves to the next entry. @returns a promise if more entries must be read. */
  pass(): Promise<void> | undefined {
    this.#at += 1;
    return this.#at < this.#entries.length ? undefined : this.fill();
  }

  /** Reads the entries after the skipped ones; nothing more at the end. */
  async fill(): Promise<void> {
    if (this.#isEnded) return;
    const { lookup, partition } = this.source;
    const last = this.#entries.at(-1);
    const { from, until, reverse = false } = this.window;
    const window = last === undefined ? this.window : (boundsOf({ from, until, edge: last, reverse }) ?? this.window);
    this.#entries = await this.reader.lookup(lookup, partition, { ...window, limit: this.chunk });
    this.#at = 0;
    this.#isEnded = this.#entries.length < this.chunk;
  }
}
