/**
 * Watches pending answers of the database. After a time without an answer, or after a connection broke, it asks the
 * database on another connection. Without an answer there, the database is silent: all pending calls fail, new ones
 * fail at once, and the database is asked repeatedly, so that this process recovers soon after it. If the database
 * answers and has no work of this process, the network has lost the connections: all pending calls fail, and new
 * connections are opened.
 */
import { sleep } from '../../async/sleep.js';

/** The time limit for an answer before its connections are abandoned: the network may have been cut. */
const ANSWER_MS = 10_000;
/** The time without any answer before the database is probed. */
export const SUSPICIOUS_MS = 1_000;
/** The interval between checks of pending calls. */
const SWEEP_MS = 250;
/** The longest pause between two questions to a database that is silent; the first may still be without an answer then. */
const MAX_PAUSE_MS = 500;
/** The error for calls while the database is silent. */
const SILENT = 'the database does not answer';

export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export interface WatchSteps {
  /** Whether the database answers a new connection. Never rejects. */
  readonly probe: () => Promise<boolean>;
  /** Whether it has done nothing for this process for as long as is suspicious. Never rejects. */
  readonly isIdle: () => Promise<boolean>;
  /** Called when the database is found silent, before pending calls fail. */
  readonly onSilent: () => void;
  /** Called when no pending call has reached the server, before they fail. */
  readonly onForgotten: () => void;
  /** Called when it answers again, or has after all. */
  readonly onAnswer: () => void;
}

interface Waiting {
  readonly since: number;
  readonly fail: (error: Error) => void;
  /** Gives up the connections that the answer should come by. */
  readonly giveUp: () => void;
}

export class AnswerWatch {
  readonly #waiting = new Set<Waiting>();
  #answeredAt = 0;
  #sweep: NodeJS.Timeout | undefined;
  #probing: Promise<void> | undefined;
  #isSilent = false;
  #silenceIsOver: AbortController | undefined;
  #isClosed = false;

  constructor(private readonly steps: WatchSteps) {}

  /** Whether nothing can be asked now. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /**
   * Waits for an answer.
   *
   * @param giveUp called at the timeout.
   * @throws NoAnswerError at the timeout, or when the database is silent; and the errors of `send`.
   */
  wait<Result>(send: () => Promise<Result>, giveUp: () => void): Promise<Result> {
    if (this.#isSilent) return Promise.reject(new NoAnswerError(SILENT));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { since: performance.now(), fail: reject, giveUp };
      this.#waiting.add(waiting);
      this.#sweep ??= setInterval(() => {
        this.#look();
      }, SWEEP_MS).unref();
      send()
        .then(resolve, reject)
        .finally(() => {
          this.#waiting.delete(waiting);
        });
    });
  }

  /** To be called after any answer of the server, a refusal included. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  /** To be called when the server may be gone. @returns the end of the questions whether it answers; never rejects. */
  suspect(): Promise<void> {
    return (this.#probing ??= this.#probe().finally(() => (this.#probing = undefined)));
  }

  close(): void {
    this.#isClosed = true;
    this.#silenceIsOver?.abort();
    clearInterval(this.#sweep);
  }

  #look(): void {
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (now - waiting.since < ANSWER_MS) continue;
      this.#waiting.delete(waiting);
      waiting.giveUp();
      waiting.fail(new NoAnswerError(`no answer within ${ANSWER_MS / 1000} s`));
    }
    if (this.#waiting.size === 0) {
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    } else if (this.#isSuspicious()) void this.suspect();
  }

  async #probe(): Promise<void> {
    const began = performance.now();
    const answers = await this.steps.probe();
    if (!answers && this.#answeredAt <= began) await this.#silence();
    else if (this.#isSuspicious() && (await this.steps.isIdle()) && this.#isSuspicious()) this.#forget();
    if (this.#isClosed) return;
    this.#isSilent = false;
    this.answered();
    this.steps.onAnswer();
  }

  /** Whether something has waited for a while, in which nothing was answered. */
  #isSuspicious(): boolean {
    // In the order in which they began to wait.
    const [oldest] = this.#waiting;
    return oldest !== undefined && performance.now() - Math.max(oldest.since, this.#answeredAt) >= SUSPICIOUS_MS;
  }

  async #silence(): Promise<void> {
    if (this.#isClosed) return;
    const isOver = new AbortController();
    this.#silenceIsOver = isOver;
    this.#isSilent = true;
    this.steps.onSilent();
    this.#failAll(SILENT);
    while (!isOver.signal.aborted) {
      // A probe whose packets were lost is not awaited: the next one may be answered at once.
      void this.steps.probe().then((answers) => {
        if (answers) isOver.abort();
      });
      await sleep((0.5 + Math.random() / 2) * MAX_PAUSE_MS, isOver.signal);
    }
  }

  #forget(): void {
    this.steps.onForgotten();
    this.#failAll('the connections to the database were lost');
  }

  #failAll(reason: string): void {
    for (const { fail } of this.#waiting) fail(new NoAnswerError(reason));
    this.#waiting.clear();
  }
}
