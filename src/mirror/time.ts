/**
 * The time by which the mirror decides what is due: it moves on with the monotonic clock, also when the system's clock
 * is set back or stands still, and never runs behind it.
 */
import type { Clock } from '../clock.js';

export class MirrorTime {
  readonly #start: number;
  readonly #startedAt = performance.now();
  /** The last time of the clock, and since when it has been that. */
  #last: number;
  #since = performance.now();

  constructor(private readonly clock: Clock) {
    this.#start = clock.now().getTime();
    this.#last = this.#start;
  }

  /** In milliseconds since 1970. */
  now(): number {
    const [time, monotonic] = [this.clock.now().getTime(), performance.now()];
    if (time !== this.#last) {
      this.#last = time;
      this.#since = monotonic;
    }
    return Math.max(time + monotonic - this.#since, this.#start + monotonic - this.#startedAt);
  }
}
