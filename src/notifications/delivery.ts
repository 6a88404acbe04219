/**
 * Delivery: every receiver and topic has a queue of its own, emptied in order. What is confirmed leaves the store; what
 * is not is tried again with exponential backoff and jitter, for as long as it takes (D28). A receiver that is slow or
 * dead holds up its own queues only.
 */
import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import type { Clock } from '../ambient.js';
import type { Iri } from '../rdf/terms.js';
import type { Store } from '../store/store.js';
import { Confirmations } from './confirmations.js';
import type { OutboxEntry } from './outbox.js';
import { Slots } from './slots.js';

/** One attempt's outcome: delivered, not wanted any more, already off the outbox, or failed with a reason for the operator. */
export type Outcome =
  { readonly kind: 'confirmed' | 'obsolete' | 'gone' } | { readonly kind: 'failed'; readonly reason: string };

/** How far an entry's delivery is. */
export interface DeliveryState {
  readonly uri: Iri;
  readonly attempts: number;
  readonly nextAttempt: Date | undefined;
  readonly lastError: string | undefined;
}

/** A receiver's notifications that wait, over all of its queues. */
export interface Backlog {
  readonly receiver: Iri;
  readonly waiting: number;
  /** When the oldest of them was written. */
  readonly since: Date;
  /** Attempts in a row that failed. */
  readonly failing: number;
}

export interface DeliveryContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to less than 1, evenly. */
  readonly random: () => number;
  readonly retryMs: { readonly min: number; readonly max: number };
  /** Reads an entry; undefined once it has left the outbox. */
  readonly read: (entry: Iri) => Promise<OutboxEntry | undefined>;
  readonly attempt: (entry: OutboxEntry, signal: AbortSignal) => Promise<Outcome>;
}

interface Waiting {
  readonly uri: Iri;
  readonly sequence: number;
  readonly createdAt: Date;
}

/** Attempts under way at once: in all, and to one receiver. */
const MOST_AT_ONCE = 256;
const MOST_PER_RECEIVER = 4;
/** From so many confirmations on that wait for the disk, in all, a queue waits with them before it goes on. */
const MOST_CONFIRMING = 64;

class Queue {
  /** In order, from `#head` on: what lies before it has been taken. */
  #entries: Waiting[] = [];
  #head = 0;
  /** The one being delivered: out of line, so that nothing can come before it any more. */
  #current: Waiting | undefined;
  /** Fulfils when all that was delivered has left the disk, or could not be taken off it. */
  confirmed = Promise.resolve();
  running = false;
  attempts = 0;
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
    this.nextAttempt = undefined;
    this.lastError = undefined;
  }
}

export class Delivery {
  readonly #queues = new Map<string, Queue>();
  readonly #slots = new Slots(MOST_AT_ONCE, MOST_PER_RECEIVER);
  readonly #stopping = new AbortController();
  readonly #runs = new Set<Promise<void>>();
  readonly #confirmations = new Confirmations((entries) => this.#drop(entries));

