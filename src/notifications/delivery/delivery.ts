/**
 * Delivery: each pair of a receiver and a topic has a queue, delivered in order. Confirmed entries are deleted; others
 * are retried indefinitely, with exponential backoff and jitter (D28). A slow or unreachable receiver delays its own
 * queues only. An entry that cannot be handled is quarantined, so that it does not block its queue.
 */
import type { ApiVersion } from '../../api-versions.js';
import type { Services } from '../../services.js';
import { setMaxListeners } from 'node:events';
import type { Iri } from '../../rdf/terms.js';
import type { QueueFailure, QueueName } from '../queues/queue-states.js';
import { type Backlog, backlogOf } from './backlog.js';
import { DeliveryNotes } from './delivery-notes.js';
import type { DeliveryOptions } from './delivery-options.js';
import type { OutboxEntry } from '../outbox-entry.js';
import type { QueuedEntry } from '../outbox.js';
import { Queue } from './queue.js';
import { itemOf, QueueDelivery, UNEXPECTED } from './queue-delivery.js';
import { OutboxQuarantine } from './outbox-quarantine.js';
import { ConcurrencyLimiter } from '../../async/concurrency-limiter.js';
import { queuePartition } from '../lookups.js';

/** The progress of an entry's delivery. */
interface DeliveryState {
  readonly uri: Iri;
  readonly attempts: number;
  readonly nextAttempt: Date | undefined;
  readonly lastError: string | undefined;
  /** The API version of the last attempt. */
  readonly version: ApiVersion | undefined;
  /** The time of its confirmation, which is not written yet. */
  readonly confirmedAt?: Date | undefined;
}

/** The state of a confirmed entry whose confirmation is not written yet. */
const UNWRITTEN = 'confirmed by the receiver, but not recorded yet: it is not sent again';

/** The maximum number of concurrent attempts: in total, and to one receiver. */
const MAX_CONCURRENT = 256;
const MAX_PER_RECEIVER = 4;

export class Delivery {
  readonly #queues = new Map<string, Queue>();
  readonly #limiter = new ConcurrencyLimiter(MAX_CONCURRENT, MAX_PER_RECEIVER);
  #stopping = new AbortController();
  readonly #runs = new Set<Promise<void>>();
  /** The results of the whole process: confirmations outlast a restart of delivery. */
  readonly #notes: DeliveryNotes;
  /** The failures of an earlier process of the node, until their queues have entries. */
  readonly #restored = new Map<string, QueueFailure>();
  #quarantine: OutboxQuarantine;

  constructor(
    private readonly services: Pick<Services, 'clock' | 'log' | 'degradations' | 'random'>,
    private readonly options: DeliveryOptions,
  ) {
    this.#notes = new DeliveryNotes(services, options);
    this.#quarantine = this.#prepare();
  }

