/** The commits of a store after a position, while its node may write. */
import type { RootDatabase } from 'lmdb';
import type { CommitTime, Position } from '../commit-time.js';
import { framesOf, historyIn, lastSequence, logNameIn, type Meta, openDatabases, timeIn } from '../lmdb/environment.js';
import { isErasing } from '../lmdb/log/commit-range.js';
import { lastOf } from '../lmdb/log/frames.js';
import { archiveFolder } from '../lmdb/log/log-archive.js';
import { type FramedBatch, framesInLog } from '../lmdb/log/log-files.js';
import {
  batchesOf,
  listArchived,
  loadArchived,
  type Segment,
  segmentHeader,
  type SegmentHeader,
} from '../lmdb/log/segments.js';
import { LookupIndex } from '../lmdb/lookup-index.js';
import { StoreError } from '../store-error.js';

/** The advice where no increment is possible. */
export const FULL = 'make a full backup (without --since)';

export class CommitsSince {
  readonly #meta: Meta;
  readonly #lookups: SegmentHeader['lookups'];
  readonly #inTrees: Position;
  #end: Position;

  /** @param begin of the history that is to be continued. */
  constructor(
    private readonly folder: string,
    root: RootDatabase,
    private readonly begin: Position,
    private readonly history: string,
  ) {
    const databases = openDatabases(root);
    this.#meta = databases.meta;
    this.#inTrees = { sequence: lastSequence(databases), time: timeIn(databases.meta) };
    this.#lookups = new LookupIndex(root, databases).versions();
    this.#end = begin;
  }

  /** The last commit that was read. */
  get end(): Position {
    return this.#end;
  }

  /**
   * All commits that were acknowledged before the call, and maybe some more.
   *
   * @throws StoreError if some of them are not kept, or are of another history.
   */
  async *segments(): AsyncGenerator<Segment, void, undefined> {
    const history = historyIn(this.#meta);
    if (history === undefined)
      throw new StoreError(
        `the store in ${this.folder} keeps no commits: set COMMIT_LOG_KEEP_MB, restart the node, and ${FULL}`,
      );
    if (history !== this.history) throw this.#another();
    const { begin } = this;
    if (this.#inTrees.sequence === begin.sequence && this.#inTrees.time !== begin.time) throw this.#another();
    // Before the kept ones: what has left the log by then is kept.
    const log = logNameIn(this.#meta);
    const logged = log === undefined ? [] : await framesInLog(this.folder, framesOf(this.#meta, log));
    const last = Math.max(this.#inTrees.sequence, ...logged.map(({ batch }) => lastOf(batch)));
    if (last < this.begin.sequence) throw this.#another();
    // What is erased is in no new backup (P27): it is in the commits until the erasure.
    if (logged.some(({ batch }) => isErasing(batch) && lastOf(batch) > this.begin.sequence)) throw this.#missing();
    yield* this.#archived();
    if (log !== undefined) yield* this.#take(logged, { log, lookups: this.#lookups });
    if (this.#end.sequence < last) throw this.#missing();
  }

  async *#archived(): AsyncGenerator<Segment, void, undefined> {
    const folder = archiveFolder(this.folder);
    const files = await listArchived(folder);
    for (const [index, file] of files.entries()) {
      const next = files[index + 1];
      if (next !== undefined && next.first <= this.#end.sequence + 1) continue;
      const segment = file.first > this.#end.sequence + 1 ? undefined : await loadArchived(folder, file);
      if (segment === undefined) continue;
      const { header } = segment;
      if (header.history === this.history && header.first === file.first)
        yield* this.#take(batchesOf(segment, this.#meta), header);
    }
  }

  /**
   * A segment of the batches after the end, as far as they follow it.
   *
   * @param before the time of the commit before the first of them, if it is known.
   */
  *#take(
    batches: readonly FramedBatch[],
    { before, ...about }: Pick<SegmentHeader, 'log' | 'lookups'> & { readonly before?: CommitTime },
  ): Generator<Segment, void, undefined> {
    const begin = this.#end;
    const taken: FramedBatch[] = [];
    let previous = before === undefined ? undefined : { sequence: (batches[0]?.batch.first ?? 0) - 1, time: before };
    for (const each of batches) {
      const { first, time } = each.batch;
      const last = lastOf(each.batch);
      const timeBefore = previous?.sequence === begin.sequence ? previous.time : begin.time;
      // Of another history with the same sequences: its commits have other times, or are batched in another way.
      if (last === begin.sequence && time !== begin.time) throw this.#another();
      if (first <= begin.sequence && last > begin.sequence) throw this.#another();
      if (first === begin.sequence + 1 && timeBefore !== begin.time) throw this.#another();
      if (first === this.#end.sequence + 1) {
        taken.push(each);
        this.#end = { sequence: last, time };
      }
      previous = { sequence: last, time };
    }
    if (taken.length === 0) return;
    const { log, lookups } = about;
    yield {
      header: segmentHeader({ history: this.history, log, lookups, first: begin.sequence + 1, before: begin.time }),
      frames: Buffer.concat(taken.map(({ frame }) => frame)),
    };
  }

  #another(): StoreError {
    return new StoreError(
      `the store in ${this.folder} does not continue that backup (it was restored or imported, or kept no commits in between): ${FULL}`,
    );
  }

  #missing(): StoreError {
    return new StoreError(
      `the store in ${this.folder} has not kept all commits after ${String(this.#end.sequence)} (they exceeded COMMIT_LOG_KEEP_MB, something was erased after them, or the disk was full): ${FULL}`,
    );
  }
}
