/**
 * The program that `integrity-check.ts` runs: reads a store's file, all of it or its edges, and writes a little that it
 * removes again.
 */
import { ABORT, type Database, type Key, open } from 'lmdb';
import { isReadable, openMeta } from '../lmdb/environment.js';
import { UNREADABLE } from './integrity-check.js';

const [, , file = '', extent] = process.argv;
const root = open({ path: file, noSubdir: true, overlappingSync: false, encoding: 'binary', maxDbs: 32 });

/** The first and the last entry lie below the root page, at the two edges of the tree. */
function readEdges(database: Database<Buffer>): void {
  for (const reverse of [false, true]) Array.from(database.getRange({ reverse, limit: 1 }));
}

function readAll(database: Database<Buffer>): number {
  let bytes = 0;
  for (const { value } of database.getRange()) bytes += value.length;
  return bytes;
}

try {
  for (const name of Array.from(root.getKeys(), String)) {
    const database = root.openDB<Buffer, Key>({ name, encoding: 'binary' });
    if (extent === 'all') readAll(database);
    else readEdges(database);
  }
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  // LMDB may detect damage in one place and miss it in the next one, where a signal would end the node.
  process.exit(UNREADABLE);
}
// Reads the free list. A file of another format is not written to: its list may have another form.
if (isReadable(openMeta(root).get('format')))
  root.transactionSync(() => {
    void root.put('trial', Buffer.alloc(64 * 1024));
    return ABORT;
  });
// Other errors are reported by the node itself; here it matters that the process is still alive.
process.exit(0);