  /**
   * Starts the delivery of a queue from the store; called before entries are added to it.
   *
   * @param waiting the number of entries in the store.
   */
  open({ receiver, topic }: QueueName, waiting: number): void {
    if (this.#stopping.signal.aborted) return;
    const key = queuePartition(receiver, topic);
    const queue = new Queue(receiver, topic, this.#restored.get(key), waiting);
    this.#restored.delete(key);
    this.#queues.set(key, queue);
    this.#start(key, queue);
  }

  /** Adds entries to their queues and starts their delivery. */
  enqueue(entries: Iterable<QueuedEntry>): void {
    if (this.#stopping.signal.aborted) return;
    const changed = new Map<string, Queue>();
    for (const entry of entries) {
      const { receiver, topic } = entry;
      const key = queuePartition(receiver, topic);
      const queue = this.#queues.get(key) ?? new Queue(receiver, topic, this.#restored.get(key));
      this.#restored.delete(key);
      queue.add(itemOf(entry));
      this.#queues.set(key, queue);
      changed.set(key, queue);
    }
    // Started after all were added, so that the first attempt is for the first one in order.
    for (const [key, queue] of changed) if (!queue.running) this.#start(key, queue);
  }

  /** Continues a failure that an earlier process of the node has recorded; called before the entries are added. */
  restore(failure: QueueFailure): void {
    this.#restored.set(queuePartition(failure.receiver, failure.topic), failure);
  }

  /** Makes the queues of a receiver, or one of them, check their next attempt and their pause again. */
  wake({ receiver, topic }: { readonly receiver: Iri; readonly topic: Iri | undefined }): void {
    for (const queue of this.#queues.values())
      if (queue.receiver === receiver && (topic === undefined || queue.topic === topic)) queue.wake();
  }

  /** Quarantines an entry that cannot be queued, and retries it later. */
  quarantine(uri: Iri, error: unknown): void {
    this.#quarantine.addDamaged(uri, error);
  }

  /**
   * The progress of an entry's delivery; undefined for one without attempts in this process: only the first entry of a
   * queue has had any.
   */
  state(uri: Iri, entry: Pick<OutboxEntry, 'receiver' | 'topic'> | undefined): DeliveryState | undefined {
    const confirmation = this.#notes.confirmationOf(uri);
    if (confirmation !== undefined) {
      const { attempts = 1, at } = confirmation.delivered ?? {};
      return { uri, attempts, nextAttempt: undefined, lastError: UNWRITTEN, version: undefined, confirmedAt: at };
    }
    const quarantine = this.#quarantine.get(uri);
    if (quarantine !== undefined) {
      const { attempts, nextAttempt, reason } = quarantine;
      return { uri, attempts, nextAttempt, lastError: `set aside: ${reason}`, version: undefined };
    }
    const queue = entry && this.#queues.get(queuePartition(entry.receiver, entry.topic));
    if (queue === undefined || queue.first?.uri !== uri || queue.attempts === 0) return undefined;
    const { attempts, nextAttempt, lastError, version } = queue;
    return { uri, attempts, nextAttempt, lastError, version };
  }

  /** The waiting notifications by receiver. */
  backlog(): Backlog[] {
    return backlogOf(this.#queues.values(), this.services.clock.now());
  }

  /** Starts no more attempts, and waits for the running ones; unconfirmed entries stay in the outbox. */
  async stop(): Promise<void> {
    await this.#halt();
    await this.#notes.close();
  }

  /** Stops, and drops all queues: another process delivers, and this one may do so again later. */
  async leave(): Promise<void> {
    await this.#halt();
    // The next delivering process would repeat deliveries whose confirmations are not written.
    await this.#notes.attempted();
    this.#queues.clear();
    this.#restored.clear();
    this.#stopping = new AbortController();
    this.#quarantine = this.#prepare();
  }

  async #halt(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#runs, this.#quarantine.stop()]);
  }

  #prepare(): OutboxQuarantine {
    // Each queue that backs off adds a listener.
    setMaxListeners(0, this.#stopping.signal);
    const retry = (entry: Iri): Promise<void> => this.#retry(entry);
    return new OutboxQuarantine(this.services, { pauseMs: this.options.retryMs.max, retry });
  }

  #start(key: string, queue: Queue): void {
    queue.running = true;
    const shared = {
      limiter: this.#limiter,
      notes: this.#notes,
      quarantine: this.#quarantine,
      stopping: this.#stopping.signal,
    };
    const run = new QueueDelivery(this.services, this.options, shared, queue)
      .run()
      .catch((error: unknown) => {
        // An unexpected error must neither end the process nor cause an endless loop.
        this.services.log.error({ err: error, receiver: queue.receiver }, 'unexpected error in a queue of deliveries');
        if (queue.first !== undefined) this.#quarantine.add(queue.first.uri, UNEXPECTED, queue.attempts);
        queue.ack();
      })
      .finally(() => {
        this.#runs.delete(run);
        queue.running = false;
        if (queue.isEmpty) this.#queues.delete(key);
        // New entries arrived meanwhile.
        else if (!this.#stopping.signal.aborted) this.#start(key, queue);
      });
    this.#runs.add(run);
  }

  /** Retries a quarantined entry. */
  async #retry(uri: Iri): Promise<void> {
    try {
      const entry = await this.options.read(uri);
      if (entry === undefined) {
        this.#quarantine.delete(uri);
        return;
      }
      this.#quarantine.release(uri);
      this.enqueue([entry]);
    } catch (error) {
      this.quarantine(uri, error);
    }
  }
}
