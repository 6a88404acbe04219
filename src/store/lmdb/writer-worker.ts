/** A thread that brings the commits of the log into a store's trees: LMDB's work, and its wait for the disk. */
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../errors.js';
import { CommitWriter } from './commit-writer.js';
import { openDatabases, openRoot } from './environment.js';
import { applyLog } from './log/apply-log.js';
import { LookupIndex } from './lookup-index.js';
import type { FromWriter, ToWriter, WriterSetup } from './writer-thread.js';

const port = parentPort;
if (port !== null) {
  // The value that the main thread created the worker with.
  const { file, feedLength } = workerData as WriterSetup;
  // LMDB gives all threads of a process the same environment.
  const root = openRoot(file);
  const databases = openDatabases(root);
  const writer = new CommitWriter(root, databases, new LookupIndex(root, databases), feedLength);
  const send = (message: FromWriter): void => {
    port.postMessage(message);
  };
  port.on('message', (message: ToWriter) => {
    if (message.kind === 'close') {
      void root.close().finally(() => {
        port.close();
      });
      return;
    }
    try {
      root.resetReadTxn();
      applyLog(databases.meta, writer, message.parts);
      send({ kind: 'applied' });
    } catch (error) {
      // A message carries no properties of errors but these.
      const reason = error instanceof Error ? error.message : String(error);
      send({ kind: 'failed', reason, code: codeOf(error) });
    }
  });
}
