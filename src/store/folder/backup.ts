/**
 * Backups of a store's folder. LMDB lets another process read a consistent snapshot of the file while the node writes:
 * a backup needs nothing from the running node and does not slow its requests. A backup is that snapshot as a store
 * file, with every graph verified, and a manifest.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { formatProblem, framesOf, logNameIn, openMeta, openRoot } from '../lmdb/environment.js';
import { copyLog, removeLog } from '../lmdb/log/log-files.js';
import { checkFile, exists, moveIntoFolder, sync, syncFolder } from './file-checks.js';
import { LmdbFile } from '../lmdb/lmdb-file.js';
import { FILE, checkEmpty } from '../lmdb/new-file.js';
import { copyKeys, openCopy } from '../lmdb/purge/copy-keys.js';
import { withSharedFile } from '../lmdb/purge/shared-file.js';
import { makeFolder } from './folders.js';
import { lockFolder, ownerOf } from './folder-lock.js';
import { markRestored } from './restored.js';
import { StoreError } from '../store-error.js';

const MANIFEST = 'backup.json';

/** The manifest of a backup. */
export type BackupManifest = Readonly<z.output<typeof manifestSchema>>;

const manifestSchema = z.object({
  kind: z.literal('cargograph-backup'),
  /** The layout of the file. */
  format: z.string(),
  /** The `BASE_URL` that the store was made for. */
  base: z.string(),
  createdAt: z.iso.datetime(),
  /** The last commit in it. */
  sequence: z.int().nonnegative(),
  graphs: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * Copies the current state of the store in a folder to another folder, absent or empty. The node may be running.
 *
 * @throws StoreError without a store, for a damaged one, or for a target in use; the target contains no backup then.
 */
export async function backUp(folder: string, target: string, clock: Clock): Promise<BackupManifest> {
  const file = join(folder, FILE);
  if (!(await exists(file))) throw new StoreError(`there is no store in ${folder}: STORE_URL must name its folder`);
  await checkFile(file);
  // LMDB identifies readers by process id. Two containers may give the node and this process the same one.
  if ((await ownerOf(folder)) === process.pid) {
    throw new StoreError(
      `the node that uses ${folder} runs in another container, with the number of this process (${String(process.pid)}): back up in the node's own container`,
    );
  }
  await makeFolder(target);
  await checkEmpty(target, 'folder', 'name another one');
  const createdAt = clock.now().toISOString();
  const copy = join(target, FILE);
  try {
    const problem = await formatProblem(file);
    if (problem !== undefined) throw new StoreError(`the store in ${folder} ${problem}`);
    await copyStore(folder, target);
    const disk = await LmdbFile.open({ folder: target, base: undefined, feedLength: 0 });
    let graphs = 0;
    const { format, base, sequence } = disk;
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
      sequence,
      graphs,
      bytes,
      sha256: await digest(copy),
    };
    // Last: a folder with a manifest is a complete backup.
    await writeFile(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await syncFolder(target);
    return manifest;
  } catch (error) {
    await rm(copy, { force: true });
    await rm(`${copy}-lock`, { force: true });
    await removeLog(target);
    throw error;
  }
}

/**
 * Copies a store key by key: what was erased is in no page of the copy (P39). The node may be running.
 *
 * @throws the errors of LMDB and of the file system.
 */
async function copyStore(folder: string, target: string): Promise<void> {
  const file = join(target, FILE);
  const logged = await withSharedFile(folder, async (source) => {
    const log = logNameIn(openMeta(source));
    // Before the trees: what is in neither copy was written after the beginning.
    if (log !== undefined) await copyLog(folder, target, framesOf(openMeta(source), log));
    await copyFileKeys(source, file);
    return log !== undefined;
  });
  if (!logged) return;
  // Commits of the log may have written what later ones erased. With them in the trees, what is left is copied again.
  const disk = await LmdbFile.open({ folder: target, base: undefined, feedLength: 0 });
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
}

/** Copies the state of a file to a new one. */
async function copyFileKeys(source: RootDatabase, file: string): Promise<void> {
  const copy = openCopy(file);
  try {
    copyKeys(source, copy);
  } finally {
    await copy.close();
    await rm(`${file}-lock`, { force: true });
  }
}

/**
 * Restores a backup to the store's folder, absent or empty.
 *
 * @param base the `BASE_URL` of the node that will use it.
 * @throws StoreError for an invalid or incomplete backup, one for another base, or a folder that is not empty.
 */
export async function restore(backup: string, folder: string, base: string): Promise<BackupManifest> {
  const manifest = await readManifest(backup);
  if (manifest.base !== base) {
    throw new StoreError(
      `backup ${backup} is of a node with BASE_URL=${manifest.base}, not ${base}: set BASE_URL to that`,
    );
  }
  await makeFolder(folder);
  const lock = await lockFolder(folder);
  try {
    await checkEmpty(folder, 'store folder', 'move it away, or set STORE_URL to another folder');
    // Under another name first: a store file that exists is complete.
    const unfinished = join(folder, 'unfinished.mdb');
    await copyFile(join(backup, FILE), unfinished);
    if ((await digest(unfinished)) !== manifest.sha256) {
      await rm(unfinished, { force: true });
      throw new StoreError(`backup ${backup} is damaged: its file does not match ${MANIFEST}; use another one`);
    }
    await sync(unfinished);
    await markRestored(folder, manifest.createdAt);
    await moveIntoFolder(unfinished, folder, FILE);
    return manifest;
  } finally {
    await lock.release();
  }
}

async function readManifest(backup: string): Promise<BackupManifest> {
  const file = join(backup, MANIFEST);
  const notABackup = (why: string, cause?: unknown): StoreError =>
    new StoreError(`${backup} is not a complete backup (${why}): name a folder that the backup command made`, {
      cause,
    });
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw notABackup(`${MANIFEST} cannot be read`, cause);
  }
  try {
    const manifest = manifestSchema.parse(JSON.parse(text));
    if (!(await exists(join(backup, FILE)))) throw notABackup(`${FILE} is not there`);
    return manifest;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw notABackup(`${MANIFEST} is not from the backup command`, cause);
  }
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
