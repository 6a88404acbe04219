/**
 * Checks an LMDB file before LMDB maps it into memory. LMDB trusts the file: another kind of file, or a truncated one,
 * would end the process with a signal instead of a helpful error.
 */
import { type FileHandle, open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf } from '../../errors.js';
import { StoreError } from '../store-error.js';

const PROBE_BYTES = 64 * 1024;
const PAGE_HEADER = 24;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;

/** The content of the file's first two pages (`MDB_meta`; one of the two is newer). */
interface MetaPage {
  readonly magic: number;
  readonly version: number;
  readonly pageSize: number;
  readonly lastPage: bigint;
}

/**
 * Checks that a file is LMDB's, and extends it to its nominal length: pages that are missing at its end are then read as
 * empty ones, which LMDB rejects with an error. (A valid file may be shorter, when its last pages are free.)
 *
 * @throws StoreError for a file that is not LMDB's.
 */
export async function prepareFile(file: string): Promise<void> {
  const length = await checkFile(file);
  if (length !== undefined && (await stat(file)).size < length) await truncate(file, length);
}

/**
 * Checks that a file is an LMDB file, without changing it: another process may use it.
 *
 * @returns its nominal length; undefined where that is unknown.
 * @throws StoreError for any other file.
 */
export async function checkFile(file: string): Promise<number | undefined> {
  // Big-endian machines have another byte order; the check is skipped there.
  if (endianness() === 'BE') return undefined;
  const handle = await open(file, 'r');
  try {
    const first = await readMeta(handle, 0);
    const second = first && (await readMeta(handle, first.pageSize));
    const isValid = (meta: MetaPage | undefined): meta is MetaPage =>
      meta?.magic === MAGIC && (meta.version & 0xffff) === DATA_VERSION && meta.pageSize === first?.pageSize;
    if (!isValid(first) || !isValid(second)) {
      throw new StoreError(
        `${file} is not a store, or is damaged at its beginning: restore the folder from a backup, or move it away to start with an empty store`,
      );
    }
    const lastPage = first.lastPage > second.lastPage ? first.lastPage : second.lastPage;
    return (Number(lastPage) + 1) * first.pageSize;
  } finally {
    await handle.close();
  }
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

/**
 * Whether a folder has room for this many bytes and some more. It writes them, because nothing else reveals a quota.
 */
export async function hasDiskSpace(folder: string, bytes: number): Promise<boolean> {
  const file = join(folder, '.probe');
  try {
    await writeFile(file, Buffer.alloc(bytes + PROBE_BYTES), { flush: true });
    return true;
  } catch (error) {
    // Any failure to write counts as no room.
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

/** Makes a folder's entries durable. Windows has no call for it, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r');
}

/** Makes a file durable. */
export async function sync(file: string, flags = 'r+'): Promise<void> {
  const handle = await open(file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Renames a complete file into its folder. Durable when it resolves: a power cut that undid the renaming would lose
 * everything written since. The folder itself may be new.
 */
export async function moveIntoFolder(file: string, folder: string, name: string): Promise<void> {
  await rename(file, join(folder, name));
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}
