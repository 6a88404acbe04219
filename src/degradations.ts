/**
 * What the node does without, while it goes on: entries that were set aside, threads that cannot be made. Each part
 * reports its own here; `/health/ready` and the metrics read it (operator contract). A degradation never makes the node
 * unready: that is for what keeps it from serving.
 */

export interface Degradation {
  /** A fixed name, such as `outbox-entries`: also the label of a metric, so never made from input. */
  readonly key: string;
  /** What is the matter, for anyone to read: a fixed text without URIs, names or error messages, which the log has. */
  readonly reason: string;
  /** How many entries or attempts it concerns; at least 1. */
  readonly count: number;
}

export class Degradations {
  readonly #current = new Map<string, Degradation>();

  /** Says how things are with one key, in place of what was said before; a count of 0 is none. */
  report(key: string, reason: string, count: number): void {
    if (count > 0) this.#current.set(key, { key, reason, count });
    else this.#current.delete(key);
  }

  /** Takes back what was reported under a key. */
  clear(key: string): void {
    this.#current.delete(key);
  }

  /** All that is degraded now, in the order in which it began. */
  list(): readonly Degradation[] {
    return [...this.#current.values()];
  }
}
