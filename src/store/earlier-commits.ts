/**
 * Commit times of what a store holds without them (W54): entries of an earlier release, of an import, or of a damaged
 * index. They get the time at which they were made, in the order of those times; entries that have a time keep it. Where
 * feeds may have been read, they get times after all others: a reader would not look for them among the earlier ones.
 */
import type { CommitTime } from './commit-time.js';
import type { DeclaredEntry, Lookup, LookupEntry } from './lookup.js';
import type { Iri } from '../rdf/terms.js';

const MICROSECONDS = 1_000;

/** The entries of one value. */
interface Unplaced {
  readonly value: Iri;
  readonly partitions: string[];
  madeAt: number | undefined;
}

export interface TimeBounds {
  readonly from: CommitTime;
  readonly until: CommitTime;
}

/** The entries of one lookup with `byCommit`. */
export class EarlierCommits {
  readonly #placed: LookupEntry[] = [];
  readonly #unplaced = new Map<Iri, Unplaced>();
  readonly #taken: ReadonlySet<CommitTime>;

  /** @param times of the values that have one. */
  constructor(
    readonly lookup: Lookup,
    private readonly times: ReadonlyMap<Iri, CommitTime> = new Map<Iri, CommitTime>(),
  ) {
    this.#taken = new Set(times.values());
  }

  /** Adds the entries of a graph. */
  add(entries: readonly DeclaredEntry[]): void {
    for (const { partition, value, madeAt } of entries) {
      const order = this.times.get(value);
      if (order !== undefined) {
        this.#placed.push({ partition, order, value });
        continue;
      }
      const found = this.#unplaced.get(value);
      if (found === undefined) this.#unplaced.set(value, { value, partitions: [partition], madeAt });
      else found.partitions.push(partition);
    }
  }

  /**
   * All entries with their order.
   *
   * @param bounds of the times of entries without one: after `from`, and at `until` for one that was made later.
   */
  *entries({ from, until }: TimeBounds): Generator<LookupEntry, void, undefined> {
    yield* this.#placed;
    const home = this.lookup.byCommit?.home ?? String;
    const unplaced = [...this.#unplaced.values()].sort(
      (one, other) => (one.madeAt ?? 0) - (other.madeAt ?? 0) || compareNumbered(one.value, other.value, home),
    );
    let last = from;
    for (const { value, partitions, madeAt = 0 } of unplaced) {
      let order = Math.max(last + 1, Math.min(madeAt * MICROSECONDS, until));
      while (this.#taken.has(order)) order += 1;
      last = order;
      for (const partition of partitions) yield { partition, order, value };
    }
  }
}

/** The times that values have in an index: where partitions disagree, those of the home partitions. */
export function timesIn({ byCommit }: Pick<Lookup, 'byCommit'>, entries: Iterable<LookupEntry>): Map<Iri, CommitTime> {
  const times = new Map<Iri, CommitTime>();
  for (const { partition, order, value } of entries)
    if (!times.has(value) || byCommit?.home(value) === partition) times.set(value, order);
  return times;
}

/** The latest of the times; 0 without any. */
export function latestTime(times: ReadonlyMap<Iri, CommitTime> | undefined): CommitTime {
  let latest = 0;
  for (const time of times?.values() ?? []) latest = Math.max(latest, time);
  return latest;
}

/** The order of what was made in the same millisecond: revisions of an object by number. */
function compareNumbered(one: Iri, other: Iri, home: (value: Iri) => string): number {
  const [a, b] = [home(one), home(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one.length - other.length || (one < other ? -1 : 1);
}