  constructor(private readonly context: DeliveryContext) {
    // Every queue that backs off listens to it.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Takes entries into their queues and sees that these are being emptied. */
  enqueue(entries: Iterable<Pick<OutboxEntry, 'uri' | 'receiver' | 'topic' | 'sequence' | 'createdAt'>>): void {
    if (this.#stopping.signal.aborted) return;
    const fed = new Map<string, Queue>();
    for (const { uri, receiver, topic, sequence, createdAt } of entries) {
      const key = `${receiver} ${topic}`;
      const queue = this.#queues.get(key) ?? new Queue(receiver);
      queue.add({ uri, sequence, createdAt });
      this.#queues.set(key, queue);
      fed.set(key, queue);
    }
    // Started when all of them are in line: the first one taken is then the first in order.
    for (const [key, queue] of fed) if (!queue.running) this.#start(key, queue);
  }

  /** How far the delivery of an entry is: only the first of a queue has been tried. */
  state({ uri, receiver, topic }: OutboxEntry): DeliveryState {
    const queue = this.#queues.get(`${receiver} ${topic}`);
    if (queue === undefined || queue.first?.uri !== uri)
      return { uri, attempts: 0, nextAttempt: undefined, lastError: undefined };
    const { attempts, nextAttempt, lastError } = queue;
    return { uri, attempts, nextAttempt, lastError };
  }

  /** What waits, by receiver. */
  backlog(): Backlog[] {
    const backlogs = new Map<Iri, Backlog>();
    for (const { receiver, first, length, attempts } of this.#queues.values()) {
      if (first === undefined) continue;
      const before = backlogs.get(receiver);
      backlogs.set(receiver, {
        receiver,
        waiting: length + (before?.waiting ?? 0),
        since: before !== undefined && before.since < first.createdAt ? before.since : first.createdAt,
        failing: Math.max(attempts, before?.failing ?? 0),
      });
    }
    return [...backlogs.values()];
  }

  /** Attempts no more, and waits for what is under way to end; what is not confirmed stays in the outbox. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#runs);
  }

  #start(key: string, queue: Queue): void {
    queue.running = true;
    const run = this.#empty(queue).finally(() => {
      this.#runs.delete(run);
      queue.running = false;
      if (queue.first === undefined) this.#queues.delete(key);
      // Something came in while the last confirmations were awaited.
      else if (!this.#stopping.signal.aborted) this.#start(key, queue);
    });
    this.#runs.add(run);
  }

  async #empty(queue: Queue): Promise<void> {
    for (let first = queue.take(); first !== undefined && !this.#stopping.signal.aborted; first = queue.take()) {
      const outcome = await this.#attempt(queue, first);
      if (outcome.kind === 'failed') await this.#backOff(queue, outcome.reason);
      else {
        queue.done();
        if (outcome.kind !== 'gone') await this.#confirm(queue, first.uri);
      }
    }
    await queue.confirmed;
  }

  async #attempt(queue: Queue, { uri }: Waiting): Promise<Outcome> {
    const release = await this.#slots.take(queue.receiver);
    const { signal } = this.#stopping;
    try {
      const entry = await this.context.read(uri);
      if (entry === undefined) return { kind: 'gone' };
      if (signal.aborted) return { kind: 'failed', reason: 'the node is stopping' };
      queue.attempts += 1;
      return await this.context.attempt(entry, signal);
    } catch (error) {
      // A defect of ours must not lose the notification, nor stop the queue for ever.
      this.context.log.error({ err: error, notification: uri }, 'unexpected error in a delivery');
      return { kind: 'failed', reason: 'unexpected error in this node' };
    } finally {
      release();
    }
  }

  /** Takes a confirmed entry off the disk; the next one is sent meanwhile, since a lost confirmation costs a repetition only. */
  async #confirm(queue: Queue, uri: Iri): Promise<void> {
    queue.confirmed = this.#confirmations.add(uri);
    if (this.#confirmations.waiting >= MOST_CONFIRMING) await queue.confirmed;
  }

  /** Entries that cannot be taken off stay, and are delivered once more after the next start. */
  async #drop(entries: readonly Iri[]): Promise<void> {
    try {
      await this.context.store.transact(entries, async (tx) => {
        for (const entry of entries) await tx.drop(entry);
      });
    } catch (error) {
      this.context.log.error(
        { err: error, notifications: entries.length, first: entries[0] },
        'delivered notifications could not be taken off the outbox',
      );
    }
  }

  /** Full jitter between the shortest wait and a bound that doubles with every attempt. */
  #delay(attempts: number): number {
    const { min, max } = this.context.retryMs;
    const bound = Math.min(max, min * 2 ** Math.min(attempts - 1, 40));
    return Math.round(min + this.context.random() * (bound - min));
  }

  async #backOff(queue: Queue, reason: string): Promise<void> {
    const delay = this.#delay(Math.max(queue.attempts, 1));
    queue.lastError = reason;
    queue.nextAttempt = new Date(this.context.clock.now().getTime() + delay);
    this.context.log.warn(
      { receiver: queue.receiver, attempts: queue.attempts, delay, reason },
      'a notification could not be delivered',
    );
    await new Promise<void>((resolve) => {
      const { signal } = this.#stopping;
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, delay);
      if (signal.aborted) done();
      else signal.addEventListener('abort', done);
    });
  }
}
