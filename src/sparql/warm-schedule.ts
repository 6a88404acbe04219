/**
 * When the datasets that are kept filled are brought up to date. Doing that takes as much processor time as many a write,
 * so while nobody asks, it waits until the writes pause: an import is not slowed down by datasets that are not used.
 */

export interface WarmTimes {
  /** How long after a commit they are brought up to date while there are queries, and how long a pause of the writes is. */
  readonly delayMs: number;
  /** After how long without a query a pause is waited for. */
  readonly unusedMs: number;
  /** How long a pause is waited for at most. */
  readonly maxLagMs: number;
}

export class WarmSchedule {
  #timer: NodeJS.Timeout | undefined;
  #waitsSince = 0;
  #lastCommit = 0;
  #lastQuery = -Infinity;

  /**
   * @param update brings them up to date.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor(
    private readonly times: WarmTimes,
    private readonly update: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  onQuery(): void {
    this.#lastQuery = this.now();
  }

  /** They are behind by a commit, or not filled yet. */
  onOutdated(): void {
    this.#lastCommit = this.now();
    if (this.#timer !== undefined) return;
    this.#waitsSince = this.#lastCommit;
    this.#wait(this.times.delayMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const remaining = this.#due() - this.now();
      if (remaining > 0) {
        this.#wait(remaining);
        return;
      }
      this.#timer = undefined;
      this.update();
    }, ms).unref();
  }

  /** When they are to be brought up to date, as far as is known now. */
  #due(): number {
    const { delayMs, unusedMs, maxLagMs } = this.times;
    if (this.now() - this.#lastQuery < unusedMs) return this.#waitsSince + delayMs;
    return Math.min(this.#lastCommit + delayMs, this.#waitsSince + maxLagMs);
  }
}
