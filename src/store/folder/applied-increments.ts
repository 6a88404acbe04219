/** Brings the commits of increments into the file of a backup, to its end or until a time. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { spanOf } from '../commit-order.js';
import { type CommitTime, dateTimeText } from '../commit-time.js';
import { CommitWriter } from '../lmdb/commit-writer.js';
import { lastSequence, type Meta, openDatabases, openRoot, timeIn } from '../lmdb/environment.js';
import { lastOf, type LoggedBatch } from '../lmdb/log/frames.js';
import { batchesOf, readSegment, type SegmentHeader } from '../lmdb/log/segments.js';
import { LookupIndex } from '../lmdb/lookup-index.js';
import { StoreError } from '../store-error.js';
import type { Position } from './commits-since.js';
import { type BackupManifest, digestOf, type IncrementManifest, notABackup } from './manifests.js';

/** The commits in the feed of a restored store: its node keeps as many as it wants. */
const FEED_LENGTH = 100_000;

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
  const root = openRoot(file);
  try {
    const databases = openDatabases(root);
    const index = new LookupIndex(root, databases);
    const writer = new CommitWriter(root, databases, index, FEED_LENGTH);
    const position = (): Position => ({ sequence: lastSequence(databases), time: timeIn(databases.meta) });
    const outdated = new Set<string>();
    let isWhole = true;
    for await (const { header, batches, path } of segmentsOf(increments, databases.meta)) {
      const { sequence, time } = position();
      const last = batches.at(-1);
      if (last === undefined || lastOf(last) < sequence) continue;
      const before =
        header.first === sequence + 1 ? header.before : batches.find((batch) => lastOf(batch) === sequence)?.time;
      if (before !== time)
        throw new StoreError(`${path} does not continue commit ${String(sequence)} of ${dateTimeText(time)}`);
      writer.apply(batches.flatMap((batch) => untilTime(batch, at) ?? []));
      root.resetReadTxn();
      for (const lookup of differing(header.lookups, index.versions())) outdated.add(lookup);
      isWhole = last.time <= at;
      if (!isWhole) break;
    }
    const { sequence } = position();
    const short = increments.find(({ manifest }) => isWhole && manifest.sequence > sequence);
    if (short !== undefined) throw damaged(short.folder, `it has no commit ${String(short.manifest.sequence)}`);
    // Another release has written their entries, or did not know them: the node's start builds them again.
    for (const lookup of outdated) await index.outdate(lookup);
    root.resetReadTxn();
    return position();
  } finally {
    await root.close();
    await rm(`${file}-lock`, { force: true });
  }
}

interface ReadSegment {
  readonly header: SegmentHeader;
  readonly batches: readonly LoggedBatch[];
  readonly path: string;
}

/** The segments of increments, each compared with its manifest, and each batch with its checksum. */
async function* segmentsOf(increments: readonly Increment[], meta: Meta): AsyncGenerator<ReadSegment> {
  for (const { folder, manifest } of increments)
    for (const { name, sha256 } of manifest.files) {
      const path = join(folder, name);
      const bytes = await readFile(path).catch((cause: unknown) => {
        throw notABackup(folder, `${name} cannot be read`, cause);
      });
      const unlike = damaged(folder, `${name} does not match its manifest`);
      if (digestOf(bytes) !== sha256) throw unlike;
      const segment = readSegment(bytes);
      if (segment === undefined)
        throw new StoreError(`${path} has no commits that this program reads: use the version that wrote it`);
      const batches = batchesOf(segment, meta);
      const length = batches.reduce((sum, { frame }) => sum + frame.length, 0);
      const { header, frames } = segment;
      if (length !== frames.length || header.history !== manifest.history) throw unlike;
      yield { header, path, batches: batches.map(({ batch }) => batch) };
    }
}

const damaged = (folder: string, why: string): StoreError =>
  new StoreError(`increment ${folder} is damaged: ${why}; use another one`);

/** The commits of a batch until a time; undefined without any. */
export function untilTime(batch: LoggedBatch, at: CommitTime): LoggedBatch | undefined {
  if (batch.time <= at) return batch;
  const spans = batch.commits.map(({ changes }) => spanOf(changes));
  let time = batch.time - spans.reduce((sum, span) => sum + span, 0);
  let count = 0;
  for (const span of spans) {
    if (time + span > at) break;
    time += span;
    count += 1;
  }
  return count === 0 ? undefined : { first: batch.first, time, commits: batch.commits.slice(0, count) };
}

/** The lookups that two files do not have in the same version. */
function differing(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);
}
