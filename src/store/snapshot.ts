/**
 * The graphs of a store at one commit, for followers: the feed of commits lists the graphs that a follower must read
 * again.
 */

export interface GraphSnapshot {
  /** The sequence of the last commit in it; 0 without commits. */
  readonly sequence: number;
  /** The number of graphs. */
  readonly graphs: number;
  /**
   * The names of the graphs that begin with a prefix, sorted.
   *
   * @param after a name that they come after.
   */
  names(prefix: string, after?: string): Iterable<string>;
  /** A graph as N-Triples, one statement a line; empty for a missing or damaged one. */
  text(graph: string): string;
  /**
   * The graphs that were changed after a commit; undefined when the feed does not reach back to it.
   *
   * @param sequence of a commit that is not after this snapshot.
   */
  changedSince(sequence: number): ReadonlySet<string> | undefined;
}

export interface SnapshotSource {
  /** Runs `read` on the graphs at the latest commit. The snapshot must not be used afterwards. */
  read<Result>(read: (snapshot: GraphSnapshot) => Result): Result;
}
