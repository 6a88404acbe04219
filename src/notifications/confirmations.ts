/** Takes what was delivered off the disk: many at a time, in one transaction for all that waited for the one before it. */
import type { Iri } from '../rdf/terms.js';

export class Confirmations {
  #waiting: Iri[] = [];
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param drop takes entries off the disk, and tells whether it could; it never rejects. */
  constructor(private readonly drop: (entries: readonly Iri[]) => Promise<boolean>) {}

  /** How many wait for a transaction of their own. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Fulfils when the entry has been dealt with: what could not be taken off is tried again with the next. */
  add(entry: Iri): Promise<void> {
    this.#waiting.push(entry);
    this.#next ??= this.#last.then(async () => {
      const entries = this.#waiting;
      this.#waiting = [];
      this.#next = undefined;
      if (!(await this.drop(entries))) this.#waiting.push(...entries);
    });
    this.#last = this.#next;
    return this.#next;
  }
}
