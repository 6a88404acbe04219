/**
 * The trees of the store on disk: one LMDB file, `store.mdb`, with the named graphs, the indexes of the lookups, the
 * commit feed and the metadata (format, base, sizes). Beside it is the log of the commits that it lacks. LMDB never overwrites pages in use, so the file is whole after a crash at any
 * moment; each graph carries a checksum, which detects a damaged disk.
 */
import { randomUUID } from 'node:crypto';
import { statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../clock.js';
import type { ServiceError } from '../../errors.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { WrongChecksumError } from '../quarantine.js';
import { type BatchTimes, type CommitTime, commitTimeOf } from '../commit-time.js';
import type { LogSource } from '../log-source.js';
import type { Lookup, LookupEntry } from '../lookup.js';
import type { CheckedGraph, DiskUsage, RecordSize } from '../record.js';
import { StoreError } from '../store-error.js';
import { type CommitBatch, CommitWriter } from './commit-writer.js';
import type { Frames } from './log/frames.js';
import { applyLog } from './log/apply-log.js';
import { CommitRange } from './log/commit-range.js';
import { openHistory } from './log/history.js';
import type { LogArchive } from './log/log-archive.js';
import type { LogDescription } from './log/segments.js';
import { type LogPart, type PlacedBatch, readLog, removeLog } from './log/log-files.js';
import {
  type Databases,
  formatProblem,
  framesOf,
  historyIn,
  lastSequence,
  lastTimed,
  logNameIn,
  openDatabases,
  openMeta,
  openRoot,
  putLogName,
  sizeIn,
  timeIn,
} from './environment.js';
import { exists, hasDiskSpace, prepareFile, syncFolder } from '../folder/file-checks.js';
import { GraphTexts } from './graph-texts.js';
import { buildIndexes } from './index-builder.js';
import { checkInSubprocess, clearDirtyFlag, setDirtyFlag, wasShutDownUncleanly } from '../folder/integrity-check.js';
import { LmdbLog } from './lmdb-log.js';
import { LmdbLogSource } from './lmdb-log-source.js';
import { LookupIndex } from './lookup-index.js';
import { ReaderAges } from './reader-ages.js';
import { createFile, FILE } from './new-file.js';
import { removePurgeFiles, swapFiles } from './purge/purge-files.js';
import { isFull, writeError, writeTransaction } from './write-error.js';

export interface LmdbFileOptions {
  readonly folder: string;
  /** The base of its node; undefined for any. */
  readonly base: Iri | undefined;
  /** The number of commits in the feed. */
  readonly feedLength: number;
  /**
   * The lookups with indexes; a new or changed one is built when the store is opened. Without lookups the file is for
   * reading, or for an import whose indexes the node builds.
   */
  readonly lookups?: readonly Lookup[];
  readonly log?: Pick<Logger, 'info' | 'warn'>;
  /** The bytes of commits that are kept for increments of backups; by default as before, without a limit. */
  readonly keepBytes?: number | undefined;
  /** For the times of what has none (W54). */
  readonly clock?: Clock | undefined;
  /** Whether every page is read in a subprocess before the file is opened. */
  readonly isReadFirst?: boolean;
}

/** Brings the log into the trees: in this thread, or another one. */
interface LogApplier {
  apply(parts: readonly LogPart[]): void | Promise<void>;
}

/** The feed of a file that is opened without a length for it. */
const FEED_LENGTH = 100_000;

interface WriteOptions {
  /** By default only the order of the commits counts, as for an import: its node gives the times (W54). */
  readonly times?: BatchTimes;
}

/** A file that is open. */
interface Trees {
  readonly root: RootDatabase;
  readonly databases: Databases;
  readonly texts: GraphTexts;
  readonly writer: CommitWriter;
  readonly index: LookupIndex;
  readonly log: LmdbLog;
}

function openTrees(root: RootDatabase, feedLength: number): Trees {
  const databases = openDatabases(root);
  const index = new LookupIndex(root, databases);
  return {
    ...{ root, databases, index },
    texts: new GraphTexts(databases),
    writer: new CommitWriter(root, databases, index, feedLength),
    log: new LmdbLog(root, databases),
  };
}

/** LMDB's statistics of a file; the package has no type for them. */
interface LmdbStats {
  readonly lastTxnId: number;
}

export class LmdbFile {
  #trees: Trees;
  readonly #readerAges = new ReaderAges();
  /** Commits of the log that the trees lack, after an opening without room on the disk. */
  #pending: readonly PlacedBatch[] = [];
  #archive: LogArchive | undefined;

  private constructor(
    readonly file: string,
    root: RootDatabase,
    readonly feedLength: number,
  ) {
    this.#trees = openTrees(root, feedLength);
  }

  /**
   * Opens the store in a folder, or creates one in an empty folder when its base is given. The caller holds the folder's
   * lock.
   *
   * @throws StoreError for a file that is damaged, not ours, of another format, or made for another base.
   */
  static async open({
    folder,
    base,
    feedLength,
    lookups,
    log,
    clock = systemClock,
    isReadFirst = false,
    keepBytes,
  }: LmdbFileOptions): Promise<LmdbFile> {
    const file = join(folder, FILE);
    const about = (problem: string): StoreError => new StoreError(`store ${file} ${problem}`);
    // LMDB maps the file of its readers into memory: without room for it that would end the process with a signal.
    if (!(await exists(`${file}-lock`)) && !(await hasDiskSpace(folder, 0))) {
      throw about('cannot be opened: there is no room on its disk; free some space');
    }
    if (!(await exists(file))) {
      if (base === undefined) throw about('is not there');
      await createFile(folder, base);
    }
    await removePurgeFiles(folder);
    await prepareFile(file);
    if (isReadFirst || (await wasShutDownUncleanly(folder))) {
      const problem = await checkInSubprocess(file, isReadFirst ? 'all' : 'edges');
      if (problem !== undefined) throw corrupt(file, problem);
    }
    const failed = async (error: unknown): Promise<StoreError> => {
      if (error instanceof StoreError) return error;
      if (await hasDiskSpace(folder, 0)) return corrupt(file, error);
      return about('cannot be opened: there is no room on its disk for its indexes; free some space');
    };
    let problem: string | undefined;
    try {
      problem = await formatProblem(file);
    } catch (error) {
      throw await failed(error);
    }
    if (problem !== undefined) throw about(problem);
    const root = openRoot(file);
    try {
      const meta = openMeta(root);
      const madeFor = meta.get('base') ?? '';
      if (base !== undefined && madeFor !== base) {
        throw about(`was made for BASE_URL=${madeFor}, not ${base}: set BASE_URL back, or STORE_URL to another folder`);
      }
      const disk = new LmdbFile(file, root, feedLength === 0 ? FEED_LENGTH : feedLength);
      disk.#archive = await openHistory({ root, meta, folder, maxBytes: keepBytes, log });
      await disk.#readLog(lookups, log);
      if (lookups !== undefined) await disk.#outdateUntimed(lookups);
      if (lookups !== undefined) await buildIndexes(disk, lookups, commitTimeOf(clock.now()), log);
      await setDirtyFlag(folder);
      return disk;
    } catch (error) {
      await root.close();
      throw await failed(error);
    }
  }

  /** Brings the log into the trees; on a full disk it stays pending if all indexes are there. */
  async #readLog(lookups: readonly Lookup[] | undefined, log?: Pick<Logger, 'info'>): Promise<void> {
    const { frames } = this;
    if (frames === undefined) return;
    const placed = await readLog(this.folder, frames, this.sequence);
    try {
      if (placed.length > 0) log?.info({ batches: placed.length }, 'the commits in the log are brought into the store');
      await this.keep(this.#rangeOf(placed));
      this.#trees.writer.apply(placed.map(({ batch }) => batch));
      this.#trees.root.resetReadTxn();
      await this.endLog();
    } catch (error) {
      const isBuilt = lookups?.every(({ name, version }) => this.index.version(name) === version) ?? false;
      if (!isFull(error) || !isBuilt) throw error;
      this.#pending = placed;
    }
  }

  #rangeOf(placed: readonly PlacedBatch[]): CommitRange {
    const range = new CommitRange();
    let before = this.time;
    for (const { batch, part } of placed) {
      range.add(batch, part, before);
      before = batch.time;
    }
    return range;
  }

  /** What the commits in the log are of; undefined without a log, and if commits are not kept. */
  get about(): LogDescription | undefined {
    const log = logNameIn(this.#trees.databases.meta);
    const { history } = this;
    return log === undefined || history === undefined ? undefined : { history, log, lookups: this.index.versions() };
  }

  /** Keeps commits that are about to come into the trees, if commits are kept. */
  async keep(range: CommitRange): Promise<void> {
    const { about } = this;
    if (about !== undefined) await this.#archive?.keep(range, about);
  }

  /** Removes the kept commits. @throws the errors of the file system. */
  async dropArchived(): Promise<void> {
    await this.#archive?.drop();
  }

  /** The indexes of commit times lack what an earlier release has written to a file of this one. */
  async #outdateUntimed(lookups: readonly Lookup[]): Promise<void> {
    const timed = lastTimed(this.#trees.databases.meta);
    if (timed === undefined || timed === this.sequence) return;
    for (const { name, byCommit } of lookups)
      if (byCommit !== undefined && this.index.version(name) !== undefined) await this.index.outdate(name);
  }

  get index(): LookupIndex {
    return this.#trees.index;
  }

  get log(): LmdbLog {
    return this.#trees.log;
  }

  /** The log of proofs with the graphs, to be verified (P46). Nothing may write meanwhile. */
  logSource(): LogSource {
    const { databases, texts, index } = this.#trees;
    return new LmdbLogSource(databases, texts, index);
  }

  get format(): string {
    return this.#trees.databases.meta.get('format') ?? '';
  }

  /** What its sequences count in; undefined if its commits are not kept. */
  get history(): string | undefined {
    return historyIn(this.#trees.databases.meta);
  }

  /** The base that the store was made for. */
  get base(): string {
    return this.#trees.databases.meta.get('base') ?? '';
  }

  get sequence(): number {
    return lastSequence(this.#trees.databases);
  }

  get folder(): string {
    return dirname(this.file);
  }

  /** Whether a graph is in the trees. */
  has(graph: Iri): boolean {
    return this.#trees.databases.graphs.doesExist(this.#trees.databases.names.short(graph));
  }

  /** Commits of the log that the trees lack. */
  get pending(): readonly PlacedBatch[] {
    return this.#pending;
  }

  /** How batches in the log are written; undefined without a log. */
  get frames(): Frames | undefined {
    const { meta } = this.#trees.databases;
    const name = logNameIn(meta);
    return name === undefined ? undefined : framesOf(meta, name);
  }

  /**
   * Begins a log unless there is one.
   *
   * @returns how its batches are written.
   * @throws the errors of LMDB.
   */
  async beginLog(): Promise<Frames> {
    const { meta } = this.#trees.databases;
    const name = logNameIn(meta) ?? randomUUID();
    if (this.frames === undefined)
      await writeTransaction(this.#trees.root, () => {
        putLogName(meta, name, this.log.count > 0);
      });
    return framesOf(meta, name);
  }

  /**
   * Ends the log, all of which is in the trees: without entries in the log of proofs the file has the format of earlier
   * releases again.
   */
  async endLog(): Promise<void> {
    await writeTransaction(this.#trees.root, () => {
      putLogName(this.#trees.databases.meta, undefined, this.log.count > 0);
    });
    await removeLog(this.folder);
  }

  /**
   * Brings the commits in parts of the log into the trees.
   *
   * @param thread where; by default this one, which is blocked meanwhile.
   * @throws the errors of LMDB and of the thread.
   */
  async apply(parts: readonly LogPart[], last: number, thread?: LogApplier): Promise<void> {
    try {
      if (thread === undefined) applyLog(this.#trees.databases.meta, this.#trees.writer, parts);
      else await thread.apply(parts);
    } catch (error) {
      this.#trees.root.resetReadTxn();
      // A thread that ended may have written them without reporting it.
      if (this.sequence < last) throw error;
    }
    // This thread may read a snapshot from before another thread's transaction.
    this.#trees.root.resetReadTxn();
  }

  /** The graphs that commits changed between two sequences; undefined when the feed does not reach back that far. */
  changedSince(after: number, until: number): ReadonlySet<Iri> | undefined {
    const { commits, names } = this.#trees.databases;
    const changed = new Set<Iri>();
    let expected = after + 1;
    for (const { key, value } of commits.getRange({ start: expected, end: until + 1 })) {
      if (key !== expected) return undefined;
      expected += 1;
      for (const short of value.split('\n')) {
        const name = names.full(short);
        if (isIri(name)) changed.add(name);
      }
    }
    return expected === until + 1 ? changed : undefined;
  }

  /** The time of the last commit. */
  get time(): CommitTime {
    return timeIn(this.#trees.databases.meta);
  }

  get size(): RecordSize {
    return sizeIn(this.#trees.databases.meta) ?? { graphs: 0, statements: 0 };
  }

  /** Whether `size` is known: an import has none before its indexes are built. */
  get isCounted(): boolean {
    return sizeIn(this.#trees.databases.meta) !== undefined;
  }

  /**
   * A graph as N-Triples, one statement a line; empty when there is none.
   *
   * @throws WrongChecksumError
   */
  text(graph: Iri): string {
    const text = this.#trees.texts.get(graph);
    if (text === undefined) throw new WrongChecksumError(this.#trees.texts.countDamaged(graph));
    return text;
  }

  get diskUsage(): DiskUsage {
    const { bavail, bsize } = statfsSync(dirname(this.file));
    const { lastTxnId } = this.#trees.root.getStats() as LmdbStats;
    const oldestReadingSeconds = this.#readerAges.oldest(this.#trees.root.readerList(), lastTxnId);
    return { diskBytes: statSync(this.file).size, diskFreeBytes: bavail * bsize, oldestReadingSeconds };
  }

  /** Whether that many bytes fit on the disk now. */
  hasSpace(bytes: number): Promise<boolean> {
    return hasDiskSpace(dirname(this.file), bytes);
  }

  /**
   * Writes commits into the trees, all or none; they are durable and readable when it resolves. For files without a log.
   *
   * @param first the sequence of the first one.
   * @throws ServiceError when they could not be written: `insufficient-storage` for lack of space, else `unavailable`.
   */
  async write(first: number, commits: CommitBatch, { times = { now: 0 } }: WriteOptions = {}): Promise<void> {
    try {
      this.#trees.writer.write(first, commits, times);
    } catch (error) {
      throw await this.errorOf(error, commits);
    } finally {
      this.#trees.root.resetReadTxn();
    }
  }

  /** The error of commits that could not be written. If the disk is full, what is kept for increments gives room. */
  async errorOf(error: unknown, commits: CommitBatch): Promise<ServiceError> {
    const texts = commits.flatMap(({ changes }) => changes.map(({ text }) => text));
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const found = await writeError(error, () => this.hasSpace(bytes));
    if (found.kind === 'insufficient-storage' && (await this.#archive?.hasAny()) === true)
      await this.#archive?.giveUp(error);
    return found;
  }

  /**
   * All graphs as N-Triples, each in its state on disk when it is reached; commits may happen in between.
   *
   * @throws StoreError for a damaged graph.
   */
  *graphs(): Generator<{ graph: Iri; text: string }, void, undefined> {
    for (const { graph, text } of this.checkedGraphs()) {
      if (text === undefined || !isIri(graph)) throw corrupt(this.file, `graph ${graph} has a wrong checksum`);
      yield { graph, text };
    }
  }

  /** As `GraphRecord.graphNames`, of what is in the trees. */
  graphNames(after: string, limit: number): string[] {
    return this.#trees.texts.names(after, limit);
  }

  /** Every graph, in its state when it is reached; one with a wrong checksum has no text. */
  *checkedGraphs(): Generator<CheckedGraph, void, undefined> {
    try {
      // In slices: between two of them another file may take the place of this one.
      for (let slice = this.#trees.texts.slice(undefined); slice.length > 0;) {
        yield* slice;
        slice = this.#trees.texts.slice(slice.at(-1)?.graph);
      }
    } catch (error) {
      throw error instanceof StoreError ? error : corrupt(this.file, error);
    }
  }

  /** Every entry of a lookup, in its state when it is reached. */
  *entries(lookup: string): Generator<LookupEntry, void, undefined> {
    for (let slice = this.index.slice(lookup, undefined); slice.last !== undefined;) {
      yield* slice.entries;
      slice = this.index.slice(lookup, slice.last);
    }
  }

  /**
   * Takes a new file in place of this one's (P39). Nothing may write meanwhile.
   *
   * @param newFile on disk, and closed.
   * @param sequence of the last commit in the log, which it must have.
   * @param onReplaced is called in the turn in which reads begin to find the new file: they merge it with what is in memory.
   * @returns closes the old file, when no other thread writes to it, and makes the new one durable in its place.
   * @throws StoreError for a file with other commits, and the errors of LMDB and of the file system; this one stays then.
   */
  async replace(newFile: string, sequence: number, onReplaced: () => void): Promise<() => Promise<void>> {
    const root = openRoot(newFile);
    const old = this.#trees;
    try {
      const trees = openTrees(root, this.feedLength);
      if (lastSequence(trees.databases) !== sequence || trees.databases.meta.get('base') !== this.base)
        throw new StoreError(`the new file of store ${this.file} does not have its commits`);
      await swapFiles(newFile, this.file);
      this.#trees = trees;
    } catch (error) {
      await root.close();
      throw error;
    }
    onReplaced();
    return async () => {
      await old.root.close();
      await syncFolder(this.folder);
    };
  }

  async close(): Promise<void> {
    await this.#trees.root.close();
    await clearDirtyFlag(dirname(this.file));
  }
}

/** The error for a file that cannot be read as a store. */
function corrupt(file: string, reason: unknown): StoreError {
  const detail = reason instanceof Error ? reason.message : String(reason);
  const advice = 'restore the folder from a backup, or move it away to start with an empty store';
  return new StoreError(`store ${file} is damaged (${detail}): ${advice}`, { cause: reason });
}
