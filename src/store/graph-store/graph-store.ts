/**
 * The store: a record, transactions on it, and caches in front of it. Writers take their locks, work on copies, and
 * share flushes; a commit is durable, then visible, then answered.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../clock.js';
import { ServiceError } from '../../errors.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { type CacheBudget, defaultCacheBudget } from '../cache/cache-budget.js';
import { LookupCache } from '../cache/lookup-cache.js';
import { type CacheOptions, type StoreCache, StoreCaches } from '../cache/store-cache.js';
import { DamagedDataError, type Quarantine, WrongChecksumError } from '../quarantine.js';
import { embeddedLeases, type Leases } from '../leases.js';
import type { CommitTime } from '../commit-time.js';
import type { LogValue, ProofLogReader } from '../proof-log.js';
import type { IndexedLookup, LookupEntry, LookupPage } from '../lookup.js';
import type { FeedEntry, GraphChange, GraphRecord, RecordSize, SharedRecord } from '../record.js';
import type { Cursor, Flush, GraphSource, GraphText, Store, StoreStatus, Transaction } from '../store.js';
import { CommitFeed } from './commit-feed.js';
import { GraphCache } from './graph-cache.js';
import { type DurableCommits, GroupCommit } from './group-commit.js';
import { RecordWriter } from './record-writer.js';
import { StoredEntries } from './stored-entries.js';
import { type TransactionOptions, TransactionRunner } from './transaction-runner.js';
import { Visibility } from './visibility.js';

export interface GraphStoreOptions extends TransactionOptions {
  readonly log: Logger;
  /** Receives unreadable graphs; each read of one throws. */
  readonly quarantine?: Pick<Quarantine, 'add' | 'release' | 'clear'> | undefined;
  /** The memory of its caches. */
  readonly cacheBudget?: Pick<CacheBudget, 'share'>;
  /** The number of commits in the feed. */
  readonly feedLength?: number;
  /** For values cached until a time. */
  readonly clock?: Clock;
  /** Called after every flush to disk with its duration and the number of commits that shared it. */
  readonly onFlush?: (flush: Flush) => void;
}

/** The part that quarantines graphs with a wrong checksum. */
const PART = 'store';

