/** How long the event loop keeps everybody waiting: the one figure that tells an overloaded node from a slow network. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds by which timers came late within the last minute or two. */
export interface EventLoopDelay {
  readonly meanMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** The histogram counts a timer's whole period; what is over it is delay. */
const RESOLUTION_MS = 20;
const WINDOW_MS = 60_000;
const NONE: EventLoopDelay = { meanMs: 0, p99Ms: 0, maxMs: 0 };

const greater = (one: EventLoopDelay, other: EventLoopDelay): EventLoopDelay => ({
  meanMs: Math.max(one.meanMs, other.meanMs),
  p99Ms: Math.max(one.p99Ms, other.p99Ms),
  maxMs: Math.max(one.maxMs, other.maxMs),
});

export class EventLoop {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #before = NONE;

  constructor() {
    this.#histogram.enable();
    // The window that has just begun says little; so the one before it counts until this one ends.
    this.#timer = setInterval(() => {
      this.#before = this.#current();
      this.#histogram.reset();
    }, WINDOW_MS).unref();
  }

  /** The worse of this minute and the one before. */
  get delay(): EventLoopDelay {
    return greater(this.#before, this.#current());
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #current(): EventLoopDelay {
    if (this.#histogram.count === 0) return NONE;
    const ms = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1e5) / 10 - RESOLUTION_MS);
    return {
      meanMs: ms(this.#histogram.mean),
      p99Ms: ms(this.#histogram.percentile(99)),
      maxMs: ms(this.#histogram.max),
    };
  }
}
