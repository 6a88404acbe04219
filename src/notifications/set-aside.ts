/**
 * Outbox entries that cannot be handled: unreadable ones, and those whose attempts end in an unexpected error. They are
 * kept apart, so that their queue goes on without them, shown in `/health/ready`, and handled again later. None is ever
 * dropped (D28).
 */
import type { Services } from '../services.js';
import type { Iri } from '../rdf/terms.js';

const KEY = 'outbox-entries';
const REASON = 'outgoing notifications cannot be handled: they wait apart from their queues and are tried again';

/** An entry that waits apart. */
interface SetAsideEntry {
  readonly attempts: number;
  /** Undefined while it is in its queue again. */
  readonly nextAttempt: Date | undefined;
  readonly reason: string;
}

interface SetAsideOptions {
  /** How long an entry waits until it is handled again. */
  readonly pauseMs: number;
  /** Handles an entry again: puts it back into its queue, or sets it aside once more. Never rejects. */
  readonly retry: (entry: Iri) => Promise<void>;
}

export class SetAside {
  readonly #entries = new Map<Iri, SetAsideEntry>();
  #timer: NodeJS.Timeout | undefined;
  #retrying: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(
    private readonly services: Pick<Services, 'clock' | 'degradations'>,
    private readonly options: SetAsideOptions,
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

  get(entry: Iri): SetAsideEntry | undefined {
    return this.#entries.get(entry);
  }

  /** The entry is in its queue again; it counts as set aside until that has come to something. */
  release(entry: Iri): void {
    const known = this.#entries.get(entry);
    if (known !== undefined) this.#entries.set(entry, { ...known, nextAttempt: undefined });
  }

  /** The entry can be handled. */
  delete(entry: Iri): void {
    if (this.#entries.delete(entry)) this.#report();
  }

  /** Handles nothing again from now on; waits for what is under way. The entries stay in the outbox. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#retrying;
  }

  /** One after the other, so that many of them do not hold up what can be delivered. */
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
