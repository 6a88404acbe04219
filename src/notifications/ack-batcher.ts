/** Takes what was delivered off the disk: many at a time, in one transaction for all that waited for the one before it. */
import type { Iri } from '../rdf/terms.js';

export class AckBatcher {
  #waiting: Iri[] = [];
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param drop takes entries off the disk; it never rejects. */
  constructor(private readonly drop: (entries: readonly Iri[]) => Promise<void>) {}

  /** How many wait for a transaction of their own. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Fulfils when the entry, and every one that was added before it, is off the disk or could not be taken off it. */
  add(entry: Iri): Promise<void> {
    this.#waiting.push(entry);
    this.#next ??= this.#last.then(() => {
      const entries = this.#waiting;
      this.#waiting = [];
      this.#next = undefined;
      return this.drop(entries);
    });
    this.#last = this.#next;
    return this.#next;
  }
}
