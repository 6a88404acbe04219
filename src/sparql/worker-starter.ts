/** Starts query workers. Where the system gives no thread, that is reported, and tried again after a pause. */
import type { Logger } from 'pino';
import type { Degradations } from '../degradations.js';
import type { QueryWorker } from './query-worker.js';

/** The key of threads that the system does not give, in `/health/ready`. */
const THREADS = 'query-threads';

export interface WorkerStarterOptions {
  readonly create: () => QueryWorker;
  readonly pauseMs: number;
  readonly log: Logger;
  readonly degradations: Degradations;
  /** There was no thread. */
  readonly onFailed: (cause: unknown) => void;
  /** It may be tried again. */
  readonly onRetry: () => void;
}

export class WorkerStarter {
  #pause: NodeJS.Timeout | undefined;
  #failures = 0;

  constructor(private readonly options: WorkerStarterOptions) {}

  /** Whether none is started now, because the last one could not be. */
  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  /** A new worker; undefined where there is no thread. */
  create(): QueryWorker | undefined {
    try {
      return this.options.create();
    } catch (error) {
      this.fail(error, 'there is no thread for queries: the system gives no more');
      return undefined;
    }
  }

  onStarted(): void {
    this.#failures = 0;
    this.options.degradations.clear(THREADS);
  }

  stop(): void {
    clearTimeout(this.#pause);
  }

  /** A worker could not be started. */
  fail(error: unknown, message: string): void {
    const { log, pauseMs, degradations, onFailed, onRetry } = this.options;
    this.#failures += 1;
    log.error({ err: error, failures: this.#failures }, message);
    degradations.report(THREADS, 'workers for queries could not be started', this.#failures);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      onRetry();
    }, pauseMs).unref();
    onFailed(error);
  }
}
