/** The time limits of one query, and its end when its caller disconnects. */
import type { QueryProgress } from './query-worker.js';

/** A caller that disconnects from a query which is nearly done must not cost a worker. */
const ABORT_GRACE_MS = 250;
/** Filling a dataset takes longer than most queries; it is done once. */
const PREPARING_FACTOR = 10;

export interface QueryLimits {
  /** The query has been running for a while. */
  readonly onSlow: () => void;
  /** It has used half of its time. */
  readonly onHalfTime: () => void;
  /** It has to be stopped. */
  readonly onLimit: (reason: string) => void;
}

export class QueryTimers implements QueryProgress {
  #limit: NodeJS.Timeout;
  #slow: NodeJS.Timeout;
  #halfTime: NodeJS.Timeout | undefined;
  #grace: NodeJS.Timeout | undefined;

  constructor(
    private readonly timeoutMs: number,
    private readonly slowAfterMs: number,
    private readonly aborted: AbortSignal,
    private readonly limits: QueryLimits,
  ) {
    [this.#limit, this.#slow, this.#halfTime] = this.#startRunning();
    if (aborted.aborted) this.#onAbort();
    else aborted.addEventListener('abort', this.#onAbort);
  }

  readonly onPreparing = (): void => {
    clearTimeout(this.#limit);
    clearTimeout(this.#halfTime);
    this.#limit = setTimeout(this.#onTimeout, this.timeoutMs * PREPARING_FACTOR);
  };

  readonly onRunning = (): void => {
    clearTimeout(this.#limit);
    clearTimeout(this.#slow);
    [this.#limit, this.#slow, this.#halfTime] = this.#startRunning();
  };

  clear(): void {
    this.aborted.removeEventListener('abort', this.#onAbort);
    for (const timer of [this.#limit, this.#slow, this.#halfTime, this.#grace]) clearTimeout(timer);
  }

  #startRunning(): [NodeJS.Timeout, NodeJS.Timeout, NodeJS.Timeout] {
    const { timeoutMs, slowAfterMs, limits } = this;
    return [
      setTimeout(this.#onTimeout, timeoutMs),
      setTimeout(limits.onSlow, Math.min(slowAfterMs, timeoutMs / 2)),
      setTimeout(limits.onHalfTime, timeoutMs / 2),
    ];
  }

  readonly #onTimeout = (): void => {
    this.limits.onLimit(`the query took longer than ${String(this.timeoutMs / 1000)} s`);
  };

  readonly #onAbort = (): void => {
    this.#grace = setTimeout(() => {
      this.limits.onLimit('the caller has disconnected');
    }, ABORT_GRACE_MS);
  };
}
