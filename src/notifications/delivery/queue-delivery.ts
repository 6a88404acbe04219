/** Delivers the entries of one queue, one after the other, until it is empty or delivery stops. */
import { isUnavailable } from '../../errors.js';
import type { Services } from '../../services.js';
import type { QueuedEntry } from '../outbox.js';
import type { AckBatcher } from './ack-batcher.js';
import { backoffDelay } from '../../async/backoff.js';
import { coalescingKey, withWaiting } from './coalescing.js';
import type { ConcurrencyLimiter } from '../../async/concurrency-limiter.js';
import type { Confirmation, DeliveryOptions, Outcome } from './delivery-options.js';
import { pause } from '../../async/pause.js';
import { PAGE_ENTRIES, type Queue, type QueueItem } from './queue.js';
import type { SetAside } from './set-aside.js';

/** What the queues of a process share. */
export interface SharedByQueues {
  readonly limiter: ConcurrencyLimiter;
  readonly acks: AckBatcher<Confirmation>;
  readonly setAside: SetAside;
  /** Aborted when delivery stops. */
  readonly stopping: AbortSignal;
}

/** An attempt's outcome, or an unexpected error. */
type Attempted = Outcome | { readonly kind: 'unexpected'; readonly reason: string };

/** With so many unwritten confirmations, in total, a queue waits for them before its next attempt. */
const MAX_PENDING_ACKS = 64;
/** Unexpected errors in a row until an entry is set aside. Fewer are retried, to keep the order. */
const MAX_UNEXPECTED = 3;
export const UNEXPECTED = 'unexpected error in this node';

/** What a queue keeps of an entry. */
export function itemOf(entry: QueuedEntry): QueueItem {
  const { uri, sequence, createdAt, notBefore } = entry;
  return { uri, sequence, createdAt, notBefore, coalescingKey: coalescingKey(entry) };
}

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
      if (early > 0 && queue.attempts === 0) await pause(early, stopping);
      while (!this.#isStopping() && options.isPaused(queue)) await queue.sleep(Infinity, stopping);
      if (this.#isStopping()) break;
      await this.#settle(first, await this.#attempt(first));
    }
    await queue.confirmed;
  }

  /** Goes on to the next entry, or waits until this one is attempted again. */
  async #settle(first: QueueItem, outcome: Attempted): Promise<void> {
    const { queue } = this;
    const { setAside } = this.shared;
    if (outcome.kind === 'unexpected' && this.#mustSetAside(first)) {
      setAside.add(first.uri, outcome.reason, setAside.attemptsOf(first.uri) + queue.attempts);
      await this.#recover();
      queue.ack();
      return;
    }
    setAside.delete(first.uri);
    if (outcome.kind === 'failed' || outcome.kind === 'unexpected') {
      await this.#backOff(first, outcome.reason);
      return;
    }
    const { merged, isFailureRecorded, sent, attempts } = queue;
    const isConfirmed = outcome.kind === 'confirmed' && sent !== undefined;
    const delivered = isConfirmed ? { entry: sent, attempts, at: this.services.clock.now() } : undefined;
    if (outcome.kind === 'missing') await this.#recover();
    queue.remove(merged);
    queue.ack();
    if (outcome.kind === 'missing') return;
    await this.#confirm({ uri: first.uri, failed: isFailureRecorded ? queue : undefined, delivered });
    for (const { uri } of merged) await this.#confirm({ uri, failed: undefined, delivered: undefined });
  }

  /** The next entry, from the store if need be; undefined when there is none, or delivery stops. */
  async #next(): Promise<QueueItem | undefined> {
    const { queue, services, options } = this;
    const { setAside, stopping } = this.shared;
    for (let failures = 1; queue.isDrained && !this.#isStopping(); failures += 1) {
      try {
        await queue.refill(async (after) => {
          const { entries, unreadable, size, last } = await options.stored(queue, after, PAGE_ENTRIES);
          for (const { uri, error } of unreadable) setAside.addUnreadable(uri, error);
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

  /** Whether to set an entry aside: not while the node stops, since attempts then fail for that reason. */
  #mustSetAside({ uri }: QueueItem): boolean {
    if (this.#isStopping()) return false;
    return this.queue.unexpected >= MAX_UNEXPECTED || this.shared.setAside.get(uri) !== undefined;
  }

  async #attempt(first: QueueItem): Promise<Attempted> {
    const { queue, options } = this;
    const { limiter, stopping } = this.shared;
    const { uri } = first;
    const release = await limiter.acquire(queue.receiver);
    try {
      const entry = await options.read(uri);
      if (entry === undefined) {
        queue.merged = [];
        return { kind: 'missing' };
      }
      const whole = await withWaiting(queue, first, entry, options);
      if (stopping.aborted) return { kind: 'failed', reason: 'the node is stopping' };
      queue.attempts += 1;
      queue.sent = whole;
      const outcome = await options.attempt(whole, stopping);
      queue.unexpected = 0;
      if (outcome.kind === 'failed') queue.version = outcome.version;
      return outcome;
    } catch (error) {
      // Nothing is wrong with the entry: it keeps its place.
      if (isUnavailable(error)) return { kind: 'failed', reason: error.message };
      // An error of this node must neither lose the notification nor stop the queue.
      queue.unexpected += 1;
      this.services.log.error({ err: error, notification: uri }, 'unexpected error in a delivery');
      return { kind: 'unexpected', reason: UNEXPECTED };
    } finally {
      release();
    }
  }

  /** Deletes a confirmed entry. The next one is sent meanwhile: a lost confirmation only causes a repeated notification. */
  async #confirm(confirmation: Confirmation): Promise<void> {
    const { acks } = this.shared;
    this.queue.confirmed = acks.add(confirmation);
    if (acks.pending >= MAX_PENDING_ACKS) await this.queue.confirmed;
  }

  async #recover(): Promise<void> {
    if (this.queue.isFailureRecorded) await this.options.record.recover(this.queue);
  }

  async #backOff({ uri }: QueueItem, reason: string): Promise<void> {
    const { queue } = this;
    const { log, clock, random } = this.services;
    const delay = backoffDelay(this.options.retryMs, queue.attempts, random());
    // Else a confirmation of this queue could delete the failure after it has been written.
    await queue.confirmed;
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
    const failure = { receiver, topic, entry: uri, attempts, since, nextAttempt, lastError: reason, version };
    await this.options.record.fail(failure);
    await slept;
  }
}
