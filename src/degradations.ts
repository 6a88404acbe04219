/**
 * Degradations of a node that still serves: entries that were quarantined, threads that cannot be created. Modules report
 * them here; `/health/ready` and the metrics read them. A degradation never makes the node unready.
 */

export interface Degradation {
  /** A fixed name, such as `outbox-entries`: it is also a metric's label, so it never contains input. */
  readonly key: string;
  /** A constant text without URIs, names or error messages, because anyone can read it; the log has those. */
  readonly reason: string;
  /** The number of affected entries or attempts, at least 1. */
  readonly count: number;
}

export class Degradations {
  readonly #current = new Map<string, Degradation>();

  /** Sets the degradation of a key; a count of 0 clears it. */
  report(key: string, reason: string, count: number): void {
    if (count > 0) this.#current.set(key, { key, reason, count });
    else this.#current.delete(key);
  }

  /** Clears the degradation of a key. */
  clear(key: string): void {
    this.#current.delete(key);
  }

  /** All current degradations, oldest first. */
  list(): readonly Degradation[] {
    return [...this.#current.values()];
  }
}
