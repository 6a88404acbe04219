/** The program that `trial.ts` runs: reads all of a store's file, and writes a little that it takes back. */
import { ABORT, open } from 'lmdb';
import { UNREADABLE } from './integrity-check.js';

const file = process.argv[2] ?? '';
const root = open({ path: file, noSubdir: true, overlappingSync: false, encoding: 'string', maxDbs: 8 });
let bytes = 0;
try {
  for (const name of ['meta', 'graphs', 'commits', 'lookups', 'counts']) {
    const database = root.openDB<string, string | number>({ name, encoding: 'string' });
    for (const { value } of database.getRange()) bytes += value.length;
  }
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  // What LMDB notices at one place it may miss at the next: the node would be ended by a signal after all.
  process.exit(UNREADABLE);
}
root.transactionSync(() => {
  void root.put('trial', 'x'.repeat(64 * 1024 + (bytes % 2)));
  return ABORT;
});
// What else is wrong in an orderly way is for the node itself to tell; here it matters that the process is still alive.
process.exit(0);
