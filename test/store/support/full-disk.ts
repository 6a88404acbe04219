/** Writes to a store whose file may not grow, then to one that may again; prints what became of each write. */
import { execFileSync } from 'node:child_process';
import { ServiceError } from '../../../src/errors.js';
import { object, openFolder, revision, statement } from './open.js';

const folder = process.argv[2] ?? '';

function allow(bytes: string): void {
  execFileSync('prlimit', [`--fsize=${bytes}:unlimited`, '--pid', String(process.pid)]);
}

// With a handler the signal becomes the error of the write, as when a disk is full.
process.on('SIGXFSZ', () => undefined);

const store = await openFolder(folder);

async function write(name: string): Promise<string> {
  const statements = Array.from({ length: 50 }, (_, index) => statement(name, `p${index}`, 'x'.repeat(1000)));
  try {
    await store.transact([object(name)], (tx) => tx.insert(revision(name, 1), statements));
    return 'written';
  } catch (error) {
    return error instanceof ServiceError ? error.kind : String(error);
  }
}

const size = async (name: string): Promise<number> => (await store.read(revision(name, 1))).size;

const before = await write('before');
allow('100');
const during = await Promise.all([write('one'), write('two')]);
const sequence = store.status().sequence;
const readable = [await size('before'), await size('one')];
allow('unlimited');
const after = [await write('one'), await write('two')];
await store.close();
process.stdout.write(`${JSON.stringify({ before, during, sequence, readable, after })}\n`);
