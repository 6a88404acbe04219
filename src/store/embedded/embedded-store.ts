/**
 * The embedded store: a record, transactions on it, and caches in front of it. Writers take their locks, work on copies,
 * and share flushes; a commit is durable, then visible, then answered.
 */
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ServiceError } from '../../errors.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { type CacheBudget, defaultCacheBudget } from '../cache/cache-budget.js';
import { LookupCache } from '../cache/lookup-cache.js';
import { DamagedDataError, type DamagedEntries, WRONG_CHECKSUM } from '../damaged-entries.js';
import { type FolderLock, lockFolder } from '../folder/folder-lock.js';
import { makeFolder } from '../folder/folders.js';
import { LmdbFile } from '../lmdb/lmdb-file.js';
import type { Lookup, LookupEntry, LookupPage } from '../lookup.js';
import { MemoryRecord } from '../memory/memory-record.js';
import type { GraphChange, GraphRecord, RecordSize } from '../record.js';
import type { Commit, Flush, GraphSource, GraphText, Store, StoreStatus, Transaction } from '../store.js';
import { noTracer, type Tracer } from '../../tracing/tracer.js';
import { StoreError } from '../store-error.js';
import { GraphCache } from './graph-cache.js';
import { GroupCommit } from './group-commit.js';
import { KeyedMutex } from './keyed-mutex.js';
import { WriteHealth } from './write-health.js';
import { ScratchTransaction } from './scratch-transaction.js';

export type StoreLocation = { readonly kind: 'folder'; readonly path: string } | { readonly kind: 'memory' };

export interface EmbeddedStoreOptions {
  readonly location: StoreLocation;
  /** `{base_url}`: a store is made for one, since its graphs are named under it. */
  readonly base: Iri;
  readonly log: Logger;
  /** To be notified of graphs that cannot be read; each reading of one throws. */
  readonly damaged?: Pick<DamagedEntries, 'setAside' | 'isReadable'> | undefined;
  /** What is kept in the indexes. */
  readonly lookups: readonly Lookup[];
  /** What its caches may take. */
  readonly cacheBudget?: CacheBudget;
  /** How many commits the feed on disk remembers. */
  readonly feedLength?: number;
  /** For spans of transactions and flushes. */
  readonly tracer?: Tracer;
  /** Called after every flush to disk: how long it took, and how many commits shared it. */
  readonly onFlush?: (flush: Flush) => void;
}

/**
 * Opens the store in a folder (made when absent), or one in memory that is gone with the process. Nothing of what it
 * holds is read.
 *
 * @throws StoreError when the folder is in use, or its store is damaged, of another format or for another base.
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { location, base, log, lookups, feedLength = 100_000 } = options;
  if (location.kind === 'memory') return new EmbeddedStore(options, new MemoryRecord());
  const folder = resolve(location.path);
  let lock: FolderLock | undefined;
  let file: LmdbFile | undefined;
  try {
    // Other users of this machine must not read what partners entrust to this node.
    await makeFolder(folder, 0o700);
    lock = await lockFolder(folder);
    file = await LmdbFile.open({ folder, base, feedLength, lookups, log });
    log.info(file.size, 'the store is open');
    return new EmbeddedStore(options, file, lock);
  } catch (error) {
    await file?.close();
    await lock?.release();
    log.debug({ err: error, folder }, 'the store could not be opened');
    if (error instanceof StoreError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`store folder ${folder} cannot be opened: ${reason}`, { cause: error });
  }
}

/** What graphs are set aside by that the disk gives back other than they were written. */
const PART = 'store';

export class EmbeddedStore implements Store, GraphSource {
  readonly #graphs: GraphCache;
  readonly #answers: LookupCache;
  readonly #commits: GroupCommit;
  readonly #writes = new WriteHealth((bytes) => this.record.hasSpace(bytes));
  readonly #mutex = new KeyedMutex<Iri>();
  readonly #activeWriters = new Map<Iri, ScratchTransaction>();
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;
  #isClosed = false;

