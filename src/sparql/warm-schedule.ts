/**
 * Schedules updates of the datasets that are always filled. An update takes as much processor time as many writes.
 * Without queries it therefore waits for a pause of the writes, so that unused datasets do not slow down an import.
 */

export interface WarmTimes {
  /** The delay of an update after a commit while there are queries, and the length of a pause of the writes. */
  readonly delayMs: number;
  /** After this time without a query, an update waits for a pause. */
  readonly unusedMs: number;
  /** The longest wait for a pause. */
  readonly maxLagMs: number;
}

export class WarmSchedule {
  #timer: NodeJS.Timeout | undefined;
  #waitsSince = 0;
  #lastCommit = 0;
  #lastQuery = -Infinity;

  /**
   * @param update updates the datasets.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor(
    private readonly times: WarmTimes,
    private readonly update: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether an update is scheduled. */
  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  onQuery(): void {
    this.#lastQuery = this.now();
  }

  /** Called when the datasets lack a commit, or are not filled yet. */
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

  /** The time of the next update, as known so far. */
  #due(): number {
    const { delayMs, unusedMs, maxLagMs } = this.times;
    if (this.now() - this.#lastQuery < unusedMs) return this.#waitsSince + delayMs;
    return Math.min(this.#lastCommit + delayMs, this.#waitsSince + maxLagMs);
  }
}
