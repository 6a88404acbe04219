/**
 * The entries for one receiver and topic, in the order of their creation. Only the next ones are in memory: a receiver
 * that is unavailable for days must not fill it.
 */
import type { ApiVersion } from '../../api-versions.js';
import type { Iri } from '../../rdf/terms.js';
import { comparePositions, type LookupEntry } from '../../store/lookup.js';
import type { OutboxEntry } from '../outbox-entry.js';
import type { QueueFailure } from '../queues/queue-states.js';
import { sleep } from '../../async/sleep.js';

/** Number of entries read from the store at a time; at most twice as many are in memory. */
export const PAGE_ENTRIES = 1_000;

export interface QueueItem {
  readonly uri: Iri;
  readonly sequence: number;
  readonly createdAt: Date;
  /** It is sent at this time at the earliest. */
  readonly notBefore?: Date | undefined;
  /** Entries with the same key are sent as one (D66). */
  readonly coalescingKey?: string | undefined;
}

/** The position of an entry in its queue, in the order of the outbox's lookup. */
type Position = Pick<LookupEntry, 'order' | 'value'>;

/** A page of a queue's entries in the store. */
export interface QueuePage {
  readonly items: readonly QueueItem[];
  /** The number of entries, including damaged ones. */
  readonly size: number;
  /** The last entry; undefined if no entry follows. */
  readonly last: Position | undefined;
}

const positionOf = ({ sequence, uri }: QueueItem): Position => ({ order: sequence, value: uri });

export class Queue {
  /** In order, from `#head` on; the entries before it have been taken. */
  #entries: QueueItem[] = [];
  #head = 0;
  /** The entry being delivered, no longer in `#entries`, so that none can be inserted before it. */
  #current: QueueItem | undefined;
  running = false;
  attempts = 0;
  /** When the first attempt for the taken entry failed. */
  failingSince: Date | undefined;
  /** Whether the store holds the failure of the taken entry. */
  isFailureRecorded = false;
  /** The number of consecutive attempts with an unexpected error. */
  unexpected = 0;
  nextAttempt: Date | undefined;
  lastError: string | undefined;
  /** The API version of the last attempt. */
  version: ApiVersion | undefined;

  /** The content of the running attempt: the taken entry, with coalesced ones. */
  sent: OutboxEntry | undefined;
  /** Entries that the running attempt sends together with the first one. */
  merged: readonly QueueItem[] = [];

  #sleeping: AbortController | undefined;

  /**
   * The entries after this one are in the store only, those of the whole queue at `beginning`; undefined when all are
   * in memory.
   */
  #storedAfter: Position | 'beginning' | undefined;
  /** Entries that were added while a page was read, which may lack them. */
  #arriving: QueueItem[] | undefined;

  /**
   * @param failure the stored failure of an entry that an earlier process could not deliver.
   * @param stored the number of stored entries, before any of them is read.
   */
  constructor(
    readonly receiver: Iri,
    readonly topic: Iri,
    private failure?: QueueFailure,
    private stored = 0,
  ) {
    if (stored > 0) this.#storedAfter = 'beginning';
  }

  /** Waits for some milliseconds, at most until `wake` or until the signal is aborted. */
  async sleep(delay: number, signal: AbortSignal): Promise<void> {
    this.#sleeping = new AbortController();
    await sleep(delay, signal, this.#sleeping.signal);
    this.#sleeping = undefined;
  }

  /** Ends a wait: for its next attempt, or for the end of a pause. */
  wake(): void {
    this.#sleeping?.abort();
  }

  /** The entry being delivered, or the next one; undefined for an empty queue, and before a page is read. */
  get first(): QueueItem | undefined {
    return this.#current ?? this.#entries[this.#head];
  }

  /** The number of waiting entries, including stored ones. */
  get length(): number {
    return this.#inMemory + this.stored + (this.#current === undefined ? 0 : 1);
  }

  /** Whether the next entry must be read from the store. */
  get isDrained(): boolean {
    return this.#storedAfter !== undefined && this.first === undefined;
  }

  get isEmpty(): boolean {
    return this.#storedAfter === undefined && this.first === undefined;
  }

  get #inMemory(): number {
    return this.#entries.length - this.#head;
  }

  /** Inserts an entry in order; ignores one that is already in the queue. */
  add(entry: QueueItem): void {
    const position = positionOf(entry);
    if (this.#isStored(position)) {
      if (this.#arriving === undefined) this.stored += 1;
      else this.#arriving.push(entry);
      return;
    }
    if (this.#current?.uri === entry.uri) return;
    let at = this.#entries.length;
    for (; at > this.#head; at--) {
      const before = this.#entries[at - 1];
      const order = before === undefined ? -1 : comparePositions(positionOf(before), position);
      if (order === 0) return;
      if (order < 0) break;
    }
    this.#entries.splice(at, 0, entry);
    if (this.#inMemory > 2 * PAGE_ENTRIES) this.#forget();
  }

  /**
   * Adds the next entries of the store.
   *
   * @param read returns the entries after a position, at most `PAGE_ENTRIES`.
   * @throws the errors of `read`; the queue is then unchanged.
   */
  async refill(read: (after: Position | undefined) => Promise<QueuePage>): Promise<void> {
    if (this.#storedAfter === undefined) return;
    this.#arriving = [];
    try {
      const { items, size, last } = await read(this.#storedAfter === 'beginning' ? undefined : this.#storedAfter);
      this.#storedAfter = last;
      this.stored = last === undefined ? 0 : Math.max(1, this.stored - size);
      for (const item of items) this.add(item);
    } finally {
      const arrived = this.#arriving;
      this.#arriving = undefined;
      for (const item of arrived) this.add(item);
    }
  }

  #isStored(position: Position): boolean {
    if (this.#storedAfter === undefined) return false;
    return this.#storedAfter === 'beginning' || comparePositions(this.#storedAfter, position) < 0;
  }

  /** Leaves the entries after the next ones to the store. */
  #forget(): void {
    const retained = this.#entries.slice(this.#head, this.#head + PAGE_ENTRIES);
    const last = retained.at(-1);
    if (last === undefined) return;
    this.stored += this.#inMemory - retained.length;
    this.#entries = retained;
    this.#head = 0;
    this.#storedAfter = positionOf(last);
  }

  /** Takes the next entry; returns the same one until `ack`. */
  next(): QueueItem | undefined {
    if (this.#current !== undefined || this.#inMemory === 0) return this.#current;
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

  /** The waiting entries in memory with a coalescing key, in order. */
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

  /** The taken entry was delivered or quarantined. */
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