export class GraphStore implements Store, GraphSource {
  readonly #caches: StoreCaches;
  readonly #graphs: GraphCache;
  readonly #answers: LookupCache;
  readonly #commits: GroupCommit;
  readonly #visibility: Visibility;
  readonly #writer: RecordWriter;
  readonly #transactions: TransactionRunner;
  readonly #feed: CommitFeed;
  /** The commits of all processes until this time are visible, and later ones get later times. */
  #closedUntil: CommitTime = 0;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  /** @param release called when it is closed. */
  constructor(
    private readonly options: GraphStoreOptions,
    private readonly record: GraphRecord,
    private readonly release: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#writer = new RecordWriter(record, options);
    this.#commits = new GroupCommit(
      {
        epoch: () => this.#visibility.epoch,
        write: (commits) => this.#writer.write(commits),
        publish: (written, epoch) => this.#publish(written, epoch),
      },
      record.maxBatch,
    );
    this.#feed = new CommitFeed(record, () => this.sequence, options.feedLength);
    this.#caches = new StoreCaches(options.cacheBudget ?? defaultCacheBudget, options.clock ?? systemClock);
    this.#answers = new LookupCache(record, this.#caches);
    this.#graphs = new GraphCache(
      { text: (graph) => this.#textInRecord(graph), entries: (lookup) => record.entries(lookup) },
      this.#caches,
    );
    this.#visibility = new Visibility(
      record,
      {
        own: (changes) => {
          this.#publishOwn(changes);
        },
        others: (entry) => {
          this.#publishOther(entry);
        },
        reset: () => {
          this.#reset();
        },
      },
      () => this.#commits.current,
    );
    this.#transactions = new TransactionRunner(options, {
      graphs: () => this.#open(),
      commits: this.#commits,
      visibility: this.#visibility,
      shared: record.shared,
      record,
    });
    record.shared?.onHint(() => {
      this.#visibility.refresh().catch((error: unknown) => {
        options.log.debug({ err: error }, 'the commits of other processes could not be read');
      });
    });
  }

  get sequence(): number {
    return this.#visibility.sequence;
  }

  get size(): RecordSize {
    return this.#isClosed ? { graphs: 0, statements: 0 } : this.record.size;
  }

  get file(): string | undefined {
    return this.record.file;
  }

  async updateFile(): Promise<void> {
    await this.record.updateFile?.(this.sequence);
  }

  async read(graph: Iri): Promise<Graph> {
    return this.#open().read(graph);
  }

  async lookup(lookup: IndexedLookup, partition: string, page?: LookupPage): Promise<LookupEntry[]> {
    this.#open();
    return this.#answers.lookup(lookup, partition, page);
  }

  async count(lookup: IndexedLookup, partition: string): Promise<number> {
    this.#open();
    return this.#answers.count(lookup, partition);
  }

  cache<Value>(options: CacheOptions<Value>): StoreCache<Value> {
    return this.#caches.create(options);
  }

  refresh(): Promise<void> | undefined {
    return this.record.shared === undefined ? undefined : this.#visibility.refresh();
  }

  get isShared(): boolean {
    return this.record.shared !== undefined;
  }

  async transact<Result>(
    lockKeys: readonly Iri[],
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closing !== undefined) throw closed();
    return this.#transactions.run(lockKeys, work);
  }

  async closeUntil(time: CommitTime): Promise<CommitTime> {
    if (this.#closing !== undefined) throw closed();
    if (this.#closedUntil < time) await this.#transactions.close(time);
    return this.#closedUntil;
  }

  async *graphs(): AsyncGenerator<GraphText, void, undefined> {
    this.#open();
    for await (const { graph, text } of this.record.checkedGraphs()) {
      if (!isIri(graph)) continue;
      if (text === undefined) this.options.quarantine?.add(PART, graph, new WrongChecksumError());
      else yield { graph, text };
    }
  }

  async text(graph: Iri): Promise<string> {
    return this.#open().text(graph);
  }

  async settled(): Promise<void> {
    const durable = this.record.sequence;
    // After a reset the record has fewer commits, and the lost ones never become visible.
    while (this.sequence < Math.min(durable, this.record.sequence) && !this.#isClosed) await nextTurn();
  }

  /**
   * Removes what was erased before the call from the files of the store (P39). Reads and writes go on.
   *
   * @param signal gives it up.
   * @throws ServiceError as `GraphRecord.purge`.
   */
  async purge(signal?: AbortSignal): Promise<void> {
    if (this.#closing !== undefined) throw closed();
    await this.record.purge(signal);
  }

  follow(from?: number): Cursor {
    return this.#feed.follow(from);
  }

  /** The log of proofs, as far as it is durable. */
  get proofLog(): ProofLogReader {
    return this.record.log;
  }

  /**
   * Makes values of the log durable, such as a checkpoint. All writers of the same values share a lock key.
   *
   * @param since the last commit that was visible (`sequence`) when they were made.
   * @returns false if another process has written under the lock key since: nothing was written.
   * @throws ServiceError as `transact`.
   */
  async putLogValues(values: readonly LogValue[], lockKey: Iri, since: number): Promise<boolean> {
    if (this.#closing !== undefined) throw closed();
    return this.#transactions.putLogValues(values, lockKey, since);
  }

  /** Gives entries in the log to graphs that are stored without one; undefined where the log is off. */
  get storedEntries(): StoredEntries | undefined {
    const { logRules } = this.options;
    return (
      logRules &&
      new StoredEntries(this.record, logRules, this.options.clock ?? systemClock, async (values, lockKey, stored) => {
        if (this.#closing !== undefined) throw closed();
        return this.#transactions.putLogValues(values, lockKey, this.sequence, stored);
      })
    );
  }

  /** For exclusive work among the processes that share the record. */
  get leases(): Leases {
    return this.record.shared?.leases ?? embeddedLeases;
  }

  /** The number of other processes that use the record, if known. */
  get otherProcesses(): number {
    return this.record.shared?.otherProcesses ?? 0;
  }

  /** A value that all processes share (`SharedRecord.value`); undefined where this one is alone. */
  get sharedValue(): SharedRecord['value'] | undefined {
    const { shared } = this.record;
    return shared && ((name, make) => shared.value(name, make));
  }

  status(): StoreStatus {
    const reason = this.#closing === undefined ? this.record.problem : 'the store is closed';
    const problem = reason ?? this.#writer.problem;
    return {
      reads: reason === undefined,
      writes: problem === undefined,
      ...(problem !== undefined && { reason: problem }),
      ...this.size,
      ...(this.#isClosed ? undefined : this.record.diskUsage),
      sequence: this.sequence,
      ...(this.record.shared && { connections: this.record.shared.connections }),
    };
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#transactions.settled();
    this.#isClosed = true;
    await this.record.close();
    await this.release();
  }

  async #textInRecord(graph: Iri): Promise<string> {
    try {
      return await this.record.text(graph);
    } catch (error) {
      if (error instanceof DamagedDataError) this.options.quarantine?.add(PART, graph, error);
      throw error;
    }
  }

  async #publish(written: DurableCommits, epoch: number): Promise<void> {
    await this.#visibility.publish(written, epoch);
    if (epoch === this.#visibility.epoch) this.#closedUntil = Math.max(this.#closedUntil, written.time ?? 0);
  }

  #publishOwn(changes: readonly GraphChange[]): void {
    const graphs = changes.map(({ graph }) => graph);
    this.#caches.touch(graphs);
    this.#graphs.update(changes);
    this.#answers.update(changes);
    for (const { lookups } of changes)
      for (const { lookup, added, removed } of lookups)
        for (const { partition } of [...added, ...removed]) this.#caches.change(lookup, partition);
    for (const graph of graphs) this.options.quarantine?.release(PART, graph);
    this.#feed.add(graphs);
  }

  #publishOther({ graphs, partitions }: FeedEntry): void {
    this.#caches.touch(graphs);
    for (const { lookup, partition } of partitions) {
      this.#answers.drop(lookup, partition);
      this.#caches.change(lookup, partition);
    }
    this.#feed.add(graphs);
  }

  #reset(): void {
    this.#closedUntil = 0;
    this.#caches.clear();
    this.options.quarantine?.clear();
    this.#feed.reset();
  }

  /** @throws ServiceError `unavailable` once the store is closed; while it closes, running transactions may read. */
  #open(): GraphCache {
    if (this.#isClosed) throw closed();
    return this.#graphs;
  }
}

const closed = (): ServiceError => new ServiceError('unavailable', 'The store is closed');
