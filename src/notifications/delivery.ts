/**
 * Delivery: every receiver and topic has a queue of its own, emptied in order. What is confirmed leaves the store; what
 * is not is tried again with exponential backoff and jitter, for as long as it takes (D28). A receiver that is slow or
 * dead holds up its own queues only, and an entry that cannot be handled holds up nothing for long: it is set aside.
 */
import type { Services } from '../services.js';
import { setMaxListeners } from 'node:events';
import type { Iri } from '../rdf/terms.js';
import { AckBatcher } from './ack-batcher.js';
import type { OutboxEntry, QueuedEntry } from './outbox.js';
import { Queue, type Waiting } from './queue.js';
import { SetAside } from './set-aside.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/** One attempt's outcome: delivered, not wanted any more, already off the outbox, or failed with a reason for the operator. */
export type Outcome =
  { readonly kind: 'confirmed' | 'obsolete' | 'missing' } | { readonly kind: 'failed'; readonly reason: string };

/** How far an entry's delivery is. */
interface DeliveryState {
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

export interface DeliveryOptions {
  readonly retryMs: { readonly min: number; readonly max: number };
  /** Reads an entry; undefined once it has left the outbox. */
  readonly read: (entry: Iri) => Promise<OutboxEntry | undefined>;
  readonly attempt: (entry: OutboxEntry, signal: AbortSignal) => Promise<Outcome>;
}

/** An attempt's outcome, or an unexpected error. */
type Attempted = Outcome | { readonly kind: 'unexpected'; readonly reason: string };

/** Attempts under way at once: in all, and to one receiver. */
const MAX_CONCURRENT = 256;
const MAX_PER_RECEIVER = 4;
/** From so many confirmations on that wait for the disk, in all, a queue waits with them before it goes on. */
const MAX_UNCONFIRMED = 64;
/** So many unexpected errors in a row, and an entry is set aside: one alone may pass, and the order is worth a wait. */
const MAX_UNEXPECTED = 3;
const UNEXPECTED = 'unexpected error in this node';

export class Delivery {
  readonly #queues = new Map<string, Queue>();
  readonly #slots = new ConcurrencyLimiter(MAX_CONCURRENT, MAX_PER_RECEIVER);
  readonly #stopping = new AbortController();
  readonly #runs = new Set<Promise<void>>();
  readonly #confirmations = new AckBatcher((entries) => this.#drop(entries));
  readonly #setAside: SetAside;

