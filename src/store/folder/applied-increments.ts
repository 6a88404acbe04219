/** Brings the commits of increments into the file of a backup, to its end or until a time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommitTime, dateTimeText, type Position } from '../commit-time.js';
import { StoreError } from '../store-error.js';
import { type BackupManifest, digestOf, type IncrementManifest, notABackup } from './manifests.js';
import { SegmentWriter, type VerifiedSegment } from './segment-writer.js';

/** An increment in its folder. */
export interface Increment {
  readonly folder: string;
  readonly manifest: IncrementManifest;
}

/**
 * The increments of a backup in their order.
 *
 * @param at the time to restore to.
 * @throws StoreError if one is missing or of another history, or for a time that they do not have.
 */
export function orderIncrements(
  full: BackupManifest,
  increments: readonly Increment[],
  at: CommitTime | undefined,
): Increment[] {
  const ordered = increments.toSorted((one, other) => one.manifest.sequence - other.manifest.sequence);
  let { sequence } = full;
  let end = full.createdAt;
  for (const { folder, manifest } of ordered) {
    if (manifest.history !== full.history)
      throw new StoreError(`increment ${folder} does not continue this backup: it is of another history of the store`);
    if (manifest.since.sequence > sequence)
      throw new StoreError(
        `an increment is missing before ${folder}: it continues the backup of ${manifest.since.createdAt}, with commit ${String(manifest.since.sequence)}; the others end at commit ${String(sequence)}`,
      );
    sequence = Math.max(sequence, manifest.sequence);
    end = manifest.createdAt > end ? manifest.createdAt : end;
  }
  if (at === undefined) return ordered;
  const begin = full.time ?? Infinity;
  const until = Math.max(Date.parse(end) * 1_000, ordered.at(-1)?.manifest.time ?? 0);
  if (at < begin || at > until)
    throw new StoreError(
      `--at ${dateTimeText(at)} is not within these backups: ${full.time === undefined ? `the backup of ${full.createdAt} does not say the time of its last commit` : `they have ${dateTimeText(begin)} to ${dateTimeText(until)}`}`,
    );
  return ordered;
}

/**
 * Brings commits into a file, in order.
 *
 * @param file of the full backup, which no other process has open.
 * @returns the last commit in it.
 * @throws StoreError for increments that are damaged or do not follow; the file is of no use then.
 */
export async function applyIncrements(
  file: string,
  increments: readonly Increment[],
  at: CommitTime = Infinity,
): Promise<Position> {
  const writer = SegmentWriter.open(file);
  try {
    let isWhole = true;
    for await (const segment of segmentsOf(increments, writer)) {
      await writer.write(segment, at);
      isWhole = (segment.batches.at(-1)?.time ?? 0) <= at;
      if (!isWhole) break;
    }
    const { position } = writer;
    const short = increments.find(({ manifest }) => isWhole && manifest.sequence > position.sequence);
    if (short !== undefined) throw damaged(short.folder, `it has no commit ${String(short.manifest.sequence)}`);
    return position;
  } finally {
    await writer.close();
  }
}

/** The segments of increments, each compared with its manifest, and each batch with its checksum. */
async function* segmentsOf(
  increments: readonly Increment[],
  writer: Pick<SegmentWriter, 'read'>,
): AsyncGenerator<VerifiedSegment> {
  for (const { folder, manifest } of increments)
    for (const { name, sha256 } of manifest.files) {
      const path = join(folder, name);
      const bytes = await readFile(path).catch((cause: unknown) => {
        throw notABackup(folder, `${name} cannot be read`, cause);
      });
      if (digestOf(bytes) !== sha256) throw damaged(folder, `${name} does not match its manifest`);
      yield writer.read(bytes, manifest.history, path);
    }
}

const damaged = (folder: string, why: string): StoreError =>
  new StoreError(`increment ${folder} is damaged: ${why}; use another one`);
