/**
 * The record on disk: one LMDB file, `store.mdb`. It keeps graph name -> N-Triples, the indexes of the lookups, the
 * commit feed (sequence -> graphs touched) and what the store is (format, base, sizes). LMDB never overwrites what is in use, so the file is whole after a
 * crash at any moment; each graph carries a checksum, so that a damaged disk is noticed.
 */
import { statfsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Database, type RootDatabase, open } from 'lmdb';
import { codeOf, ServiceError } from '../../errors.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { exists, hasDiskSpace, prepareFile, syncFolder } from './file-checks.js';
import type { Logger } from 'pino';
import type { Lookup, LookupChange, LookupEntry, LookupPage } from '../lookup.js';
import type { GraphChange, GraphRecord, RecordSize } from '../record.js';
import { buildIndexes, type IndexedFile } from './index-builder.js';
import { LookupIndex } from './lookup-index.js';
import { LOCK_NAME } from './folder-lock.js';
import { currentLayout, type Layout, type Migration, stepsFrom } from './migrations.js';
import { DamagedDataError, WRONG_CHECKSUM } from '../damaged-entries.js';
import { StoreError } from '../store-error.js';
import type { VerifiableFile } from './verify.js';
import { wasShutDownUncleanly, clearDirtyFlag, setDirtyFlag, checkInSubprocess } from './integrity-check.js';

/** The store's file in its folder. */
export const FILE = 'store.mdb';

/** What may be in a folder that is to become a store: an earlier attempt, and what file systems and people leave about. */
const IGNORED = /^(?:\..*|lost\+found|unfinished\.mdb(?:-lock)?)$/;

export interface LmdbFileOptions {
  readonly folder: string;
  /** What it is for; undefined where any will do. */
  readonly base: Iri | undefined;
  /** How many commits the feed remembers. */
  readonly feedLength: number;
  /**
   * What is kept in the indexes; one that is new or has another version is made when the store is opened. Without any
   * the file is for reading, or for an import whose indexes the node makes.
   */
  readonly lookups?: readonly Lookup[];
  readonly log?: Pick<Logger, 'info'>;
  /** Whether every page is read in a subprocess before the file is opened. */
  readonly isReadFirst?: boolean;
  readonly layout?: Layout;
}

export class LmdbFile implements GraphRecord, IndexedFile, VerifiableFile {
  readonly #root: RootDatabase;
  readonly #graphs: Database<string, string>;
  readonly #commits: Database<string, number>;
  readonly #feedLength: number;
  readonly #meta: Database<string, string>;
  readonly #index: LookupIndex;

