/** The thread that reads partners' answers, one after another: parsing, canonical form and digest (M65). */
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../async/thread-priority.js';
import { readAnswer } from './answer-reader.js';
import type { ErasureRequest, ReadRequest } from './received.js';

const port = parentPort;
if (port === null) throw new Error('this is the program of a thread');
lowerThreadPriority();

port.on('message', ({ id, request }: { readonly id: number; readonly request: ReadRequest | ErasureRequest }) => {
  readAnswer(request).then(
    (result) => {
      port.postMessage({ id, result });
    },
    (error: unknown) => {
      // Ends the thread; the main thread receives this as its error.
      setImmediate(() => {
        throw error;
      });
    },
  );
});
