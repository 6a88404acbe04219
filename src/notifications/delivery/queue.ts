/** The entries for one receiver and topic, in the order in which they were written. */
import type { ApiVersion } from '../../api-versions.js';
import type { Iri } from '../../rdf/terms.js';

export interface QueueItem {
  readonly uri: Iri;
  readonly sequence: number;
  readonly createdAt: Date;
  /** It is sent at this time at the earliest. */
  readonly notBefore?: Date | undefined;
  /** Entries with the same key are sent as one (D66). */
  readonly coalescingKey?: string | undefined;
}

export class Queue {
  /** In order, from `#head` on; the entries before it have been taken. */
  #entries: QueueItem[] = [];
  #head = 0;
  /** The entry being delivered, no longer in `#entries`, so that none can be inserted before it. */
  #current: QueueItem | undefined;
  /** Resolves when all delivered entries have been deleted, or could not be deleted. */
  confirmed = Promise.resolve();
  running = false;
  attempts = 0;
  /** Attempts in a row that ended in an unexpected error. */
  unexpected = 0;
  nextAttempt: Date | undefined;
  lastError: string | undefined;
  /** The API version of the last attempt. */
  version: ApiVersion | undefined;

  /** Entries that the running attempt sends together with the first one. */
  merged: readonly QueueItem[] = [];

  constructor(readonly receiver: Iri) {}

  /** The entry being delivered, or the next one. */
  get first(): QueueItem | undefined {
    return this.#current ?? this.#entries[this.#head];
  }

  get length(): number {
    return this.#entries.length - this.#head + (this.#current === undefined ? 0 : 1);
  }

  /** Inserts an entry in order; one that is in the queue already is ignored. */
  add(entry: QueueItem): void {
    let at = this.#entries.length;
    while (at > this.#head && (this.#entries[at - 1]?.sequence ?? 0) > entry.sequence) at--;
    if (this.#entries[at - 1]?.uri === entry.uri || this.#current?.uri === entry.uri) return;
    this.#entries.splice(at, 0, entry);
  }

  /** Takes the next entry; the same one again until `ack`. */
  next(): QueueItem | undefined {
    if (this.#current !== undefined || this.length === 0) return this.#current;
    this.#current = this.#entries[this.#head];
    this.#head += 1;
    // Removing the first element of a long array costs its length, so it is done rarely.
    if (this.#head >= 1024 || this.#head === this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return this.#current;
  }

  /** The waiting entries with a coalescing key, in order. */
  withKey(key: string, max: number): QueueItem[] {
    const found: QueueItem[] = [];
    for (let at = this.#head; at < this.#entries.length && found.length < max; at++) {
      const entry = this.#entries[at];
      if (entry?.coalescingKey === key) found.push(entry);
    }
    return found;
  }

  /** Removes waiting entries that were delivered together with the first one. */
  remove(delivered: readonly QueueItem[]): void {
    if (delivered.length === 0) return;
    const removed = new Set(delivered);
    this.#entries = this.#entries.slice(this.#head).filter((entry) => !removed.has(entry));
    this.#head = 0;
  }

  /** The taken entry was delivered or set aside. */
  ack(): void {
    this.#current = undefined;
    this.merged = [];
    this.attempts = 0;
    this.unexpected = 0;
    this.nextAttempt = undefined;
    this.lastError = undefined;
    this.version = undefined;
  }
}
