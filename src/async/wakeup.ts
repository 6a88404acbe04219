/** Waits until there is work. A call that arrives while nothing waits is remembered. */
import { setImmediate } from 'node:timers/promises';
import { sleep } from './sleep.js';

export class Wakeup {
  /** When there is work, by the monotonic clock. */
  #due = Infinity;
  #waiting: AbortController | undefined;

  /** Announces work, at most so many milliseconds from now. */
  soon(milliseconds: number): void {
    const due = performance.now() + milliseconds;
    if (due >= this.#due) return;
    this.#due = due;
    this.#waiting?.abort();
  }

  /**
   * Resolves when there is work, after the longest time, or when the signal is aborted; never before other events have
   * had their turn: a loop that has work all the time, done in memory, would leave no time to learn that it is done.
   */
  async wait(longest: number, signal: AbortSignal): Promise<void> {
    const end = performance.now() + longest;
    await setImmediate();
    while (!signal.aborted) {
      const delay = Math.min(end, this.#due) - performance.now();
      if (delay <= 0) break;
      this.#waiting = new AbortController();
      await sleep(delay, AbortSignal.any([signal, this.#waiting.signal]));
    }
    this.#waiting = undefined;
    this.#due = Infinity;
  }
}
