/**
 * Writes the results of delivery (confirmations, failures, recoveries) and retries until the store accepts them. A
 * confirmed notification whose result is not written yet is never sent again by this process.
 */
import { RetriedWrites } from '../../async/retried-writes.js';
import { sleep } from '../../async/sleep.js';
import { isOutage } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { Services } from '../../services.js';
import { queuePartition } from '../lookups.js';
import type { QueueFailure, QueueName } from '../queues/queue-states.js';
import type { Confirmation, DeliveryNote, DeliveryOptions } from './delivery-options.js';

/** The maximum number of unwritten results; beyond it, a queue waits for its own results before its next attempt. */
const MAX_PENDING = 64;
/** The longest delay between attempts to write: writes resume soon after space is free again. */
const MAX_RETRY_MS = 30_000;

const KEY = 'delivery-record';
const REASON = 'confirmed deliveries cannot be recorded: the write is retried, and their queues wait';

export class DeliveryNotes {
  readonly #writes: RetriedWrites<DeliveryNote>;
  /**
   * By queue, aborted when its last confirmation is written. They outlast the last entry of a queue, and a restart of
   * delivery.
   */
  readonly #unwritten = new Map<string, AbortController>();

  constructor(
    private readonly services: Pick<Services, 'log' | 'degradations' | 'random'>,
    { journal, retryMs }: Pick<DeliveryOptions, 'journal' | 'retryMs'>,
  ) {
    const { log, degradations, random } = services;
    this.#writes = new RetriedWrites({
      write: (notes) => journal.write(notes),
      isOutage,
      retryMs: { min: Math.min(retryMs.min, MAX_RETRY_MS), max: Math.min(retryMs.max, MAX_RETRY_MS) },
      random,
      onAttempt: ({ waiting, error }) => {
        degradations.report(KEY, REASON, error === undefined ? 0 : waiting);
        if (error !== undefined) log.error({ err: error, waiting }, 'confirmed deliveries could not be recorded');
      },
    });
  }

  /**
   * Waits for the unwritten confirmations of a queue while writes fail or many are pending, at most until the signal is
   * aborted: after the end of this process, an entry whose confirmation is unwritten is sent again, and newer ones must
   * not have been sent before.
   */
  async written(queue: QueueName, signal: AbortSignal): Promise<void> {
    const last = this.#unwritten.get(keyOf(queue));
    const isBehind = this.#writes.isFailing || this.#writes.pending >= MAX_PENDING;
    if (last !== undefined && isBehind) await sleep(Infinity, signal, last.signal);
  }

  /** The unwritten confirmation of an entry. */
  confirmationOf(entry: Iri): Confirmation | undefined {
    const note = this.#writes.get(entry);
    return note?.kind === 'confirmed' ? note.confirmation : undefined;
  }

  /** Deletes a confirmed entry of a queue, and stores its receipt. */
  confirm(queue: QueueName, confirmation: Confirmation): void {
    const key = keyOf(queue);
    const last = new AbortController();
    this.#unwritten.set(key, last);
    void this.#writes.add(confirmation.uri, { kind: 'confirmed', confirmation }).then(() => {
      last.abort();
      if (this.#unwritten.get(key) === last) this.#unwritten.delete(key);
    });
  }

  /** Stores the reason why the first entry of a queue could not be delivered: only the latest failure matters. */
  fail(queue: QueueFailure): void {
    void this.#writes.add(keyOf(queue), { kind: 'failed', queue });
  }

  /** Removes the failure of a queue. */
  recover(queue: QueueName): void {
    void this.#writes.add(keyOf(queue), { kind: 'recovered', queue });
  }

  /** Resolves when all results are written, or cannot be written now. */
  attempted(): Promise<void> {
    return this.#writes.attempted();
  }

  /** Makes a last attempt; entries without a written confirmation are delivered again after the next start. */
  async close(): Promise<void> {
    const left = await this.#writes.close();
    if (left > 0) this.services.log.error({ left }, 'confirmed deliveries are not recorded, and will be repeated');
  }
}

const keyOf = ({ receiver, topic }: QueueName): string => `queue ${queuePartition(receiver, topic)}`;