  /** Not to be called: see `openEmbeddedStore`. */
  constructor(
    private readonly options: EmbeddedStoreOptions,
    private readonly record: GraphRecord,
    private readonly lock?: FolderLock,
  ) {
    const budget = options.cacheBudget ?? defaultCacheBudget;
    this.#answers = new LookupCache(record, budget.share('lookups'));
    this.#graphs = new GraphCache({ text: (graph) => this.#textOnDisk(graph) }, budget);
    this.#commits = new GroupCommit(record.sequence, {
      write: (first, commits) => {
        const { tracer = noTracer } = options;
        const attributes = { 'cargograph.commits': commits.length };
        const write = (): Promise<void> => this.#write(first, commits);
        return tracer.isEnabled ? tracer.span('flush', { attributes }, write) : write();
      },
      publish: (sequence, changes) => {
        this.#publish(sequence, changes);
      },
    });
  }

  get sequence(): number {
    return this.#commits.sequence;
  }

  get size(): RecordSize {
    return this.#isClosed ? { graphs: 0, statements: 0 } : this.record.size;
  }

  get file(): string | undefined {
    return this.record.file;
  }

  async read(graph: Iri): Promise<Graph> {
    return Promise.resolve(this.#open().read(graph));
  }

  lookup(lookup: Lookup, partition: string, page: LookupPage = {}): LookupEntry[] {
    this.#open();
    return this.#answers.lookup(lookup, partition, page);
  }

  count(lookup: Lookup, partition: string): number {
    this.#open();
    return this.#answers.count(lookup, partition);
  }

  async transact<Result>(
    lockKeys: readonly Iri[],
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closing !== undefined) throw closed();
    const run = (): Promise<Result> => this.#mutex.run(lockKeys, () => this.#transact(work));
    const { tracer = noTracer } = this.options;
    const attributes = { 'cargograph.lock_keys': lockKeys.length };
    const result = tracer.isEnabled ? tracer.span('transaction', { attributes }, run) : run();
    this.#running.add(result);
    try {
      return await result;
    } finally {
      this.#running.delete(result);
    }
  }

  *graphs(): Generator<GraphText, void, undefined> {
    this.#open();
    for (const { graph, text } of this.record.checkedGraphs()) {
      if (!isIri(graph)) continue;
      if (text === undefined) this.options.damaged?.setAside(PART, graph, new DamagedDataError(WRONG_CHECKSUM));
      else yield { graph, text };
    }
  }

  text(graph: Iri): string {
    return this.#open().text(graph);
  }

  async settled(): Promise<void> {
    const durable = this.record.sequence;
    while (this.#commits.sequence < durable && !this.#isClosed) await nextTurn();
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    // A function of its own, so that the same listener may be given twice.
    const entry = (commit: Commit): void => {
      listener(commit);
    };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  status(): StoreStatus {
    const reason = this.#closing && 'the store is closed';
    const problem = reason ?? this.#writes.problem;
    return {
      reads: reason === undefined,
      writes: problem === undefined,
      ...(problem !== undefined && { reason: problem }),
      ...this.size,
      ...(this.#isClosed ? undefined : this.record.diskUsage),
      sequence: this.#commits.sequence,
    };
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#running);
    this.#isClosed = true;
    await this.record.close();
    await this.lock?.release();
    this.#listeners.clear();
  }

  async #transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const transaction = new ScratchTransaction(() => this.#open(), this.options.lookups, this.#activeWriters);
    try {
      const result = await work(transaction);
      const changes = transaction.finish();
      if (changes.length > 0) await this.#commits.commit(changes);
      return result;
    } finally {
      transaction.free();
    }
  }

  async #write(first: number, commits: readonly (readonly GraphChange[])[]): Promise<void> {
    this.#open();
    const began = performance.now();
    let failed = true;
    try {
      await this.record.write(first, commits);
      failed = false;
      this.#writes.succeeded();
    } catch (error) {
      const bytes = commits.flat().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      this.#writes.failed(error, bytes);
      this.options.log.error({ err: error, commits: commits.length }, 'commits could not be written to disk');
      throw error;
    } finally {
      this.options.onFlush?.({ seconds: (performance.now() - began) / 1000, commits: commits.length, failed });
    }
  }

  #textOnDisk(graph: Iri): string {
    try {
      return this.record.text(graph);
    } catch (error) {
      this.options.damaged?.setAside(PART, graph, error);
      throw error;
    }
  }

  #publish(sequence: number, changes: readonly GraphChange[]): void {
    this.#graphs.update(changes);
    this.#answers.update(changes);
    for (const { graph } of changes) this.options.damaged?.isReadable(PART, graph);
    const names = (of: readonly GraphChange[]): Iri[] => of.map(({ graph }) => graph);
    const commit = { sequence, graphs: names(changes), written: names(changes.filter(({ text }) => text !== '')) };
    for (const listener of this.#listeners) {
      try {
        listener(commit);
      } catch (error) {
        this.options.log.error({ err: error, sequence }, 'a listener to commits failed');
      }
    }
  }

  /** @throws ServiceError `unavailable` once the store is closed; while it closes, running transactions may read. */
  #open(): GraphCache {
    if (this.#isClosed) throw closed();
    return this.#graphs;
  }
}

const closed = (): ServiceError => new ServiceError('unavailable', 'The store is closed');
