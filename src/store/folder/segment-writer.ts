/** Brings segments of commits into a store's file: of a backup that is restored, or of a standby. */
import { rm } from 'node:fs/promises';
import type { RootDatabase } from 'lmdb';
import { spanOf } from '../commit-order.js';
import { type CommitTime, dateTimeText, type Position } from '../commit-time.js';
import { CommitWriter } from '../lmdb/commit-writer.js';
import { type Databases, lastSequence, openDatabases, openRoot, timeIn } from '../lmdb/environment.js';
import { isErasing } from '../lmdb/log/commit-range.js';
import { lastOf, type LoggedBatch } from '../lmdb/log/frames.js';
import { batchesOf, readSegment, type SegmentHeader } from '../lmdb/log/segments.js';
import { LookupIndex } from '../lmdb/lookup-index.js';
import { StoreError } from '../store-error.js';

/** The commits in the feed of the file: its node keeps as many as it wants. */
const FEED_LENGTH = 100_000;

/** A segment whose batches all fit their checksums and follow each other. */
export interface VerifiedSegment {
  readonly header: SegmentHeader;
  readonly batches: readonly LoggedBatch[];
  /** Where it comes from, for errors. */
  readonly source: string;
}

/** Whether something is erased in a segment. */
export const erases = ({ batches }: VerifiedSegment): boolean => batches.some(isErasing);

export class SegmentWriter {
  readonly #databases: Databases;
  readonly #index: LookupIndex;
  readonly #writer: CommitWriter;
  readonly #outdated = new Set<string>();

  private constructor(
    private readonly file: string,
    private readonly root: RootDatabase,
  ) {
    this.#databases = openDatabases(root);
    this.#index = new LookupIndex(root, this.#databases);
    this.#writer = new CommitWriter(root, this.#databases, this.#index, FEED_LENGTH);
  }

  /** @param file which no other process writes. @throws the errors of LMDB. */
  static open(file: string): SegmentWriter {
    return new SegmentWriter(file, openRoot(file));
  }

  /** The last commit in the file. */
  get position(): Position {
    return { sequence: lastSequence(this.#databases), time: timeIn(this.#databases.meta) };
  }

  /** The base that the store was made for. */
  get base(): string {
    return this.#databases.meta.get('base') ?? '';
  }

  /**
   * Reads a segment of the store that the file is a copy of.
   *
   * @param history that it must belong to.
   * @throws StoreError for one that is damaged, of another history or another release.
   */
  read(bytes: Buffer, history: string, source: string): VerifiedSegment {
    const segment = readSegment(bytes);
    if (segment === undefined)
      throw new StoreError(`${source} has no commits that this program reads: use the version that wrote it`);
    const { header, frames } = segment;
    const batches = batchesOf(segment, this.#databases.meta);
    const length = batches.reduce((sum, { frame }) => sum + frame.length, 0);
    if (length !== frames.length || header.history !== history)
      throw new StoreError(`${source} is damaged, or of another store`);
    return { header, batches: batches.map(({ batch }) => batch), source };
  }

  /**
   * Brings the commits of a segment into the file, those that it lacks, in one transaction. They are on disk when it
   * resolves.
   *
   * @param at the last commit has no later time.
   * @throws StoreError for a segment that does not continue the file, and the errors of LMDB.
   */
  async write({ header, batches, source }: VerifiedSegment, at: CommitTime = Infinity): Promise<void> {
    const { sequence, time } = this.position;
    const last = batches.at(-1);
    if (last === undefined || lastOf(last) < sequence) return;
    const before =
      header.first === sequence + 1 ? header.before : batches.find((batch) => lastOf(batch) === sequence)?.time;
    if (before !== time)
      throw new StoreError(`${source} does not continue commit ${String(sequence)} of ${dateTimeText(time)}`);
    this.#writer.apply(batches.flatMap((batch) => untilTime(batch, at) ?? []));
    this.root.resetReadTxn();
    // Another release has written their entries, or did not know them: the node's start builds them again.
    for (const lookup of differing(header.lookups, this.#index.versions())) {
      if (this.#outdated.has(lookup)) continue;
      await this.#index.outdate(lookup);
      this.#outdated.add(lookup);
    }
    this.root.resetReadTxn();
  }

  async close(): Promise<void> {
    await this.root.close();
    await rm(`${this.file}-lock`, { force: true });
  }
}

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
