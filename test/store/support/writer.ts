/**
 * Writes revisions of a few objects until it is killed; prints `<object> <revision>` when the store has acknowledged it. The
 * log is full after some of them, so that it may be killed while they are brought into the trees.
 */
import { writeSync } from 'node:fs';
import { openFolder } from './open.js';
import { names, write } from './writing.js';

const store = await openFolder(process.argv[2] ?? '', { logBytes: 10_000 });
writeSync(1, 'open\n');
await Promise.all(
  names.map(async (name) => {
    for (;;) writeSync(1, `${name} ${await write(store, name)}\n`);
  }),
);
