/** A thread that reads and writes one large answer, so that the exchange does not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../async/thread-priority.js';
import { UnwritableGraph } from '../worker/results.js';
import { type AnswerForm, type WrittenAnswer, writeAnswer } from './answer-writer.js';
import { EngineError, type EngineFailure } from './engine-client.js';

export interface AnswerTask {
  readonly body: Uint8Array;
  readonly form: AnswerForm;
}

export type AnswerOutcome =
  | { readonly kind: 'written'; readonly answer: WrittenAnswer }
  | { readonly kind: 'unwritable'; readonly message: string }
  | { readonly kind: 'failed'; readonly reason: EngineFailure; readonly message: string };

function outcomeOf({ body, form }: AnswerTask): AnswerOutcome {
  try {
    return { kind: 'written', answer: writeAnswer(Buffer.from(body.buffer, body.byteOffset, body.byteLength), form) };
  } catch (error) {
    if (error instanceof UnwritableGraph) return { kind: 'unwritable', message: error.message };
    if (error instanceof EngineError) return { kind: 'failed', reason: error.reason, message: error.message };
    throw error;
  }
}

lowerThreadPriority();
// The value with which the main thread created the worker.
parentPort?.postMessage(outcomeOf(workerData as AnswerTask));
