/** Waits until there is work. A call that arrives while nothing waits is remembered. */
import { setImmediate as nextTurn } from 'node:timers/promises';

export class Wakeup {
  /** When there is work, by the monotonic clock. */
  #due = Infinity;
  #wake: (() => void) | undefined;

  /** Announces work, at most so many milliseconds from now. */
  soon(milliseconds: number): void {
    const due = performance.now() + milliseconds;
    if (due >= this.#due) return;
    this.#due = due;
    this.#wake?.();
  }

  /**
   * Resolves when there is work, after the longest time, or when the signal is aborted; never before other events have
   * had their turn: a loop that has work all the time, done in memory, would leave no time to learn that it is done.
   */
  async wait(longest: number, signal: AbortSignal): Promise<void> {
    const end = performance.now() + longest;
    await nextTurn();
    while (!signal.aborted) {
      const delay = Math.min(end, this.#due) - performance.now();
      if (delay <= 0) break;
      await this.#sleep(delay, signal);
    }
    this.#due = Infinity;
  }

  /** Waits for some milliseconds, or until other work is announced. */
  #sleep(delay: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = undefined;
        resolve();
      };
      const timer = delay === Infinity ? undefined : setTimeout(done, delay);
      signal.addEventListener('abort', done);
      this.#wake = done;
    });
  }
}
