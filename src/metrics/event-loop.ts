/** The delay of the event loop, which distinguishes an overloaded node from a slow network. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The delay of timers within the last one to two minutes. */
export interface EventLoopDelay {
  readonly meanMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** The recorded period of a timer includes this resolution. */
const RESOLUTION_MS = 20;
const WINDOW_MS = 60_000;
/** The maximum age of a computed mean or percentile: computing one takes a fifth of the time of `/health/ready`. */
const COMPUTED_MS = 500;
const NO_DELAY: EventLoopDelay = { meanMs: 0, p99Ms: 0, maxMs: 0 };

export class EventLoop {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #previous = NO_DELAY;
  /** The values of this minute, with the time when they were computed from all samples. */
  #computed = { meanMs: 0, p99Ms: 0, at: -Infinity };

  constructor() {
    this.#histogram.enable();
    // A new window has few samples, so the previous one is used as well.
    this.#timer = setInterval(() => {
      this.#previous = this.#current();
      this.#histogram.reset();
      this.#computed = { meanMs: 0, p99Ms: 0, at: -Infinity };
    }, WINDOW_MS).unref();
  }

  /** The maximum of this minute and the one before. */
  get delay(): EventLoopDelay {
    const current = this.#current();
    const worse = (value: keyof EventLoopDelay): number => Math.max(this.#previous[value], current[value]);
    return { meanMs: worse('meanMs'), p99Ms: worse('p99Ms'), maxMs: worse('maxMs') };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #current(): EventLoopDelay {
    if (this.#histogram.count === 0) return NO_DELAY;
    const ms = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1e5) / 10 - RESOLUTION_MS);
    const now = performance.now();
    if (now - this.#computed.at >= COMPUTED_MS)
      this.#computed = { meanMs: ms(this.#histogram.mean), p99Ms: ms(this.#histogram.percentile(99)), at: now };
    const { meanMs, p99Ms } = this.#computed;
    return { meanMs, p99Ms, maxMs: ms(this.#histogram.max) };
  }
}
