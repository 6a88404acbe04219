/**
 * Quarantined entries of the outbox: damaged ones, and those whose attempts end in an unexpected error. They do not
 * block their queue, are reported in `/health/ready`, and are retried later. None is ever dropped (D28).
 */
import type { Services } from '../../services.js';
import type { Iri } from '../../rdf/terms.js';

const KEY = 'outbox-entries';
const REASON = 'outgoing notifications cannot be processed: they were removed from their queues and are retried';

/** A quarantined entry. */
interface QuarantinedEntry {
  readonly attempts: number;
  /** Undefined while it is in its queue again. */
  readonly nextAttempt: Date | undefined;
  readonly reason: string;
}

interface OutboxQuarantineOptions {
  /** The delay until an entry is retried. */
  readonly pauseMs: number;
  /** Puts an entry back into its queue, or quarantines it again. Never rejects. */
  readonly retry: (entry: Iri) => Promise<void>;
}

export class OutboxQuarantine {
  readonly #entries = new Map<Iri, QuarantinedEntry>();
  #timer: NodeJS.Timeout | undefined;
  #retrying: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(
    private readonly services: Pick<Services, 'clock' | 'degradations' | 'log'>,
    private readonly options: OutboxQuarantineOptions,
  ) {}

  add(entry: Iri, reason: string, attempts: number): void {
    if (this.#isStopped) return;
    const { pauseMs } = this.options;
    const nextAttempt = new Date(this.services.clock.now().getTime() + pauseMs);
    this.#entries.set(entry, { attempts, nextAttempt, reason });
    this.#report();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#retrying = this.#retryAll();
    }, pauseMs);
  }

  /** Adds an unreadable entry. */
  addDamaged(entry: Iri, error: unknown): void {
    this.services.log.error({ err: error, notification: entry }, 'an entry of the outbox cannot be read');
    this.add(entry, 'the entry cannot be read', this.attemptsOf(entry) + 1);
  }

  /** The number of attempts before an entry was quarantined; 0 for others. */
  attemptsOf(entry: Iri): number {
    return this.#entries.get(entry)?.attempts ?? 0;
  }

  get(entry: Iri): QuarantinedEntry | undefined {
    return this.#entries.get(entry);
  }

  /** The entry is in its queue again; it counts as quarantined until the end of its next attempt. */
  release(entry: Iri): void {
    const found = this.#entries.get(entry);
    if (found !== undefined) this.#entries.set(entry, { ...found, nextAttempt: undefined });
  }

  /** Removes an entry after a successful attempt. */
  delete(entry: Iri): void {
    if (this.#entries.delete(entry)) this.#report();
  }

  /** Starts no more retries; waits for the running ones. The entries stay in the outbox. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#retrying;
    this.#entries.clear();
    this.#report();
  }

  /** Sequentially, so that many of them do not delay other deliveries. */
  async #retryAll(): Promise<void> {
    for (const [entry, { nextAttempt }] of [...this.#entries]) {
      if (this.#isStopped) return;
      if (nextAttempt !== undefined) await this.options.retry(entry);
    }
  }

  #report(): void {
    this.services.degradations.report(KEY, REASON, this.#entries.size);
  }
}
