/** The entries for one receiver and topic, in the order in which they were written. */
import type { ApiVersion } from '../../api-versions.js';
import type { Iri } from '../../rdf/terms.js';
import type { OutboxEntry } from '../outbox-entry.js';
import type { QueueFailure } from '../queues/queue-states.js';
import { pause } from './pause.js';

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
  /** When the first attempt for the taken entry failed. */
  failingSince: Date | undefined;
  /** Whether the store holds the failure of the taken entry. */
  isFailureRecorded = false;
  /** Attempts in a row that ended in an unexpected error. */
  unexpected = 0;
  nextAttempt: Date | undefined;
  lastError: string | undefined;
  /** The API version of the last attempt. */
  version: ApiVersion | undefined;

  /** What the running attempt sends: the taken entry, with what is merged into it. */
  sent: OutboxEntry | undefined;
  /** Entries that the running attempt sends together with the first one. */
  merged: readonly QueueItem[] = [];

  #sleeping: AbortController | undefined;

  /** @param failure the store's: of an entry that an earlier process of the node could not deliver. */
  constructor(
    readonly receiver: Iri,
    readonly topic: Iri,
    private failure?: QueueFailure,
  ) {}

  /** Waits for some milliseconds, at most until `wake` or until the signal is aborted. */
  async sleep(delay: number, signal: AbortSignal): Promise<void> {
    this.#sleeping = new AbortController();
    await pause(delay, signal, this.#sleeping.signal);
    this.#sleeping = undefined;
  }

  /** Ends a wait: for its next attempt, or for the end of a pause. */
  wake(): void {
    this.#sleeping?.abort();
  }

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
    if (this.#current?.uri === entry.uri) return;
    // Entries of transactions that ran side by side may have the same number.
    for (let same = at - 1; this.#entries[same]?.sequence === entry.sequence; same--)
      if (this.#entries[same]?.uri === entry.uri) return;
    this.#entries.splice(at, 0, entry);
  }

  /** Takes the next entry; the same one again until `ack`. */
  next(): QueueItem | undefined {
    if (this.#current !== undefined || this.length === 0) return this.#current;
    this.#current = this.#entries[this.#head];
    this.#head += 1;
    this.#resume();
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

  /** Counts the attempts of an earlier process of the node for the taken entry. */
  #resume(): void {
    if (this.failure === undefined) return;
    this.isFailureRecorded = true;
    if (this.failure.entry === this.#current?.uri) {
      this.attempts = this.failure.attempts;
      this.failingSince = this.failure.since;
    }
    this.failure = undefined;
  }

  /** The taken entry was delivered or set aside. */
  ack(): void {
    this.#current = undefined;
    this.sent = undefined;
    this.merged = [];
    this.attempts = 0;
    this.failingSince = undefined;
    this.isFailureRecorded = false;
    this.unexpected = 0;
    this.nextAttempt = undefined;
    this.lastError = undefined;
    this.version = undefined;
  }
}
