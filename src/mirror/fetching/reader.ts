/** Has partners' answers read in a thread, so that a large one does not delay the node's callers (M65). */
import { Worker } from 'node:worker_threads';
import type { ErasureRequest, ReadRequest, ReadResult } from './received.js';

/** A thread without work ends after this time. */
const IDLE_MS = 30_000;

/** The largest answer within the bounds needs less. */
const MAX_HEAP_MB = 320;
const MAX_YOUNG_MB = 32;

interface Waiting {
  readonly resolve: (result: ReadResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The thread has ended; its answers can be fetched again. */
export class ReaderEnded extends Error {
  override readonly name = 'ReaderEnded';
}

export class AnswerReader {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /** @param program the compiled program of the thread. */
  constructor(private readonly program: () => URL = () => new URL('reader-thread.js', import.meta.url)) {}

  /** @throws ReaderEnded */
  read(request: ReadRequest | ErasureRequest): Promise<ReadResult> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request });
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.program(), {
      name: 'mirror',
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
    worker.unref();
    worker.on('message', ({ id, result }: { readonly id: number; readonly result: ReadResult }) => {
      this.#waiting.get(id)?.resolve(result);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest();
    });
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      const ended = new ReaderEnded('the thread that reads answers has ended', { cause });
      for (const { reject } of this.#waiting.values()) reject(ended);
      this.#waiting.clear();
    });
    return worker;
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      void worker?.terminate();
    }, IDLE_MS).unref();
  }
}
