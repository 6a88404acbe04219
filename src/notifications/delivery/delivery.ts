/**
 * Delivery: each pair of a receiver and a topic has a queue, delivered in order. Confirmed entries are deleted; others are
 * retried without end, with exponential backoff and jitter (D28). A slow or unreachable receiver delays its own queues
 * only, and an entry that cannot be handled is set aside, so that it does not block its queue.
 */
import type { ApiVersion } from '../../api-versions.js';
import type { Services } from '../../services.js';
import { setMaxListeners } from 'node:events';
import type { Iri } from '../../rdf/terms.js';
import type { QueueFailure } from '../queues/queue-states.js';
import { AckBatcher } from './ack-batcher.js';
import { backoffDelay } from './backoff.js';
import { coalescingKey, withWaiting } from './coalescing.js';
import type { Confirmation, DeliveryOptions, Outcome } from './delivery-options.js';
import type { OutboxEntry } from '../outbox-entry.js';
import { pause } from './pause.js';
import type { QueuedEntry } from '../outbox.js';
import { Queue, type QueueItem } from './queue.js';
import { SetAside } from './set-aside.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { queuePartition } from '../lookups.js';

/** The progress of an entry's delivery. */
interface DeliveryState {
  readonly uri: Iri;
  readonly attempts: number;
  readonly nextAttempt: Date | undefined;
  readonly lastError: string | undefined;
  /** The API version of the last attempt. */
  readonly version: ApiVersion | undefined;
}

/** A receiver's waiting notifications in all its queues. */
export interface Backlog {
  readonly receiver: Iri;
  readonly waiting: number;
  /** When the oldest of them was created. */
  readonly since: Date;
  /** Attempts in a row that failed. */
  readonly failing: number;
}

/** An attempt's outcome, or an unexpected error. */
type Attempted = Outcome | { readonly kind: 'unexpected'; readonly reason: string };

/** Concurrent attempts: in total, and to one receiver. */
const MAX_CONCURRENT = 256;
const MAX_PER_RECEIVER = 4;
/** With so many unwritten confirmations, in total, a queue waits for them before its next attempt. */
const MAX_PENDING_ACKS = 64;
/** Unexpected errors in a row until an entry is set aside. Fewer are retried, to keep the order. */
const MAX_UNEXPECTED = 3;
const UNEXPECTED = 'unexpected error in this node';

export class Delivery {
  readonly #queues = new Map<string, Queue>();
  readonly #limiter = new ConcurrencyLimiter(MAX_CONCURRENT, MAX_PER_RECEIVER);
  #stopping = new AbortController();
  readonly #runs = new Set<Promise<void>>();
  readonly #acks: AckBatcher<Confirmation>;
  /** The failures of an earlier process of the node, until their queues have entries. */
  readonly #restored = new Map<string, QueueFailure>();
  #setAside: SetAside;

  constructor(
    private readonly services: Pick<Services, 'clock' | 'log' | 'degradations' | 'random'>,
    private readonly options: DeliveryOptions,
  ) {
    this.#acks = new AckBatcher((confirmations) => options.record.confirm(confirmations));
    this.#setAside = this.#prepare();
  }