  private constructor(
    readonly file: string,
    feedLength: number,
  ) {
    this.#feedLength = feedLength;
    // Without overlappingSync a transaction's promise fulfils when the file is flushed. Without eventTurnBatching a
    // failed flush rejects that promise only, and not one of LMDB's own that nobody can catch.
    this.#root = open({
      path: file,
      noSubdir: true,
      overlappingSync: false,
      eventTurnBatching: false,
      encoding: 'string',
      maxDbs: 8,
    });
    this.#meta = this.#root.openDB({ name: 'meta', encoding: 'string' });
    this.#graphs = this.#root.openDB({ name: 'graphs', encoding: 'string' });
    this.#commits = this.#root.openDB({ name: 'commits', encoding: 'string' });
    this.#index = new LookupIndex(this.#root);
  }

  /**
   * Opens the store in a folder, or makes one in an empty folder when it is known what for. One of an earlier format
   * becomes one of the present. The caller holds the folder's lock.
   *
   * @throws StoreError for a file that is damaged, not ours, or made for another base.
   */
  static async open({
    folder,
    base,
    feedLength,
    layout = currentLayout,
    lookups,
    log,
    isReadFirst = false,
  }: LmdbFileOptions): Promise<LmdbFile> {
    const file = join(folder, FILE);
    const about = (problem: string): StoreError => new StoreError(`store ${file} ${problem}`);
    // LMDB maps the file of its readers into memory: without room for it that would end the process with a signal.
    if (!(await exists(`${file}-lock`)) && !(await hasDiskSpace(folder, 0))) {
      throw about('cannot be opened: there is no room on its disk; make some');
    }
    if (!(await exists(file))) {
      if (base === undefined) throw about('is not there');
      await LmdbFile.#create(folder, base, layout);
    }
    await prepareFile(file);
    if (isReadFirst || (await wasShutDownUncleanly(folder))) {
      const problem = await checkInSubprocess(file, isReadFirst ? 'all' : 'edges');
      if (problem !== undefined) throw corrupt(file, problem);
    }
    let disk: LmdbFile | undefined;
    try {
      disk = new LmdbFile(file, feedLength);
      const format = disk.#meta.get('format');
      const steps = stepsFrom(format, layout);
      if (steps === undefined) {
        throw about(
          `has format ${format ?? 'unknown'} and this program reads ${layout.format}: use the program that wrote it`,
        );
      }
      if (base !== undefined && disk.base !== base) {
        throw about(
          `was made for BASE_URL=${disk.base}, not ${base}: set BASE_URL back, or STORE_URL to another folder`,
        );
      }
      for (const step of steps) await disk.#migrate(step);
      if (lookups !== undefined) await buildIndexes(disk, lookups, log);
      await setDirtyFlag(folder);
      return disk;
    } catch (error) {
      await disk?.close();
      if (error instanceof StoreError) throw error;
      throw corrupt(file, error);
    }
  }

  async #migrate({ to, run }: Migration): Promise<void> {
    await this.#root.childTransaction(() => {
      run(this.#root);
      void this.#meta.put('format', to);
    });
  }

  static async #create(folder: string, base: Iri, { format }: Layout): Promise<void> {
    const foreign = await unexpectedFiles(folder);
    if (foreign.length > 0) {
      throw new StoreError(
        `folder ${folder} holds other things (${foreign.slice(0, 3).join(', ')}) and no ${FILE}: set STORE_URL to an empty folder, or restore the store`,
      );
    }
    // Under another name first: a store that exists is a whole one, and one that is not whole is damaged.
    const unfinished = join(folder, 'unfinished.mdb');
    await rm(unfinished, { force: true });
    const disk = new LmdbFile(unfinished, 0);
    await disk.#root.childTransaction(() => {
      void disk.#meta.put('format', format);
      void disk.#meta.put('base', base);
    });
    await disk.close();
    await rm(`${unfinished}-lock`, { force: true });
    await rename(unfinished, join(folder, FILE));
    // Or a power cut could take the name back, and with it all that was written under it.
    await syncFolder(folder);
    await syncFolder(dirname(folder));
  }

  get format(): string {
    return this.#meta.get('format') ?? '';
  }

  /** The base that the store was made for. */
  get base(): string {
    return this.#meta.get('base') ?? '';
  }

  /** The sequence of the last commit; 0 when there was none. */
  get sequence(): number {
    for (const sequence of this.#commits.getKeys({ reverse: true, limit: 1 })) return sequence;
    return 0;
  }

  get size(): RecordSize {
    return { graphs: this.#number('graphs'), statements: this.#number('statements') };
  }

  lookup(lookup: Lookup, partition: string, page: LookupPage = {}): LookupEntry[] {
    return this.#index.lookup(lookup, partition, page);
  }

  count(lookup: Lookup, partition: string): number {
    return this.#index.count(lookup, partition);
  }

  text(graph: Iri): string {
    const value = this.#graphs.get(graph);
    if (value === undefined) return '';
    const text = verifyChecksum(graph, value);
    if (text === undefined) throw new DamagedDataError(WRONG_CHECKSUM);
    return text;
  }

  /** The size of the file, and what is free where it is. */
  get diskUsage(): { readonly diskBytes: number; readonly diskFreeBytes: number } {
    const { bavail, bsize } = statfsSync(dirname(this.file));
    return { diskBytes: statSync(this.file).size, diskFreeBytes: bavail * bsize };
  }

  /**
   * Writes commits, all or none, and fulfils when they are on disk.
   *
   * @param first the sequence of the first one.
   * @throws ServiceError when they could not be written: `insufficient-storage` for want of room, else `unavailable`.
   */
  async write(first: number, commits: readonly (readonly GraphChange[])[]): Promise<void> {
    try {
      // A process that was killed while it read, a backup's, would keep every page of its time from being used again.
      this.#root.readerCheck();
      // A child transaction, so that one that fails halfway leaves nothing behind.
      await this.#root.childTransaction(() => {
        let graphs = this.#number('graphs');
        let statements = this.#number('statements');
        commits.forEach((changes, index) => {
          for (const { graph, text, growth, lookups } of changes) {
            const isThere = this.#graphs.doesExist(graph);
            if (text === '') void this.#graphs.remove(graph);
            else void this.#graphs.put(graph, addChecksum(graph, text));
            this.#index.apply(lookups);
            graphs += Number(text !== '') - Number(isThere);
            statements += growth;
          }
          const sequence = first + index;
          void this.#commits.put(sequence, changes.map(({ graph }) => graph).join('\n'));
          if (sequence > this.#feedLength) void this.#commits.remove(sequence - this.#feedLength);
        });
        void this.#meta.put('graphs', String(graphs));
        void this.#meta.put('statements', String(statements));
      });
    } catch (error) {
      const bytes = commits.flat().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      throw await writeError(error, () => hasDiskSpace(dirname(this.file), bytes));
    }
  }

  /** The graphs that a commit touched, as far back as the feed remembers. */
  graphsOfCommit(sequence: number): string[] | undefined {
    return this.#commits.get(sequence)?.split('\n');
  }

  /**
   * All graphs as N-Triples, in slices of the present state: between two graphs there may be commits, and a graph is
   * as it is on disk when its turn comes.
   *
   * @throws StoreError for a graph that is damaged.
   */
  *graphs(): Generator<{ graph: Iri; text: string }, void, undefined> {
    let last: string | undefined;
    for (;;) {
      const slice = this.#slice(last);
      for (const { key, value } of slice) {
        const text = verifyChecksum(key, value);
        if (text === undefined || !isIri(key)) throw corrupt(this.file, `graph ${key} has a wrong checksum`);
        yield { graph: key, text };
      }
      last = slice.at(-1)?.key;
      if (last === undefined) return;
    }
  }

  /** All graphs; one whose text does not fit its checksum without it. */
  *checkedGraphs(): Generator<{ graph: string; text: string | undefined }, void, undefined> {
    for (let slice = this.#slice(undefined); slice.length > 0; slice = this.#slice(slice.at(-1)?.key))
      for (const { key, value } of slice) yield { graph: key, text: verifyChecksum(key, value) };
  }

  hasEntry(lookup: string, entry: LookupEntry): boolean {
    return this.#index.has(lookup, entry);
  }

  indexSummary(lookup: string): { readonly entries: number; readonly miscounted: readonly string[] } {
    return this.#index.summary(lookup);
  }

  /**
   * The same while others write: each graph as it is when it is given, never as it was when its neighbours were read.
   * A graph that is gone by then is left out.
   */
  *currentGraphs(): Generator<{ graph: Iri; text: string }, void, undefined> {
    for (let slice = this.#slice(undefined); slice.length > 0; slice = this.#slice(slice.at(-1)?.key)) {
      for (const { key } of slice) {
        this.#root.resetReadTxn();
        const value = this.#graphs.get(key);
        if (value === undefined) continue;
        const text = verifyChecksum(key, value);
        if (text === undefined || !isIri(key)) throw corrupt(this.file, `graph ${key} has a wrong checksum`);
        yield { graph: key, text };
      }
    }
  }

  indexVersion(lookup: string): number | undefined {
    const version = this.#meta.get(`lookup ${lookup}`);
    return version === undefined ? undefined : Number(version);
  }

  get isCounted(): boolean {
    return this.#meta.doesExist('statements');
  }

  async clearIndex(lookup: string): Promise<void> {
    await this.#root.childTransaction(() => {
      void this.#meta.remove(`lookup ${lookup}`);
      this.#index.clear(lookup);
    });
  }

  async addEntries(changes: readonly LookupChange[]): Promise<void> {
    await this.#root.childTransaction(() => {
      this.#index.apply(changes);
    });
  }

  async finishIndexes(lookups: readonly Lookup[], { graphs, statements }: RecordSize): Promise<void> {
    await this.#root.childTransaction(() => {
      for (const { name, version } of lookups) void this.#meta.put(`lookup ${name}`, String(version));
      void this.#meta.put('graphs', String(graphs));
      void this.#meta.put('statements', String(statements));
    });
  }

  #number(name: 'graphs' | 'statements'): number {
    return Number(this.#meta.get(name) ?? 0);
  }

  async close(): Promise<void> {
    await this.#root.close();
    await clearDirtyFlag(dirname(this.file));
  }

  #slice(after: string | undefined): { key: string; value: string }[] {
    try {
      return Array.from(
        this.#graphs.getRange({ limit: 64, ...(after !== undefined && { start: after, exclusiveStart: true }) }),
      );
    } catch (error) {
      throw corrupt(this.file, error);
    }
  }
}