  constructor(
    private readonly services: Pick<Services, 'store' | 'clock' | 'log' | 'degradations' | 'random'>,
    private readonly options: DeliveryOptions,
  ) {
    const retry = (entry: Iri): Promise<void> => this.#retry(entry);
    this.#setAside = new SetAside(services, { pauseMs: options.retryMs.max, retry });
    // Every queue that backs off listens to it.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Takes entries into their queues and sees that these are being emptied. */
  enqueue(entries: Iterable<QueuedEntry>): void {
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

  /** Keeps an entry apart that cannot be put into a queue, and looks at it again later. */
  setAside(uri: Iri, error: unknown): void {
    this.services.log.error({ err: error, notification: uri }, 'an entry of the outbox cannot be read');
    this.#setAside.add(uri, 'the entry cannot be read', this.#before(uri) + 1);
  }

  /** How far the delivery of an entry is, if it can be read: only the first of a queue has been tried. */
  state(uri: Iri, entry: Pick<OutboxEntry, 'receiver' | 'topic'> | undefined): DeliveryState {
    const apart = this.#setAside.get(uri);
    if (apart !== undefined) {
      const { attempts, nextAttempt, reason } = apart;
      return { uri, attempts, nextAttempt, lastError: `set aside: ${reason}` };
    }
    const queue = entry && this.#queues.get(`${entry.receiver} ${entry.topic}`);
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
    await Promise.all([...this.#runs, this.#setAside.stop()]);
  }

  #start(key: string, queue: Queue): void {
    queue.running = true;
    const run = this.#empty(queue)
      .catch((error: unknown) => {
        // Nothing above should throw. If it does, it must neither end the process nor repeat for ever.
        this.services.log.error({ err: error, receiver: queue.receiver }, 'unexpected error in a queue of deliveries');
        if (queue.first !== undefined) this.#setAside.add(queue.first.uri, UNEXPECTED, queue.attempts);
        queue.done();
      })
      .finally(() => {
        this.#runs.delete(run);
        queue.running = false;
        if (queue.first === undefined) this.#queues.delete(key);
        // New entries arrived while the last confirmations were awaited.
        else if (!this.#stopping.signal.aborted) this.#start(key, queue);
      });
    this.#runs.add(run);
  }

  async #empty(queue: Queue): Promise<void> {
    for (let first = queue.take(); first !== undefined && !this.#stopping.signal.aborted; first = queue.take()) {
      const outcome = await this.#attempt(queue, first);
      if (outcome.kind === 'unexpected' && this.#isHopeless(queue, first)) {
        this.#setAside.add(first.uri, outcome.reason, this.#before(first.uri) + queue.attempts);
        queue.done();
      } else {
        this.#setAside.delete(first.uri);
        if (outcome.kind === 'failed' || outcome.kind === 'unexpected') await this.#backOff(queue, outcome.reason);
        else {
          queue.done();
          if (outcome.kind !== 'missing') await this.#confirm(queue, first.uri);
        }
      }
    }
    await queue.confirmed;
  }

  /** Whether to go on without an entry: not while the node stops, since then many things fail. */
  #isHopeless(queue: Queue, { uri }: Waiting): boolean {
    if (this.#stopping.signal.aborted) return false;
    return queue.unexpected >= MAX_UNEXPECTED || this.#setAside.get(uri) !== undefined;
  }

  /** Attempts until an entry was set aside. */
  #before(uri: Iri): number {
    return this.#setAside.get(uri)?.attempts ?? 0;
  }

  /** Looks at an entry again that was set aside. */
  async #retry(uri: Iri): Promise<void> {
    try {
      const entry = await this.options.read(uri);
      if (entry === undefined) {
        this.#setAside.delete(uri);
        return;
      }
      this.#setAside.release(uri);
      this.enqueue([entry]);
    } catch (error) {
      this.setAside(uri, error);
    }
  }

  async #attempt(queue: Queue, { uri }: Waiting): Promise<Attempted> {
    const release = await this.#slots.take(queue.receiver);
    const { signal } = this.#stopping;
    try {
      const entry = await this.options.read(uri);
      if (entry === undefined) return { kind: 'missing' };
      if (signal.aborted) return { kind: 'failed', reason: 'the node is stopping' };
      queue.attempts += 1;
      const outcome = await this.options.attempt(entry, signal);
      queue.unexpected = 0;
      return outcome;
    } catch (error) {
      // A defect of ours must not lose the notification, nor stop the queue for ever.
      queue.unexpected += 1;
      this.services.log.error({ err: error, notification: uri }, 'unexpected error in a delivery');
      return { kind: 'unexpected', reason: UNEXPECTED };
    } finally {
      release();
    }
  }

  /** Takes a confirmed entry off the disk; the next one is sent meanwhile, since a lost confirmation costs a repetition only. */
  async #confirm(queue: Queue, uri: Iri): Promise<void> {
    queue.confirmed = this.#confirmations.add(uri);
    if (this.#confirmations.waiting >= MAX_UNCONFIRMED) await queue.confirmed;
  }

  /** Entries that cannot be taken off stay, and are delivered once more after the next start. */
  async #drop(entries: readonly Iri[]): Promise<void> {
    try {
      await this.services.store.transact(entries, async (tx) => {
        for (const entry of entries) await tx.drop(entry);
      });
    } catch (error) {
      this.services.log.error(
        { err: error, notifications: entries.length, first: entries[0] },
        'delivered notifications could not be taken off the outbox',
      );
    }
  }

  /** Full jitter between the shortest wait and a bound that doubles with every attempt. */
  #delay(attempts: number): number {
    const { min, max } = this.options.retryMs;
    const bound = Math.min(max, min * 2 ** Math.min(attempts - 1, 40));
    return Math.round(min + this.services.random() * (bound - min));
  }

  async #backOff(queue: Queue, reason: string): Promise<void> {
    const delay = this.#delay(Math.max(queue.attempts, 1));
    queue.lastError = reason;
    queue.nextAttempt = new Date(this.services.clock.now().getTime() + delay);
    this.services.log.warn(
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
