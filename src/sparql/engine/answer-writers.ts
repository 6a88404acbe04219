/** Writes answers: small ones at once, large ones in their own threads, a few at a time. */
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../errors.js';
import { UnwritableGraph } from '../worker/results.js';
import type { AnswerOutcome, AnswerTask } from './answer-thread.js';
import { type AnswerForm, type WrittenAnswer, writeAnswer } from './answer-writer.js';
import { EngineError } from './engine-client.js';

/** The size that takes the main thread a few milliseconds. */
const MAX_INLINE_BYTES = 128 * 1024;
const MAX_THREADS = 4;

export class AnswerWriters {
  #threads = 0;

  /** @param program the compiled program of a thread. */
  constructor(private readonly program: () => URL = () => new URL('answer-thread.js', import.meta.url)) {}

  /**
   * @throws EngineError for an invalid answer; ServiceError `not-acceptable` for a graph that the format cannot hold,
   * `too-many-requests` while too many large answers are being written.
   */
  async write(body: Buffer, form: AnswerForm): Promise<WrittenAnswer> {
    try {
      if (body.length <= MAX_INLINE_BYTES) return writeAnswer(body, form);
      const outcome = await this.#inThread({ body, form });
      if (outcome.kind === 'written') return outcome.answer;
      if (outcome.kind === 'unwritable') throw new UnwritableGraph(outcome.message);
      throw new EngineError(outcome.reason, outcome.message);
    } catch (error) {
      if (error instanceof UnwritableGraph) throw new ServiceError('not-acceptable', error.message, { cause: error });
      throw error;
    }
  }

  async #inThread(workerData: AnswerTask): Promise<AnswerOutcome> {
    if (this.#threads >= MAX_THREADS) {
      throw new ServiceError('too-many-requests', 'too many large answers are being written', {
        headers: { 'Retry-After': '5' },
      });
    }
    this.#threads += 1;
    try {
      return await new Promise<AnswerOutcome>((resolve, reject) => {
        const fail = (cause: unknown): void => {
          reject(new EngineError('too-large', 'the answer could not be read', { cause }));
        };
        const worker = new Worker(this.program(), { workerData, name: 'sparql-answer' });
        worker.once('message', resolve);
        worker.once('error', fail);
        worker.once('exit', fail);
      });
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new EngineError('too-large', 'the answer could not be read', { cause: error });
    } finally {
      this.#threads -= 1;
    }
  }
}