/** What lies in a folder that is to become a store, and has no business there. */
export async function unexpectedFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !IGNORED.test(name) && !LOCK_NAME.test(name));
}

/** The refusal of a file that cannot be read as the store that it should be. */
export function corrupt(file: string, reason: unknown): StoreError {
  const detail = reason instanceof Error ? reason.message : String(reason);
  const advice = 'restore the folder from a backup, or move it away to start with an empty store';
  return new StoreError(`store ${file} is damaged (${detail}): ${advice}`, { cause: reason });
}

// The checksum covers the name too: a text under another graph's name is as wrong as a changed one. It stands in
// front, as a comment of N-Triples.
const addChecksum = (graph: string, text: string): string => `#${checksum(graph, text)}\n${text}`;

const checksum = (graph: string, text: string): string => crc32(text, crc32(graph)).toString(16).padStart(8, '0');

function verifyChecksum(graph: string, value: string): string | undefined {
  const text = value.slice(10);
  return value.slice(0, 10) === `#${checksum(graph, text)}\n` ? text : undefined;
}

const NO_ROOM: ReadonlySet<unknown> = new Set([
  constants.errno.ENOSPC,
  constants.errno.EDQUOT,
  constants.errno.EFBIG,
  -30792, // MDB_MAP_FULL
]);

/** What LMDB says when the system took a part of what was to be written: so the first thing that a full disk does. */
const SHORT_WRITE = constants.errno.EIO;

/** @param hasRoom whether as much could be written now, if it were to another file. */
async function writeError(error: unknown, hasRoom: () => Promise<boolean>): Promise<ServiceError> {
  let cause = error;
  if (error instanceof Error && 'commitError' in error) {
    // LMDB gives the reason as a promise that rejects.
    cause = await Promise.resolve(error.commitError).then(
      () => error,
      (reason: unknown) => reason,
    );
  }
  const code = codeOf(cause);
  return NO_ROOM.has(code) || (code === SHORT_WRITE && !(await hasRoom()))
    ? new ServiceError('insufficient-storage', 'There is no room on disk; nothing was changed', { cause })
    : new ServiceError('unavailable', 'The store could not write to disk', { cause });
}
