/** The memory of all caches of the store (`CACHE_MB`), and the share of each. */

/** The shares of all caches. A cache counts its keys and the overhead of entries with its values. */
const SHARES = {
  /** Parsed values of graphs: heads, access control lists, requests, events. */
  parsedGraphs: 6,
  /** Whole graphs as statements: revisions that are embedded in others. */
  contents: 2,
  /** N-Triples of graphs. */
  texts: 1,
  /** Statements of N-Triples, which transactions read. */
  statements: 1,
  /** Response bodies of revisions. */
  bodies: 2,
  /** Response bodies of revisions with embedded objects. */
  embeddedBodies: 1,
  /** The changes of each revision, for the console. */
  history: 1,
  /** Pages of lists of events. */
  lists: 1,
  /** Pages of the list of objects. */
  objectLists: 1,
  /** Bodies as gzip. */
  compressedBodies: 1,
  /** Answers of lookups. */
  lookups: 1,
  /** Hashes of whole subtrees of the log of proofs. */
  subtrees: 1,
  /** The access scope of each caller's queries. */
  scopes: 2,
  /** The members that each caller may read, in the order of the feed. */
  feeds: 2,
} as const;

export type CacheShare = keyof typeof SHARES;

const ALL = Object.values(SHARES).reduce<number>((sum, share) => sum + share, 0);

export class CacheBudget {
  /** @param bytes of all caches together. */
  constructor(readonly bytes: number) {}

  /** The bytes of one cache. */
  share(cache: CacheShare): number {
    return Math.floor((this.bytes * SHARES[cache]) / ALL);
  }
}

/** As `CACHE_MB` is by default. */
export const defaultCacheBudget = new CacheBudget(256 * 2 ** 20);
