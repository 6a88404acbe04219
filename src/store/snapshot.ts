/**
 * The graphs of a store as of one commit, for those who follow it: from where a follower is, the feed of commits tells
 * which graphs it has to read again.
 */

export interface GraphSnapshot {
  /** The sequence of the last commit in it; 0 when there was none. */
  readonly sequence: number;
  /** How many graphs there are. */
  readonly graphs: number;
  /**
   * The names of the graphs that begin with a prefix, sorted.
   *
   * @param after a name that they come after.
   */
  names(prefix: string, after?: string): Iterable<string>;
  /** A graph as N-Triples, one statement a line; empty when there is none, or when it is damaged. */
  text(graph: string): string;
  /**
   * The graphs that were changed after a commit; undefined when the feed does not reach back to it.
   *
   * @param sequence of a commit that is not after this snapshot.
   */
  changedSince(sequence: number): ReadonlySet<string> | undefined;
}

export interface SnapshotSource {
  /** Runs `read` on the graphs as of the latest commit. The snapshot must not be used afterwards. */
  read<Result>(read: (snapshot: GraphSnapshot) => Result): Result;
}
