/** What waits for one receiver and topic, in the order in which it was written. */
import type { Iri } from '../rdf/terms.js';

export interface Waiting {
  readonly uri: Iri;
  readonly sequence: number;
  readonly createdAt: Date;
}

export class Queue {
  /** In order, from `#head` on: what lies before it has been taken. */
  #entries: Waiting[] = [];
  #head = 0;
  /** The one being delivered: out of line, so that nothing can come before it any more. */
  #current: Waiting | undefined;
  /** Fulfils when all that was delivered has left the disk, or could not be taken off it. */
  confirmed = Promise.resolve();
  running = false;
  attempts = 0;
  /** Attempts in a row that ended in an unexpected error. */
  unexpected = 0;
  nextAttempt: Date | undefined;
  lastError: string | undefined;

  constructor(readonly receiver: Iri) {}

  /** The one being delivered, or the next one to be. */
  get first(): Waiting | undefined {
    return this.#current ?? this.#entries[this.#head];
  }

  get length(): number {
    return this.#entries.length - this.#head + (this.#current === undefined ? 0 : 1);
  }

  add(entry: Waiting): void {
    let at = this.#entries.length;
    while (at > this.#head && (this.#entries[at - 1]?.sequence ?? 0) > entry.sequence) at--;
    this.#entries.splice(at, 0, entry);
  }

  /** Takes the next one to deliver it, or goes on with the one that was taken. */
  take(): Waiting | undefined {
    if (this.#current !== undefined || this.length === 0) return this.#current;
    this.#current = this.#entries[this.#head];
    this.#head += 1;
    // Taking off the front of a long array costs its length, so that is done now and then.
    if (this.#head >= 1024 || this.#head === this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return this.#current;
  }

  /** The one that was taken is done with. */
  done(): void {
    this.#current = undefined;
    this.attempts = 0;
    this.unexpected = 0;
    this.nextAttempt = undefined;
    this.lastError = undefined;
  }
}
