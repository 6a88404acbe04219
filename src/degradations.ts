/**
 * What works only in part while the node goes on serving: entries that were set aside, threads that cannot be created.
 * Each module reports its degradations here; `/health/ready` and the metrics read them. A degradation never makes the
 * node unready.
 */

export interface Degradation {
  /** A fixed name, such as `outbox-entries`: also the label of a metric, so never made from input. */
  readonly key: string;
  /** For public readers: a fixed text without URIs, names or error messages, which are in the log. */
  readonly reason: string;
  /** How many entries or attempts it concerns; at least 1. */
  readonly count: number;
}

export class Degradations {
  readonly #current = new Map<string, Degradation>();

  /** Replaces what was reported under a key; a count of 0 clears it. */
  report(key: string, reason: string, count: number): void {
    if (count > 0) this.#current.set(key, { key, reason, count });
    else this.#current.delete(key);
  }

  /** Clears what was reported under a key. */
  clear(key: string): void {
    this.#current.delete(key);
  }

  /** All present degradations, oldest first. */
  list(): readonly Degradation[] {
    return [...this.#current.values()];
  }
}
