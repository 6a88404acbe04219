/** The requests to one server: as many at once as it may get, the most urgent ones first. */
import type { Logger } from 'pino';
import { backoffDelay } from '../../async/backoff.js';
import { Wakeup } from '../../async/wakeup.js';
import { isOutage } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { Paces } from '../partners/partner-pace.js';
import type { MirrorTime } from '../time.js';
import type { DueCopies } from './due-copies.js';

/** The longest time without a look at what is due. */
const LONGEST_MS = 60_000;
/** The time between attempts while the store cannot be written. */
const OUTAGE_MS = { min: 500, max: 30_000 };

export interface ServerLoopParts {
  readonly due: DueCopies;
  readonly paces: Paces;
  readonly time: MirrorTime;
  readonly log: Logger;
  readonly concurrency: number;
  /** Goes on where the process stopped that mirrored before. */
  readonly resume: (lost: AbortSignal) => Promise<void>;
  /** Does what is due for a copy. @returns whether there was an answer. */
  readonly job: (head: Iri, lost: AbortSignal) => Promise<boolean>;
}

export class ServerLoop {
  readonly #wakeup = new Wakeup();
  readonly #running = new Set<Iri>();
  readonly #jobs = new Set<Promise<boolean>>();
  /** Undefined until it has gone on where the process stopped that mirrored before. */
  #lost: AbortSignal | undefined;
  /** Store failures in a row (M47). */
  #outages = 0;
  #retryAt = 0;

  constructor(
    private readonly server: Iri,
    private readonly parts: ServerLoopParts,
  ) {}

  /** Something may be due now. */
  wake(): void {
    this.parts.due.refresh();
    this.#wakeup.soon(0);
  }

  /**
   * Begins work about a copy at once, as one of the requests to the server.
   *
   * @returns whether it has been done, in a promise that never rejects; undefined without room for it.
   */
  begin(head: Iri, work: (lost: AbortSignal) => Promise<boolean>): Promise<boolean> | undefined {
    const { paces, concurrency } = this.parts;
    const lost = this.#lost;
    if (lost === undefined || lost.aborted || this.#waitMs() > 0 || paces.isSilent(this.server)) return undefined;
    if (this.#running.size >= concurrency || this.#running.has(head)) return undefined;
    return this.#start(head, lost, work);
  }

  /** Runs until the lease is lost. Never rejects. */
  async run(lost: AbortSignal): Promise<void> {
    let isResumed = false;
    while (!lost.aborted)
      try {
        if (!isResumed) await this.parts.resume(lost);
        isResumed = true;
        this.#lost = lost;
        await this.#wakeup.wait(await this.#startJobs(lost), lost);
      } catch (error) {
        this.#onError(error, undefined);
        await this.#wakeup.wait(this.#waitMs(), lost);
      }
    await Promise.allSettled(this.#jobs);
  }

  /** Starts what is due. @returns the time until something is due, in milliseconds. */
  async #startJobs(lost: AbortSignal): Promise<number> {
    const { due, paces, concurrency, time } = this.parts;
    const wait = this.#waitMs();
    if (wait > 0) return wait;
    const taken = new Set(this.#running);
    while (this.#running.size < (paces.isSilent(this.server) ? 1 : concurrency) && !lost.aborted) {
      const head = await due.next(taken);
      if (head === undefined) {
        const next = await due.nextTime(taken);
        return next === undefined ? LONGEST_MS : Math.min(LONGEST_MS, Math.max(1, next - time.now()));
      }
      taken.add(head);
      // It may have begun meanwhile.
      if (!this.#running.has(head)) void this.#start(head, lost, () => this.parts.job(head, lost));
    }
    return LONGEST_MS;
  }

  #start(head: Iri, lost: AbortSignal, work: (lost: AbortSignal) => Promise<boolean>): Promise<boolean> {
    const job = work(lost)
      .then((isDone) => {
        this.#outages = 0;
        return isDone;
      })
      .catch((error: unknown) => {
        if (!lost.aborted) this.#onError(error, head);
        return false;
      })
      .finally(() => {
        this.#running.delete(head);
        this.#jobs.delete(job);
        this.#wakeup.soon(0);
      });
    this.#running.add(head);
    this.#jobs.add(job);
    return job;
  }

  #waitMs(): number {
    const now = performance.now();
    return Math.max(this.parts.paces.waitMs(this.server), this.#retryAt - now, 0);
  }

  /** The store's errors say nothing of the partner: requests stop until it can be written again. */
  #onError(error: unknown, head: Iri | undefined): void {
    const message = isOutage(error) ? 'the mirror waits for the store' : 'unexpected error in the mirror';
    this.parts.log.error({ err: error, server: this.server, head }, message);
    this.#outages += 1;
    this.#retryAt = performance.now() + backoffDelay(OUTAGE_MS, this.#outages, 1);
  }
}
