/** The thread that reads large documents, or gives them their canonical form, one after another. */
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../../async/thread-priority.js';
import { InputError } from '../../input-error.js';
import { createVocabulary } from '../../vocabulary.js';
import { canonicalDocument } from '../canonical.js';
import { parseJson } from '../json.js';
import { readStatements } from '../reader.js';
import {
  type CanonicalRequest,
  type FromThread,
  type ReadRequest,
  StatementEncoder,
  type ToThread,
} from './protocol.js';

const port = parentPort;
if (port === null) throw new Error('this is the program of a thread');
lowerThreadPriority();

async function send(message: FromThread): Promise<void> {
  port?.postMessage(message);
  if (port !== null && message.kind === 'part') await once(port, 'message');
}

async function read({ bytes, namespaces, strict, uncheckedUris }: ReadRequest): Promise<void> {
  const vocabulary = createVocabulary(namespaces);
  const { data, topLevelNodes, warnings } = await readStatements(parseJson(bytes), {
    vocabulary,
    strict,
    ...(uncheckedUris !== undefined && { uncheckedUris }),
  });
  const encoder = new StatementEncoder();
  for (const part of encoder.parts(data)) await send(part);
  const nodes = encoder.nodes(topLevelNodes);
  let step = nodes.next();
  for (; step.done !== true; step = nodes.next()) await send(step.value);
  await send({ kind: 'end', topLevelNodes: step.value, warnings });
}

async function carryOut(message: ReadRequest | CanonicalRequest): Promise<void> {
  if (message.kind === 'read') return read(message);
  return send({ kind: 'canonical', text: await canonicalDocument(message.document, message.contexts) });
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'next') return;
  carryOut(message).catch((error: unknown) => {
    if (error instanceof InputError) return send({ kind: 'invalid', problems: error.problems });
    // Ends the thread; the main thread receives this as its error.
    setImmediate(() => {
      throw error;
    });
    return undefined;
  });
});
