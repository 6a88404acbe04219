/**
 * The batches of the last commits that this process has seen. After a restore, or a failover to a server without the
 * last commits, other commits have the same sequences, and the caches of this process are outdated.
 */

/** The number of remembered commits; a process reads the feed from a commit that it has seen lately. */
const MAX_COMMITS = 2_000;

export class CommitHistory {
  readonly #batches = new Map<number, string>();
  #lastForeign: number;

  /** @param sequence of the last commit before this process had seen any. */
  constructor(sequence: number) {
    this.#lastForeign = sequence;
  }

  /** All later commits, up to the last known one, are of this process. */
  get lastForeign(): number {
    return this.#lastForeign;
  }

  /** An existing entry stays: this process has seen it. */
  add(sequence: number, batch: string): void {
    if (this.#batches.has(sequence)) return;
    this.#batches.set(sequence, batch);
    if (this.#batches.size <= MAX_COMMITS) return;
    const [oldest] = this.#batches.keys();
    if (oldest !== undefined) this.#batches.delete(oldest);
  }

  /** Commits up to this one may be of other processes. */
  addForeign(sequence: number): void {
    this.#lastForeign = Math.max(this.#lastForeign, sequence);
  }

  /** The batch of a commit; undefined for one that was not seen, or was forgotten. */
  batchOf(sequence: number): string | undefined {
    return this.#batches.get(sequence);
  }

  /** Whether a commit may be the one seen under its sequence. */
  fits(sequence: number, batch: string): boolean {
    const seen = this.#batches.get(sequence);
    return seen === undefined || seen === batch;
  }

  /** Begins again, when nothing is used any more that was read before. @param sequence of the last commit. */
  restart(sequence: number): void {
    this.#batches.clear();
    this.#lastForeign = sequence;
  }
}
