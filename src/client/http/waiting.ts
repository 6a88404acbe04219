/** Waiting and signals, without `AbortSignal.any`, which leaves a record at its source for ever in Node.js 20. */

/** Waits; rejects with the signal's reason when it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(reasonOf(signal));
      return;
    }
    const done = (): void => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = (): void => {
      clearTimeout(timer);
      if (signal !== undefined) reject(reasonOf(signal));
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Why a signal was aborted, as an error. */
export function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('the call was aborted', 'AbortError');
}

/** A signal that ends at a time limit or with the caller's own. */
export class Limit {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #stop: () => void;
  /** Whether the time is over. */
  isOver = false;

  constructor(
    timeoutMs: number,
    private readonly outer: AbortSignal | undefined,
  ) {
    this.#stop = () => {
      this.#controller.abort(outer && reasonOf(outer));
    };
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#controller.abort();
    }, timeoutMs);
    if (outer?.aborted === true) this.#stop();
    else outer?.addEventListener('abort', this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.outer?.removeEventListener('abort', this.#stop);
  }
}
