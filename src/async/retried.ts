/** Repeats the work of a process until it succeeds: reads and writes without a caller who would ask again. */
import { backoffDelay } from './backoff.js';
import { sleep } from './sleep.js';

export interface RetriedOptions {
  /** Ends the repetitions. */
  readonly signal: AbortSignal;
  /** The bounds of the delays, which grow. */
  readonly retryMs: { readonly min: number; readonly max: number };
  /** From 0 to less than 1, evenly distributed. */
  readonly random: () => number;
  /** Called with each error, unless the signal is aborted. */
  readonly onFailure: (error: unknown, failures: number) => void;
  /** Whether an error is final, so that a retry is useless; by default none is. */
  readonly isFinal?: (error: unknown) => boolean;
}

/**
 * Runs work, and repeats it after growing delays while it fails. Never rejects.
 *
 * @returns whether the work has succeeded.
 */
export async function retried(
  work: () => Promise<void>,
  { signal, retryMs, random, onFailure, isFinal = () => false }: RetriedOptions,
): Promise<boolean> {
  const isOver = (): boolean => signal.aborted;
  for (let failures = 1; !isOver(); failures += 1)
    try {
      await work();
      return true;
    } catch (error) {
      if (isOver()) return false;
      onFailure(error, failures);
      if (isFinal(error)) return false;
      await sleep(backoffDelay(retryMs, failures, random()), signal);
    }
  return false;
}
