/**
 * Controls the thread that brings logged commits into a store's trees, from the main thread. The thread starts on demand, and again after
 * it ends.
 */
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { LogPart } from './log/log-files.js';

export interface WriterSetup {
  readonly file: string;
  readonly feedLength: number;
}

export type ToWriter = { readonly kind: 'apply'; readonly parts: readonly LogPart[] } | { readonly kind: 'close' };

export type FromWriter =
  { readonly kind: 'applied' } | { readonly kind: 'failed'; readonly reason: string; readonly code: unknown };

interface Pending {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export class WriterThread {
  #worker: Worker | undefined;
  #pending: Pending | undefined;

  /**
   * @param program compiled: threads read no TypeScript.
   * @throws Error when the system gives no thread.
   */
  constructor(
    private readonly program: URL,
    private readonly setup: WriterSetup,
    private readonly log: Pick<Logger, 'error'>,
  ) {
    this.#worker = this.#start();
  }

  /**
   * Brings the commits in parts of the log into the trees; one call at a time. Resolves when they are on disk.
   *
   * @throws the errors of LMDB, with their `code`; an error without one if the thread has ended, and the outcome is
   * unknown.
   */
  async apply(parts: readonly LogPart[]): Promise<void> {
    const worker = (this.#worker ??= this.#start());
    await new Promise<void>((resolve, reject) => {
      this.#pending = { resolve, reject };
      const message: ToWriter = { kind: 'apply', parts };
      worker.postMessage(message);
    });
  }

  /** Resolves when the thread has ended. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const message: ToWriter = { kind: 'close' };
    worker.postMessage(message);
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(this.program, { workerData: this.setup, name: 'store' });
    worker.on('message', (message: FromWriter) => {
      const pending = this.#pending;
      this.#pending = undefined;
      if (message.kind === 'applied') pending?.resolve();
      else pending?.reject(Object.assign(new Error(message.reason), { code: message.code }));
    });
    const onEnd = (cause: unknown): void => {
      // An error is followed by the exit.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.log.error(
        { err: cause },
        'the thread that writes to the store has ended; the next commits start another one',
      );
      this.#pending?.reject(new Error('the thread that writes to the store has ended', { cause }));
      this.#pending = undefined;
    };
    worker.on('error', onEnd);
    worker.on('exit', onEnd);
    return worker;
  }
}
