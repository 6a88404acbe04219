/**
 * The record on disk: one LMDB file, `store.mdb`. It holds the named graphs, the indexes of the lookups, the commit feed
 * and what the store is (format, base, sizes). LMDB never overwrites pages in use, so the file is whole after a crash at
 * any moment; each graph carries a checksum, which finds a damaged disk.
 */
import { statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database, RootDatabase } from 'lmdb';
import type { Logger } from 'pino';
import { type Iri, isIri } from '../../rdf/terms.js';
import { DamagedDataError, WRONG_CHECKSUM } from '../damaged-entries.js';
import type { Lookup, LookupChange, LookupEntry, LookupPage } from '../lookup.js';
import type { CheckedGraph, GraphChange, GraphRecord, RecordSize } from '../record.js';
import { StoreError } from '../store-error.js';
import { addChecksum } from './checksum.js';
import { type Databases, FORMAT, openDatabases, openMeta, openRoot } from './environment.js';
import { exists, hasDiskSpace, prepareFile } from '../folder/file-checks.js';
import { replaceOldFormat } from './format-3.js';
import { GraphTexts } from './graph-texts.js';
import { buildIndexes, type IndexedFile } from './index-builder.js';
import { checkInSubprocess, clearDirtyFlag, setDirtyFlag, wasShutDownUncleanly } from '../folder/integrity-check.js';
import { LookupIndex } from './lookup-index.js';
import type { ShortNames } from './names.js';
import { createFile, FILE } from './new-file.js';
import type { VerifiableFile } from './verify.js';
import { writeError } from './write-error.js';

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
}

export class LmdbFile implements GraphRecord, IndexedFile, VerifiableFile {
  readonly #root: RootDatabase;
  readonly #meta: Databases['meta'];
  readonly #graphs: Database<string, string>;
  readonly #commits: Database<string, number>;
  readonly #names: ShortNames;
  readonly #texts: GraphTexts;
  readonly #feedLength: number;
  readonly #index: LookupIndex;

  private constructor(
    readonly file: string,
    root: RootDatabase,
    feedLength: number,
  ) {
    const databases = openDatabases(root);
    this.#root = root;
    this.#meta = databases.meta;
    this.#graphs = databases.graphs;
    this.#commits = databases.commits;
    this.#names = databases.names;
    this.#texts = new GraphTexts(databases);
    this.#feedLength = feedLength;
    this.#index = new LookupIndex(root, databases.names);
  }

  /**
   * Opens the store in a folder, or creates one in an empty folder when its base is given. One of an earlier format is
   * migrated. The caller holds the folder's lock.
   *
   * @throws StoreError for a file that is damaged, not ours, or made for another base.
   */
  static async open({
    folder,
    base,
    feedLength,
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
      await createFile(folder, base);
    }
    await prepareFile(file);
    if (isReadFirst || (await wasShutDownUncleanly(folder))) {
      const problem = await checkInSubprocess(file, isReadFirst ? 'all' : 'edges');
      if (problem !== undefined) throw corrupt(file, problem);
    }
    try {
      await replaceOldFormat(folder, base, log);
    } catch (error) {
      if (await hasDiskSpace(folder, 0)) throw corrupt(file, error);
      throw about('cannot be migrated: there is no room on its disk for a copy; make some');
    }
    const root = openRoot(file);
    try {
      const meta = openMeta(root);
      const madeFor = meta.get('base') ?? '';
      if (base !== undefined && madeFor !== base) {
        throw about(`was made for BASE_URL=${madeFor}, not ${base}: set BASE_URL back, or STORE_URL to another folder`);
      }
      const format = meta.get('format') ?? 'unknown';
      if (format !== FORMAT) {
        throw about(`has format ${format} and this program reads ${FORMAT}: use the program that wrote it`);
      }
      const disk = new LmdbFile(file, root, feedLength);
      if (lookups !== undefined) await buildIndexes(disk, lookups, log);
      await setDirtyFlag(folder);
      return disk;
    } catch (error) {
      await root.close();
      if (error instanceof StoreError) throw error;
      throw corrupt(file, error);
    }
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
    const text = this.#texts.get(graph);
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
            const name = this.#names.short(graph);
            const isThere = this.#graphs.doesExist(name);
            if (text === '') void this.#graphs.remove(name);
            else void this.#graphs.put(name, addChecksum(graph, text));
            this.#index.apply(lookups);
            graphs += Number(text !== '') - Number(isThere);
            statements += growth;
          }
          const sequence = first + index;
          void this.#commits.put(sequence, changes.map(({ graph }) => this.#names.short(graph)).join('\n'));
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
    return this.#commits
      .get(sequence)
      ?.split('\n')
      .map((name) => this.#names.full(name));
  }

  /**
   * All graphs as N-Triples: between two there may be commits, and a graph is as it is on disk when it is reached.
   *
   * @throws StoreError for a graph that is damaged.
   */
  *graphs(): Generator<{ graph: Iri; text: string }, void, undefined> {
    for (const { graph, text } of this.checkedGraphs()) {
      if (text === undefined || !isIri(graph)) throw corrupt(this.file, `graph ${graph} has a wrong checksum`);
      yield { graph, text };
    }
  }

  /** All graphs; one whose text does not fit its checksum without it. */
  *checkedGraphs(): Generator<CheckedGraph, void, undefined> {
    try {
      yield* this.#texts.all();
    } catch (error) {
      throw error instanceof StoreError ? error : corrupt(this.file, error);
    }
  }

  hasEntry(lookup: string, entry: LookupEntry): boolean {
    return this.#index.has(lookup, entry);
  }

  indexSummary(lookup: string): { readonly entries: number; readonly miscounted: readonly string[] } {
    return this.#index.summary(lookup);
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
}

/** The error for a file that cannot be read as a store. */
function corrupt(file: string, reason: unknown): StoreError {
  const detail = reason instanceof Error ? reason.message : String(reason);
  const advice = 'restore the folder from a backup, or move it away to start with an empty store';
  return new StoreError(`store ${file} is damaged (${detail}): ${advice}`, { cause: reason });
}
