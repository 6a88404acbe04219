/**
 * The order of commits in indexes (W54). A lookup with `byCommit` has no order of its own: the record gives each changed
 * graph the next commit time, and its added entries this order. A commit of several graphs takes as many microseconds,
 * so that each of them has a position of its own.
 */
import type { CommitTime } from './commit-time.js';
import type { Lookup, LookupChange, LookupEntry } from './lookup.js';
import type { GraphChange } from './record.js';

/** Whether the record orders entries that a change adds. */
export const isPlaced = ({ isByCommit, added }: LookupChange): boolean => isByCommit === true && added.length > 0;

const takesTime = ({ lookups }: GraphChange): boolean => lookups.some(isPlaced);

/** The number of commit times that a commit takes: one for each graph with added entries, and one without any. */
export const spanOf = (changes: readonly GraphChange[]): number => Math.max(1, changes.filter(takesTime).length);

/**
 * The index changes of commits, with the order of all added entries.
 *
 * @param first the first commit time of the batch.
 */
export function placedChanges(commits: readonly (readonly GraphChange[])[], first: CommitTime): LookupChange[] {
  const placed: LookupChange[] = [];
  let begin = first;
  for (const changes of commits) {
    let time = begin;
    for (const change of changes) {
      const order = time;
      for (const each of change.lookups)
        placed.push(isPlaced(each) ? { ...each, added: each.added.map((entry) => ({ ...entry, order })) } : each);
      if (takesTime(change)) time += 1;
    }
    begin += spanOf(changes);
  }
  return placed;
}

/** Reads a partition from the record. */
type ReadPartition = (lookup: Lookup, partition: string) => Promise<readonly LookupEntry[]>;

/**
 * Changes in which the removed entries of lookups with `byCommit` have the order that the index has them in. An entry
 * that the index lacks is left out.
 */
export async function withRemovedOrders(
  changes: readonly GraphChange[],
  lookups: readonly Lookup[],
  read: ReadPartition,
): Promise<readonly GraphChange[]> {
  const isOpen = ({ isByCommit, removed }: LookupChange): boolean => isByCommit === true && removed.length > 0;
  if (!changes.some((change) => change.lookups.some(isOpen))) return changes;
  const byName = new Map(lookups.map((lookup) => [lookup.name, lookup]));
  const ordered = async (change: LookupChange): Promise<LookupChange> => {
    const lookup = byName.get(change.lookup);
    const home = lookup?.byCommit?.home;
    if (lookup === undefined || home === undefined || change.removed.length === 0) return change;
    const orders = new Map<string, number>();
    for (const partition of new Set(change.removed.map(({ value }) => home(value))))
      for (const { value, order } of await read(lookup, partition)) orders.set(value, order);
    const removed = change.removed.flatMap((entry) => {
      const order = orders.get(entry.value);
      return order === undefined ? [] : [{ ...entry, order }];
    });
    return { ...change, removed };
  };
  return Promise.all(
    changes.map(async (change) => ({ ...change, lookups: await Promise.all(change.lookups.map(ordered)) })),
  );
}
