/** The program that `copier.ts` runs: makes a new file of a store, key by key, and brings later commits into it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { RootDatabase } from 'lmdb';
import { lowerThreadPriority } from '../../../async/thread-priority.js';
import { codeOf } from '../../../errors.js';
import { sync } from '../../folder/file-checks.js';
import { CommitWriter } from '../commit-writer.js';
import { framesOf, logNameIn, openDatabases, openRoot } from '../environment.js';
import { LookupIndex } from '../lookup-index.js';
import type { CopierSetup, FromCopier, ToCopier } from './copier.js';
import { copyKeys, openCopy } from './copy-keys.js';

let setup: CopierSetup | undefined;
/** The new file, open to bring commits into it. */
let root: RootDatabase | undefined;

function currentSetup(): CopierSetup {
  if (setup === undefined) throw new TypeError('there is no copy yet');
  return setup;
}

async function copy(asked: CopierSetup): Promise<void> {
  for (const file of [asked.target, `${asked.target}-lock`]) await rm(file, { force: true });
  const source = openRoot(asked.source, { readOnly: true });
  const target = openCopy(asked.target);
  try {
    copyKeys(source, target);
  } finally {
    await source.close();
    await target.close();
  }
  await sync(asked.target);
  setup = asked;
}

function apply(begin: number, end: number): void {
  const { target, meanwhile, feedLength } = currentSetup();
  root ??= openRoot(target);
  const databases = openDatabases(root);
  const name = logNameIn(databases.meta);
  if (name === undefined) throw new TypeError('the store has no log');
  const bytes = readPart(meanwhile, begin, end);
  const batches = Array.from(framesOf(databases.meta, name).from(bytes), ({ batch }) => batch);
  new CommitWriter(root, databases, new LookupIndex(root, databases), feedLength).apply(batches);
}

async function finish(): Promise<void> {
  const { target } = currentSetup();
  await root?.close();
  await rm(`${target}-lock`, { force: true });
  await sync(target);
}

function readPart(file: string, begin: number, end: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(end - begin);
    for (let at = 0; at < bytes.length;) {
      const read = readSync(handle, bytes, at, bytes.length - at, begin + at);
      if (read === 0) throw new RangeError(`${file} ends before byte ${String(end)}`);
      at += read;
    }
    return bytes;
  } finally {
    closeSync(handle);
  }
}

const send = (message: FromCopier): void => {
  process.send?.(message);
};

async function handle(message: ToCopier): Promise<void> {
  if (message.kind === 'copy') await copy(message.setup);
  else if (message.kind === 'apply') apply(message.begin, message.end);
  else await finish();
}

// Its node ends it with a signal, or has ended itself.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToCopier) => {
  handle(message).then(
    () => {
      send({ kind: 'done' });
    },
    (error: unknown) => {
      // A message carries no properties of errors but these.
      send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error), code: codeOf(error) });
    },
  );
});
lowerThreadPriority();
