/**
 * A look at an LMDB file before LMDB maps it into memory. LMDB trusts the file: something else, or one that ends too
 * early, would end the process with a signal instead of an error that says what to do.
 */
import { type FileHandle, open, rm, stat, writeFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../errors.js';
import { StoreError } from '../store-error.js';

const PROBE_BYTES = 64 * 1024;
const PAGE_HEADER = 24;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;

/** What each of the file's two first pages says of it (`MDB_meta`; only one of the two is the newer). */
interface MetaPage {
  readonly magic: number;
  readonly version: number;
  readonly pageSize: number;
  readonly lastPage: bigint;
}

/**
 * Checks that a file is LMDB's, and makes it as long as it should be: pages that are missing at its end read as empty
 * ones then, which LMDB refuses properly. (A sound file may be shorter, when its last pages are free.)
 *
 * @throws StoreError for a file that is not LMDB's.
 */
export async function prepareFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const length = await soundLength(file, handle);
    if (length !== undefined && (await handle.stat()).size < length) await handle.truncate(length);
  } finally {
    await handle.close();
  }
}

/**
 * Checks that a file is LMDB's, and leaves it as it is: another process may be using it.
 *
 * @throws StoreError for a file that is not.
 */
export async function checkFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await soundLength(file, handle);
  } finally {
    await handle.close();
  }
}

/** How long a file should be; undefined where that cannot be told. */
async function soundLength(file: string, handle: FileHandle): Promise<number | undefined> {
  // On the few big-endian machines the bytes are in another order: there LMDB is on its own.
  if (endianness() === 'BE') return undefined;
  const first = await readMeta(handle, 0);
  const second = first && (await readMeta(handle, first.pageSize));
  const isSound = (meta: MetaPage | undefined): meta is MetaPage =>
    meta?.magic === MAGIC && (meta.version & 0xffff) === DATA_VERSION && meta.pageSize === first?.pageSize;
  if (!isSound(first) || !isSound(second)) {
    throw new StoreError(
      `${file} is not a store, or is damaged at its beginning: restore the folder from a backup, or move it away to start with an empty store`,
    );
  }
  const lastPage = first.lastPage > second.lastPage ? first.lastPage : second.lastPage;
  return (Number(lastPage) + 1) * first.pageSize;
}

async function readMeta(handle: FileHandle, position: number): Promise<MetaPage | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, position);
  if (bytesRead < buffer.length) return undefined;
  return {
    magic: buffer.readUInt32LE(PAGE_HEADER),
    version: buffer.readUInt32LE(PAGE_HEADER + 4),
    pageSize: buffer.readUInt32LE(PAGE_HEADER + 24),
    lastPage: buffer.readBigUInt64LE(PAGE_HEADER + 120),
  };
}

/** Whether a folder has room for so many bytes and a little more: by trying, since quotas are not told otherwise. */
export async function hasDiskSpace(folder: string, bytes: number): Promise<boolean> {
  const file = join(folder, '.probe');
  try {
    await writeFile(file, Buffer.alloc(bytes + PROBE_BYTES), { flush: true });
    return true;
  } catch (error) {
    // Whatever it is that keeps a file from being written, there is no room for this one.
    if (codeOf(error) === undefined) throw error;
    return false;
  } finally {
    await rm(file, { force: true });
  }
}

export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Makes a folder's entries durable. Windows has no way to, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
