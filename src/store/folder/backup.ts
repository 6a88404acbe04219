/**
 * Backups of a store's folder. LMDB lets another process read a consistent snapshot of the file while the node writes:
 * a backup needs nothing from the running node and does not slow its requests. A backup is that snapshot as a store
 * file, with every graph verified, and a manifest.
 */
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { type CommitTime, dateTimeText } from '../commit-time.js';
import { framesOf, historyIn, logNameIn, openMeta, openRoot } from '../lmdb/environment.js';
import { copyLog, removeLog } from '../lmdb/log/log-files.js';
import { LmdbFile } from '../lmdb/lmdb-file.js';
import { FILE, checkEmpty } from '../lmdb/new-file.js';
import { copyFileKeys } from '../lmdb/purge/copy-keys.js';
import { withSharedFile } from '../lmdb/purge/shared-file.js';
import { StoreError } from '../store-error.js';
import { applyIncrements, type Increment, orderIncrements } from './applied-increments.js';
import { assertSource, prepareTarget, targetError } from './backup-folders.js';
import { exists, moveIntoFolder, sync } from './file-checks.js';
import { lockFolder } from './folder-lock.js';
import { makeFolder } from './folders.js';
import { type BackupManifest, digest, MANIFEST, notABackup, readManifest, writeManifest } from './manifests.js';
import { markRestored } from './restored.js';

/** How the file of a backup is opened: a copy keeps no commits. */
const COPY = { base: undefined, feedLength: 0, keepBytes: 0 } as const;

/**
 * Copies the current state of the store in a folder to another folder, absent or empty. The node may be running.
 *
 * @throws StoreError without a store, for a damaged one, or for a target in use; the target contains no backup then.
 */
export async function backUp(folder: string, target: string, clock: Clock): Promise<BackupManifest> {
  await assertSource(folder);
  await prepareTarget(target, folder);
  const createdAt = clock.now().toISOString();
  const copy = join(target, FILE);
  try {
    const history = await copyStore(folder, target);
    const disk = await LmdbFile.open({ ...COPY, folder: target });
    let graphs = 0;
    const { format, base, sequence, time } = disk;
    try {
      // Reads every graph; a wrong checksum is an error.
      for (const graph of disk.graphs()) if (graph.text !== '') graphs += 1;
    } finally {
      await disk.close();
      await rm(`${copy}-lock`, { force: true });
    }
    await sync(copy);
    const { size: bytes } = await stat(copy);
    const manifest: BackupManifest = {
      kind: 'cargograph-backup',
      format,
      base,
      createdAt,
      ...{ sequence, time, history, graphs },
      bytes,
      sha256: await digest(copy),
    };
    // Last: a folder with a manifest is a complete backup.
    await writeManifest(target, manifest);
    return manifest;
  } catch (error) {
    const reason = await targetError(error, target);
    for (const file of [copy, `${copy}-lock`, join(target, MANIFEST)]) await rm(file, { force: true });
    await removeLog(target);
    throw reason;
  }
}

/**
 * Copies a store key by key: what was erased is in no page of the copy (P39). The node may be running.
 *
 * @returns the history of the store, if its commits are kept.
 * @throws the errors of LMDB and of the file system.
 */
async function copyStore(folder: string, target: string): Promise<string | undefined> {
  const file = join(target, FILE);
  const { history, log } = await withSharedFile(folder, async (source) => {
    const meta = openMeta(source);
    const read = { history: historyIn(meta), log: logNameIn(meta) };
    // Before the trees: what is in neither copy was written after the beginning.
    if (read.log !== undefined) await copyLog(folder, target, framesOf(meta, read.log));
    await copyFileKeys(source, file);
    return read;
  });
  if (log === undefined) return history;
  // Commits of the log may have written what later ones erased. With them in the trees, what is left is copied again.
  const disk = await LmdbFile.open({ ...COPY, folder: target });
  await disk.close();
  const unclean = join(target, 'unclean.mdb');
  await rename(file, unclean);
  await rm(`${file}-lock`, { force: true });
  try {
    const source = openRoot(unclean, { readOnly: true });
    try {
      await copyFileKeys(source, file);
    } finally {
      await source.close();
    }
  } finally {
    for (const each of [unclean, `${unclean}-lock`]) await rm(each, { force: true });
  }
  return history;
}

export interface RestoreOptions {
  /** The folders of increments, in any order. */
  readonly increments?: readonly string[];
  /** The last commit has no later time than this one. */
  readonly at?: CommitTime | undefined;
}

/** The restored state. */
export interface Restored {
  readonly manifest: BackupManifest;
  /** The last commit; without a time if the backup does not say it. */
  readonly sequence: number;
  readonly time?: CommitTime | undefined;
}

/**
 * Restores a backup to the store's folder, absent or empty, with the commits of increments that follow it. The store
 * begins another history.
 *
 * @param base the `BASE_URL` of the node that will use it.
 * @throws StoreError for an invalid or incomplete backup, one for another base, increments that do not follow, a time
 * that they do not have, or a folder that is not empty.
 */
export async function restore(
  backup: string,
  folder: string,
  base: string,
  { increments = [], at }: RestoreOptions = {},
): Promise<Restored> {
  const manifest = await readFull(backup);
  if (manifest.base !== base) {
    throw new StoreError(
      `backup ${backup} is of a node with BASE_URL=${manifest.base}, not ${base}: set BASE_URL to that`,
    );
  }
  const ordered = orderIncrements(manifest, await Promise.all(increments.map(readIncrement)), at);
  await makeFolder(folder);
  const lock = await lockFolder(folder);
  // Under another name first: a store file that exists is complete.
  const unfinished = join(folder, 'unfinished.mdb');
  try {
    await checkEmpty(folder, 'store folder', 'move it away, or set STORE_URL to another folder');
    try {
      await copyFile(join(backup, FILE), unfinished);
      if ((await digest(unfinished)) !== manifest.sha256)
        throw new StoreError(`backup ${backup} is damaged: its file does not match ${MANIFEST}; use another one`);
      const { sequence, time } =
        ordered.length === 0 ? manifest : await applyIncrements(unfinished, ordered, at ?? Infinity);
      await sync(unfinished);
      const until = ordered.length === 0 ? manifest.createdAt : dateTimeText(time ?? 0);
      await markRestored(folder, `restore of the backup of ${until}`);
      await moveIntoFolder(unfinished, folder, FILE);
      return { manifest, sequence, time };
    } catch (error) {
      const reason = await targetError(error, folder);
      for (const each of [unfinished, `${unfinished}-lock`]) await rm(each, { force: true });
      throw reason;
    }
  } finally {
    await lock.release();
  }
}

async function readFull(backup: string): Promise<BackupManifest> {
  const manifest = await readManifest(backup);
  if (manifest.kind !== 'cargograph-backup')
    throw new StoreError(
      `${backup} is an increment: name the full backup of before (commit ${String(manifest.since.sequence)} or earlier) first`,
    );
  if (!(await exists(join(backup, FILE)))) throw notABackup(backup, `${FILE} is not there`);
  return manifest;
}

async function readIncrement(folder: string): Promise<Increment> {
  const manifest = await readManifest(folder);
  if (manifest.kind !== 'cargograph-increment')
    throw new StoreError(`${folder} is a full backup: name it first, and only increments after it`);
  return { folder, manifest };
}
