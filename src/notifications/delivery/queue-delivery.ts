/** Delivers the entries of one queue, one after the other, until it is empty or delivery stops. */
import { isUnavailable } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { Services } from '../../services.js';
import type { QueuedEntry } from '../outbox.js';
import type { OutboxEntry } from '../outbox-entry.js';
import { backoffDelay } from '../../async/backoff.js';
import { coalescingKey, withWaiting } from './coalescing.js';
import type { QueueName } from '../queues/queue-states.js';
import type { ConcurrencyLimiter } from '../../async/concurrency-limiter.js';
import type { DeliveryNotes } from './delivery-notes.js';
import type { Confirmation, DeliveryOptions, Outcome } from './delivery-options.js';
import { sleep } from '../../async/sleep.js';
import { PAGE_ENTRIES, type Queue, type QueueItem } from './queue.js';
import type { OutboxQuarantine } from './outbox-quarantine.js';

/** The state that all queues of a process share. */
export interface SharedByQueues {
  readonly limiter: ConcurrencyLimiter;
  readonly notes: DeliveryNotes;
  readonly quarantine: OutboxQuarantine;
  /** Aborted when delivery stops. */
  readonly stopping: AbortSignal;
}

/** An attempt's outcome, or an unexpected error. */
type Attempted = Outcome | { readonly kind: 'unexpected'; readonly reason: string };

/** The number of consecutive unexpected errors before quarantine. Earlier ones are retried, to preserve the order. */
const MAX_UNEXPECTED = 3;
export const UNEXPECTED = 'unexpected error in this node';

/** The part of an entry in a queue. */
export function itemOf(entry: QueuedEntry): QueueItem {
  const { uri, sequence, createdAt, notBefore } = entry;
  return { uri, sequence, createdAt, notBefore, coalescingKey: coalescingKey(entry) };
}

const nameOf = ({ receiver, topic }: QueueName): QueueName => ({ receiver, topic });

export class QueueDelivery {
  constructor(
    private readonly services: Pick<Services, 'clock' | 'log' | 'random'>,
    private readonly options: DeliveryOptions,
    private readonly shared: SharedByQueues,
    private readonly queue: Queue,
  ) {}

  async run(): Promise<void> {
    const { queue, services, options } = this;
    const { stopping } = this.shared;
    for (let first = await this.#next(); first !== undefined && !this.#isStopping(); first = await this.#next()) {
      const early = (first.notBefore?.getTime() ?? 0) - services.clock.now().getTime();
      if (early > 0 && queue.attempts === 0) await sleep(early, stopping);
      while (!this.#isStopping() && options.isPaused(queue)) await queue.sleep(Infinity, stopping);
      await this.shared.notes.written(queue, stopping);
      if (this.#isStopping()) break;
      await this.#settle(first, await this.#attempt(first));
    }
  }

  /** Continues with the next entry, or waits until the next attempt of this one. */
  async #settle(first: QueueItem, outcome: Attempted): Promise<void> {
    const { queue } = this;
    const { quarantine } = this.shared;
    if (outcome.kind === 'unexpected' && this.#mustQuarantine(first)) {
      quarantine.add(first.uri, outcome.reason, quarantine.attemptsOf(first.uri) + queue.attempts);
      this.#recover();
      queue.ack();
      return;
    }
    quarantine.delete(first.uri);
    if (outcome.kind === 'failed' || outcome.kind === 'unexpected') {
      await this.#backOff(first, outcome.reason);
      return;
    }
    const { merged, isFailureRecorded, sent, attempts } = queue;
    const ended = sent && { entry: sent, attempts, at: this.services.clock.now() };
    const delivered = outcome.kind === 'confirmed' ? ended : undefined;
    const filtered = outcome.kind === 'filtered' ? { filtered: ended } : {};
    if (outcome.kind === 'missing') this.#recover();
    queue.remove(merged);
    queue.ack();
    if (outcome.kind === 'missing') return;
    this.#confirm({ uri: first.uri, failed: isFailureRecorded ? nameOf(queue) : undefined, delivered, ...filtered });
    for (const { uri } of merged) this.#confirm({ uri, failed: undefined, delivered: undefined });
  }

  /** The next entry, read from the store if needed; undefined without one, or when delivery stops. */
  async #next(): Promise<QueueItem | undefined> {
    const { queue, services, options } = this;
    const { quarantine, stopping } = this.shared;
    for (let failures = 1; queue.isDrained && !this.#isStopping(); failures += 1) {
      try {
        await queue.refill(async (after) => {
          const { entries, damaged, size, last } = await options.stored(queue, after, PAGE_ENTRIES);
          for (const { uri, error } of damaged) quarantine.addDamaged(uri, error);
          return { items: entries.map(itemOf), size, last };
        });
        failures = 0;
      } catch (error) {
        services.log.error({ err: error, receiver: queue.receiver }, 'a queue of deliveries cannot be read');
        await queue.sleep(backoffDelay(options.retryMs, failures, services.random()), stopping);
      }
    }
    return queue.next();
  }

