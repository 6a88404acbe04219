/**
 * The time by which the mirror decides what is due: it moves on with the monotonic clock, also when the system's clock
 * is set back, and never runs behind it.
 */
import type { Clock } from '../clock.js';

export class MirrorTime {
  readonly #start: number;
  readonly #startedAt = performance.now();

  constructor(private readonly clock: Clock) {
    this.#start = clock.now().getTime();
  }

  /** In milliseconds since 1970. */
  now(): number {
    return Math.max(this.clock.now().getTime(), this.#start + performance.now() - this.#startedAt);
  }
}
