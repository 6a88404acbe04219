/** Opens the store that `STORE_URL` names. */
import { resolve } from 'node:path';
import type { Iri } from '../rdf/terms.js';
import { type FolderLock, lockFolder } from './folder/folder-lock.js';
import { makeFolder } from './folder/folders.js';
import { assertNoStandby } from './folder/standby-mark.js';
import { GraphStore, type GraphStoreOptions } from './graph-store/graph-store.js';
import { LmdbFile } from './lmdb/lmdb-file.js';
import { LmdbRecord } from './lmdb/lmdb-record.js';
import type { RecentCommits } from './lmdb/log/recent-commits.js';
import { WriterThread } from './lmdb/writer-thread.js';
import { MemoryRecord } from './memory/memory-record.js';
import { openPostgresStore } from './postgres/open.js';
import type { GraphRecord } from './record.js';
import { StoreError } from './store-error.js';

export type StoreLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'memory' }
  /** A database that several nodes may share. */
  | { readonly kind: 'postgres'; readonly url: string };

export interface StoreOptions extends GraphStoreOptions {
  readonly location: StoreLocation;
  /** `{base_url}`: a store is made for one, since its graphs are named under it. */
  readonly base: Iri;
  /** The compiled program of a thread that brings logged commits into the trees; without one this thread does. */
  readonly writer?: URL | undefined;
  /** The compiled program of the process that makes a new file (`purge`). */
  readonly copier?: URL | undefined;
  /** The size of a file of the log at which its commits are brought into the trees. */
  readonly logBytes?: number | undefined;
  /** The bytes of commits that are kept for increments of backups; by default as before, without a limit. */
  readonly keepBytes?: number | undefined;
  /** Gets each batch of commits that is on disk, for standbys. */
  readonly recent?: RecentCommits | undefined;
  /** A wrapper of the record, for tests. */
  readonly around?: ((record: GraphRecord) => GraphRecord) | undefined;
}

const asItIs = (record: GraphRecord): GraphRecord => record;

/**
 * Opens the store in a folder (created when absent), in a database (its tables are created when absent), or in memory.
 * It reads none of the data.
 *
 * @throws StoreError when the folder is in use, or its store is damaged, of another format or for another base.
 */
export async function openStore(options: StoreOptions): Promise<GraphStore> {
  const {
    location,
    base,
    log,
    lookups,
    feedLength = 100_000,
    writer,
    around = asItIs,
    clock,
    logBytes,
    copier,
    keepBytes,
    recent,
  } = options;
  if (location.kind === 'memory') return new GraphStore(options, around(new MemoryRecord(clock)));
  if (location.kind === 'postgres') return openPostgresStore({ ...options, around }, location.url);
  const folder = resolve(location.path);
  let lock: FolderLock | undefined;
  let file: LmdbFile | undefined;
  try {
    // Other users of this machine must not read data that partners entrust to this node.
    await makeFolder(folder, 0o700);
    const held = await lockFolder(folder);
    lock = held;
    await assertNoStandby(folder);
    file = await LmdbFile.open({ folder, base, feedLength, lookups, log, clock, keepBytes });
    log.info(file.size, 'the store is open');
    const thread = writer && new WriterThread(writer, { file: file.file, feedLength }, log);
    return new GraphStore(options, around(new LmdbRecord(file, { thread, clock, log, logBytes, copier, recent })), () =>
      held.release(),
    );
  } catch (error) {
    await file?.close();
    await lock?.release();
    log.debug({ err: error, folder }, 'the store could not be opened');
    if (error instanceof StoreError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`store folder ${folder} cannot be opened: ${reason}`, { cause: error });
  }
}