  /** Adds entries to their queues and starts their delivery. */
  enqueue(entries: Iterable<QueuedEntry>): void {
    if (this.#stopping.signal.aborted) return;
    const changed = new Map<string, Queue>();
    for (const entry of entries) {
      const { uri, receiver, topic, sequence, createdAt, notBefore } = entry;
      const key = queuePartition(receiver, topic);
      const queue = this.#queues.get(key) ?? new Queue(receiver, topic, this.#restored.get(key));
      this.#restored.delete(key);
      queue.add({ uri, sequence, createdAt, notBefore, coalescingKey: coalescingKey(entry) });
      this.#queues.set(key, queue);
      changed.set(key, queue);
    }
    // Started after all of them were added, so that the first attempt is for the first in order.
    for (const [key, queue] of changed) if (!queue.running) this.#start(key, queue);
  }

  /** Takes over a failure that an earlier process of the node has recorded; called before the entries are added. */
  restore(failure: QueueFailure): void {
    this.#restored.set(queuePartition(failure.receiver, failure.topic), failure);
  }

  /** Lets the queues of a receiver, or one of them, look again: for their next attempt, or whether they are still paused. */
  wake({ receiver, topic }: { readonly receiver: Iri; readonly topic: Iri | undefined }): void {
    for (const queue of this.#queues.values())
      if (queue.receiver === receiver && (topic === undefined || queue.topic === topic)) queue.wake();
  }

  /** Sets an entry aside that cannot be queued, and retries it later. */
  setAside(uri: Iri, error: unknown): void {
    this.services.log.error({ err: error, notification: uri }, 'an entry of the outbox cannot be read');
    this.#setAside.add(uri, 'the entry cannot be read', this.#attemptsBefore(uri) + 1);
  }

  /**
   * The progress of an entry's delivery; undefined for one without attempts in this process: only the first entry of a
   * queue has had any.
   */
  state(uri: Iri, entry: Pick<OutboxEntry, 'receiver' | 'topic'> | undefined): DeliveryState | undefined {
    const setAside = this.#setAside.get(uri);
    if (setAside !== undefined) {
      const { attempts, nextAttempt, reason } = setAside;
      return { uri, attempts, nextAttempt, lastError: `set aside: ${reason}`, version: undefined };
    }
    const queue = entry && this.#queues.get(queuePartition(entry.receiver, entry.topic));
    if (queue === undefined || queue.first?.uri !== uri || queue.attempts === 0) return undefined;
    const { attempts, nextAttempt, lastError, version } = queue;
    return { uri, attempts, nextAttempt, lastError, version };
  }

  /** The waiting notifications by receiver. */
  backlog(): Backlog[] {
    const backlogs = new Map<Iri, Backlog>();
    for (const { receiver, first, length, attempts } of this.#queues.values()) {
      if (first === undefined) continue;
      const previous = backlogs.get(receiver);
      backlogs.set(receiver, {
        receiver,
        waiting: length + (previous?.waiting ?? 0),
        since: previous !== undefined && previous.since < first.createdAt ? previous.since : first.createdAt,
        failing: Math.max(attempts, previous?.failing ?? 0),
      });
    }
    return [...backlogs.values()];
  }

  /** Starts no more attempts, and waits for the running ones; unconfirmed entries stay in the outbox. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#runs, this.#setAside.stop()]);
  }

  /** Stops, and forgets all queues: another process delivers, and this one may do so again later. */
  async leave(): Promise<void> {
    await this.stop();
    this.#queues.clear();
    this.#restored.clear();
    this.#stopping = new AbortController();
    this.#setAside = this.#prepare();
  }

  #prepare(): SetAside {
    // Each queue that backs off adds a listener.
    setMaxListeners(0, this.#stopping.signal);
    const retry = (entry: Iri): Promise<void> => this.#retry(entry);
    return new SetAside(this.services, { pauseMs: this.options.retryMs.max, retry });
  }

  #start(key: string, queue: Queue): void {
    queue.running = true;
    const run = this.#deliver(queue)
      .catch((error: unknown) => {
        // Not expected to happen. It must neither end the process nor repeat without end.
        this.services.log.error({ err: error, receiver: queue.receiver }, 'unexpected error in a queue of deliveries');
        if (queue.first !== undefined) this.#setAside.add(queue.first.uri, UNEXPECTED, queue.attempts);
        queue.ack();
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

  async #deliver(queue: Queue): Promise<void> {
    for (let first = queue.next(); first !== undefined && !this.#stopping.signal.aborted; first = queue.next()) {
      const early = (first.notBefore?.getTime() ?? 0) - this.services.clock.now().getTime();
      if (early > 0 && queue.attempts === 0) await pause(early, this.#stopping.signal);
      while (!this.#isStopping() && this.options.isPaused(queue)) await queue.sleep(Infinity, this.#stopping.signal);
      if (this.#isStopping()) break;
      const outcome = await this.#attempt(queue, first);
      if (outcome.kind === 'unexpected' && this.#mustSetAside(queue, first)) {
        this.#setAside.add(first.uri, outcome.reason, this.#attemptsBefore(first.uri) + queue.attempts);
        await this.#recover(queue);
        queue.ack();
      } else {
        this.#setAside.delete(first.uri);
        if (outcome.kind === 'failed' || outcome.kind === 'unexpected')
          await this.#backOff(queue, first, outcome.reason);
        else {
          const { merged, isFailureRecorded, sent, attempts } = queue;
          const isConfirmed = outcome.kind === 'confirmed' && sent !== undefined;
          const delivered = isConfirmed ? { entry: sent, attempts, at: this.services.clock.now() } : undefined;
          if (outcome.kind === 'missing') await this.#recover(queue);
          queue.remove(merged);
          queue.ack();
          if (outcome.kind === 'missing') continue;
          await this.#confirm(queue, { uri: first.uri, failed: isFailureRecorded ? queue : undefined, delivered });
          for (const { uri } of merged) await this.#confirm(queue, { uri, failed: undefined, delivered: undefined });
        }
      }
    }
    await queue.confirmed;
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Whether to set an entry aside: not while the node stops, since attempts then fail for that reason. */
  #mustSetAside(queue: Queue, { uri }: QueueItem): boolean {
    if (this.#stopping.signal.aborted) return false;
    return queue.unexpected >= MAX_UNEXPECTED || this.#setAside.get(uri) !== undefined;
  }

  /** The number of attempts until an entry was set aside. */
  #attemptsBefore(uri: Iri): number {
    return this.#setAside.get(uri)?.attempts ?? 0;
  }

  /** Retries an entry that was set aside. */
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

  async #attempt(queue: Queue, first: QueueItem): Promise<Attempted> {
    const { uri } = first;
    const release = await this.#limiter.acquire(queue.receiver);
    const { signal } = this.#stopping;
    try {
      const entry = await this.options.read(uri);
      if (entry === undefined) {
        queue.merged = [];
        return { kind: 'missing' };
      }
      const whole = await withWaiting(queue, first, entry, this.options);
      if (signal.aborted) return { kind: 'failed', reason: 'the node is stopping' };
      queue.attempts += 1;
      queue.sent = whole;
      const outcome = await this.options.attempt(whole, signal);
      queue.unexpected = 0;
      if (outcome.kind === 'failed') queue.version = outcome.version;
      return outcome;
    } catch (error) {
      // An error of this node must neither lose the notification nor stop the queue.
      queue.unexpected += 1;
      this.services.log.error({ err: error, notification: uri }, 'unexpected error in a delivery');
      return { kind: 'unexpected', reason: UNEXPECTED };
    } finally {
      release();
    }
  }

  /** Deletes a confirmed entry. The next one is sent meanwhile: a lost confirmation only causes a repeated notification. */
  async #confirm(queue: Queue, confirmation: Confirmation): Promise<void> {
    queue.confirmed = this.#acks.add(confirmation);
    if (this.#acks.pending >= MAX_PENDING_ACKS) await queue.confirmed;
  }

  async #recover(queue: Queue): Promise<void> {
    if (queue.isFailureRecorded) await this.options.record.recover(queue);
  }

  async #backOff(queue: Queue, { uri }: QueueItem, reason: string): Promise<void> {
    const delay = backoffDelay(this.options.retryMs, queue.attempts, this.services.random());
    // Else a confirmation of this queue could delete the failure after it has been written.
    await queue.confirmed;
    const now = this.services.clock.now();
    const { receiver, topic, attempts, version } = queue;
    queue.lastError = reason;
    queue.nextAttempt = new Date(now.getTime() + delay);
    queue.failingSince ??= now;
    this.services.log.warn({ receiver, attempts, delay, reason }, 'a notification could not be delivered');
    if (this.#isStopping()) return;
    const slept = queue.sleep(delay, this.#stopping.signal);
    const { failingSince: since, nextAttempt } = queue;
    queue.isFailureRecorded = true;
    await this.options.record.fail({
      receiver,
      topic,
      entry: uri,
      attempts,
      since,
      nextAttempt,
      lastError: reason,
      version,
    });
    await slept;
  }
}
