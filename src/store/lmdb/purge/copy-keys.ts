/**
 * Copies a store's file key by key. A copy of its pages, which LMDB offers, would have what was deleted in them: a page
 * keeps the bytes of a removed entry until others take their place (P39).
 */
import { rm } from 'node:fs/promises';
import { type Database, type Key, open, type RootDatabase } from 'lmdb';

/** The entries of one transaction of the copy: with many, its pages are copied and freed less often. */
const ENTRIES_IN_STEP = 5_000;
const BYTES_IN_STEP = 16 * 1024 * 1024;

/** Opens the file of a copy. It is on disk only after `sync`: before that nobody needs it. */
export const openCopy = (file: string): RootDatabase =>
  open({ path: file, noSubdir: true, overlappingSync: false, noSync: true, encoding: 'binary', maxDbs: 32 });

const rawDatabase = (root: RootDatabase, name: string): Database<Buffer, Buffer> =>
  root.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' });

/**
 * Copies all databases of a file in one state. It blocks its thread until it is done.
 *
 * @param target an empty file (`openCopy`).
 * @throws the errors of LMDB.
 */
export function copyKeys(source: RootDatabase, target: RootDatabase): void {
  const names = Array.from(source.getKeys(), (key: Key) => String(key));
  const databases = names.map((name) => ({ from: rawDatabase(source, name), to: rawDatabase(target, name) }));
  const transaction = source.useReadTransaction();
  try {
    for (const { from, to } of databases) {
      const entries = from.getRange({ transaction })[Symbol.iterator]();
      let next = entries.next();
      while (next.done !== true) {
        target.transactionSync(() => {
          let bytes = 0;
          for (let count = 0; next.done !== true && count < ENTRIES_IN_STEP && bytes < BYTES_IN_STEP; count += 1) {
            const { key, value } = next.value;
            to.putSync(key, value, { append: true });
            bytes += value.length;
            next = entries.next();
          }
        });
      }
    }
  } finally {
    transaction.done();
  }
}

/** Copies the state of a file to a new one. It blocks its thread until it is done. @throws the errors of LMDB. */
export async function copyFileKeys(source: RootDatabase, file: string): Promise<void> {
  const copy = openCopy(file);
  try {
    copyKeys(source, copy);
  } finally {
    await copy.close();
    await rm(`${file}-lock`, { force: true });
  }
}