  #isStopping(): boolean {
    return this.shared.stopping.aborted;
  }

  /** Whether to quarantine an entry: not while the node stops, since attempts then fail for that reason. */
  #mustQuarantine({ uri }: QueueItem): boolean {
    if (this.#isStopping()) return false;
    return this.queue.unexpected >= MAX_UNEXPECTED || this.shared.quarantine.get(uri) !== undefined;
  }

  async #attempt(first: QueueItem): Promise<Attempted> {
    const { queue, options } = this;
    const { limiter, stopping } = this.shared;
    const { uri } = first;
    const release = await limiter.acquire(queue.receiver);
    try {
      const entry = await this.#read(uri);
      if (entry === undefined) {
        queue.merged = [];
        return { kind: 'missing' };
      }
      const whole = await withWaiting(queue, first, entry, {
        read: (waiting) => this.#read(waiting),
        coalesce: options.coalesce,
      });
      if (stopping.aborted) return { kind: 'failed', reason: 'the node is stopping' };
      queue.attempts += 1;
      queue.sent = whole;
      const outcome = await options.attempt(whole, stopping);
      queue.unexpected = 0;
      if (outcome.kind === 'failed') queue.version = outcome.version;
      return outcome;
    } catch (error) {
      // The entry is valid: it stays at its position.
      if (isUnavailable(error)) return { kind: 'failed', reason: error.message };
      // An error of this node must neither lose the notification nor stop the queue.
      queue.unexpected += 1;
      this.services.log.error({ err: error, notification: uri }, 'unexpected error in a delivery');
      return { kind: 'unexpected', reason: UNEXPECTED };
    } finally {
      release();
    }
  }

  /** The entry to send; undefined for a deleted one, or a confirmed one before its deletion. */
  async #read(uri: Iri): Promise<OutboxEntry | undefined> {
    return this.shared.notes.confirmationOf(uri) === undefined ? this.options.read(uri) : undefined;
  }

  /** Deletes a confirmed entry. The next one is sent at the same time, as long as the store accepts writes. */
  #confirm(confirmation: Confirmation): void {
    this.shared.notes.confirm(this.queue, confirmation);
  }

  #recover(): void {
    if (this.queue.isFailureRecorded) this.shared.notes.recover(nameOf(this.queue));
  }

  async #backOff({ uri }: QueueItem, reason: string): Promise<void> {
    const { queue } = this;
    const { log, clock, random } = this.services;
    const delay = backoffDelay(this.options.retryMs, queue.attempts, random());
    const now = clock.now();
    const { receiver, topic, attempts, version } = queue;
    const nextAttempt = new Date(now.getTime() + delay);
    queue.lastError = reason;
    queue.nextAttempt = nextAttempt;
    queue.failingSince ??= now;
    log.warn({ receiver, attempts, delay, reason }, 'a notification could not be delivered');
    if (this.#isStopping()) return;
    const slept = queue.sleep(delay, this.shared.stopping);
    queue.isFailureRecorded = true;
    const { failingSince: since } = queue;
    this.shared.notes.fail({ receiver, topic, entry: uri, attempts, since, nextAttempt, lastError: reason, version });
    await slept;
  }
}
