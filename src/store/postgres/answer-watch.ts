/**
 * Watches what waits for an answer of the database. One that has answered nothing for a while, or to which a connection broke,
 * is asked by a connection of its own. Where that gets no answer either, the database is silent: all that waits fails, all
 * that comes fails at once, and it is asked again and again, so that this process goes on soon after the database does.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** How long an answer is awaited before the connections are given up that it should come by: the network may have been cut. */
const ANSWER_MS = 10_000;
/** How long nothing is answered until the database is asked whether it answers at all. */
const SUSPICIOUS_MS = 1_000;
/** How often it is looked what waits for how long. */
const SWEEP_MS = 250;
/** The longest pause between two questions to a database that is silent. */
const MAX_PAUSE_MS = 500;

export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export interface WatchSteps {
  /** Whether the database answers a new connection. Never rejects. */
  readonly probe: () => Promise<boolean>;
  /** Called when the database is found silent, before what waits fails. */
  readonly onSilent: () => void;
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
  #isClosed = false;

  constructor(private readonly steps: WatchSteps) {}

  /** Whether nothing can be asked now. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /**
   * Waits for an answer.
   *
   * @param giveUp called when it does not come in time.
   * @throws NoAnswerError when it does not come in time, or the database is silent; and what `send` rejects with.
   */
  wait<Result>(send: () => Promise<Result>, giveUp: () => void): Promise<Result> {
    if (this.#isSilent) return Promise.reject(new NoAnswerError('the database does not answer'));
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

  /** To be called when the server has said something, if only that it refuses a statement. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  /** To be called when the server may be gone. @returns the end of the questions whether it answers; never rejects. */
  suspect(): Promise<void> {
    return (this.#probing ??= this.#probe().finally(() => (this.#probing = undefined)));
  }

  close(): void {
    this.#isClosed = true;
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
    // In the order in which they began to wait.
    const [oldest] = this.#waiting;
    if (oldest === undefined) {
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    } else if (now - Math.max(oldest.since, this.#answeredAt) >= SUSPICIOUS_MS) void this.suspect();
  }

  async #probe(): Promise<void> {
    for (;;) {
      const began = performance.now();
      const answers = (await this.steps.probe()) || this.#answeredAt > began;
      if (this.#isClosed) return;
      if (answers) {
        this.#isSilent = false;
        this.answered();
        this.steps.onAnswer();
        return;
      }
      if (!this.#isSilent) this.#fallSilent();
      await sleep((0.5 + Math.random() / 2) * MAX_PAUSE_MS, undefined, { ref: false });
    }
  }

  #fallSilent(): void {
    this.#isSilent = true;
    this.steps.onSilent();
    for (const { fail } of this.#waiting) fail(new NoAnswerError('the database does not answer'));
    this.#waiting.clear();
  }
}
