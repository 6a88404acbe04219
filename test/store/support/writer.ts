/**
 * Writes revisions of a few objects until it is killed; prints `<object> <revision>` when the store has acknowledged it. The
 * log is full after some of them, so that it may be killed while they are brought into the trees. With `purging`, new files
 * take the place of the store's all the time; prints `purged` for each. With `keeping`, commits are kept for increments.
 */
import { writeSync } from 'node:fs';
import { storeCopier, storeWriter } from '../../support/program.js';
import { openFolder } from './open.js';
import { names, write } from './writing.js';

const [folder = '', purging, keeping] = process.argv.slice(2);
const isPurging = purging === 'purging';
const copier = isPurging ? { copier: storeCopier() } : {};
const archive = keeping === 'keeping' ? { keepBytes: 2 ** 26 } : {};
const store = await openFolder(folder, { logBytes: 10_000, writer: storeWriter(), ...copier, ...archive });
writeSync(1, 'open\n');

async function purge(): Promise<void> {
  while (isPurging) {
    await store.purge();
    writeSync(1, 'purged\n');
  }
}

await Promise.all([
  purge(),
  ...names.map(async (name) => {
    for (;;) writeSync(1, `${name} ${await write(store, name)}\n`);
  }),
]);
