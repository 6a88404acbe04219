/** Starts query workers. A failure to get a thread is reported, and retried after a delay. */
import type { Logger } from 'pino';
import type { Degradations } from '../degradations.js';
import type { QueryWorker } from './query-worker.js';

/** The key of missing threads in `/health/ready`. */
const THREADS = 'query-threads';

export interface WorkerStarterOptions {
  readonly create: () => QueryWorker;
  readonly pauseMs: number;
  readonly log: Logger;
  readonly degradations: Degradations;
  /** Called when there was no thread. */
  readonly onFailed: (cause: unknown) => void;
  /** Called when another attempt is allowed. */
  readonly onRetry: () => void;
}

export class WorkerStarter {
  #pause: NodeJS.Timeout | undefined;
  #failures = 0;

  constructor(private readonly options: WorkerStarterOptions) {}

  /** Whether the last start failed and the delay has not ended. */
  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  /** A new worker; undefined without a thread. */
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

  /** Reports that a worker could not be started. */
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
