/**
 * The thread that brings commits into a store's trees, which ends at the second group before it has written it, and at the
 * fourth after it has, without having said so.
 */
const { existsSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { parentPort, workerData } = require('node:worker_threads');

const program = pathToFileURL(join(__dirname, '../../../dist/store/lmdb/writer-worker.js'));
/** The thread after this one gets the second group again. */
const mark = `${workerData.file}-ended`;
const post = parentPort.postMessage.bind(parentPort);
let group;
parentPort.postMessage = (message) => {
  if (group === 4 && message.kind === 'applied') process.exit();
  post(message);
};
const listen = parentPort.on.bind(parentPort);
parentPort.on = (event, listener) =>
  listen(event, (message) => {
    group = message.parts?.[0].last;
    if (group === 2 && !existsSync(mark)) {
      writeFileSync(mark, '');
      process.exit();
    }
    listener(message);
  });
void import(program);
