/**
 * Increments of backups: only the commits since an earlier backup, or since an increment of it. They come from the commits
 * that the store keeps and from its log, which another process reads while the node writes.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import type { Position } from '../commit-time.js';
import { openMeta } from '../lmdb/environment.js';
import { writeSegment } from '../lmdb/log/segments.js';
import { withSharedFile } from '../lmdb/purge/shared-file.js';
import { StoreError } from '../store-error.js';
import { assertSource, prepareTarget, targetError } from './backup-folders.js';
import { CommitsSince, FULL } from './commits-since.js';
import { digestOf, type IncrementManifest, MANIFEST, readManifest, writeManifest } from './manifests.js';

/** What an increment continues. */
export interface Earlier extends Position {
  readonly history: string;
  /** The time at which it was made. */
  readonly createdAt: string;
}

/**
 * Copies the commits since an earlier backup or increment to a folder, absent or empty. The node may be running.
 *
 * @param earlier the folder of the earlier backup or increment.
 * @throws StoreError as `writeIncrement`, and without kept commits in the earlier one.
 */
export async function backUpSince(
  folder: string,
  target: string,
  earlier: string,
  clock: Clock,
): Promise<IncrementManifest> {
  const { history, sequence, time, createdAt } = await readManifest(earlier);
  if (history === undefined || time === undefined)
    throw new StoreError(
      `no increment can follow ${earlier}: the store kept no commits then; set COMMIT_LOG_KEEP_MB, restart the node, and ${FULL}`,
    );
  return writeIncrement(folder, target, { history, sequence, time, createdAt }, clock);
}

/**
 * Copies the commits after a position to a folder, absent or empty. The node may be running.
 *
 * @throws StoreError without a store, for a target in use, and when the commits since then are not kept; the target
 * contains no increment then.
 */
export async function writeIncrement(
  folder: string,
  target: string,
  { history, createdAt: sinceTime, sequence, time }: Earlier,
  clock: Clock,
): Promise<IncrementManifest> {
  await assertSource(folder);
  await prepareTarget(target, folder);
  const createdAt = clock.now().toISOString();
  const files: IncrementManifest['files'] = [];
  try {
    const [base, end] = await withSharedFile(folder, async (root) => {
      const commits = new CommitsSince(folder, root, { sequence, time }, history);
      for await (const segment of commits.segments()) {
        const bytes = writeSegment(segment);
        const name = `${String(segment.header.first)}-${String(commits.end.sequence)}.commits`;
        files.push({ name, bytes: bytes.length, sha256: digestOf(bytes) });
        await writeFile(join(target, name), bytes, { mode: 0o600, flush: true });
      }
      return [openMeta(root).get('base') ?? '', commits.end] as const;
    });
    const manifest: IncrementManifest = {
      kind: 'cargograph-increment',
      ...{ base, createdAt, ...end, history },
      since: { createdAt: sinceTime, sequence, time },
      commits: end.sequence - sequence,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      files,
    };
    await writeManifest(target, manifest);
    return manifest;
  } catch (error) {
    const reason = await targetError(error, target);
    for (const name of [...files.map((file) => file.name), MANIFEST]) await rm(join(target, name), { force: true });
    throw reason;
  }
}
