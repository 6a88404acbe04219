/**
 * The store: a record, transactions on it, and caches in front of it. Writers take their locks, work on copies, and share
 * flushes; a commit is durable, then visible, then answered.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ServiceError } from '../../errors.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { noTracer, type Tracer } from '../../tracing/tracer.js';
import { type CacheBudget, defaultCacheBudget } from '../cache/cache-budget.js';
import { LookupCache } from '../cache/lookup-cache.js';
import { DamagedDataError, type DamagedEntries, WRONG_CHECKSUM } from '../damaged-entries.js';
import { embeddedLeases, type Leases } from '../leases.js';
import type { Lookup, LookupEntry, LookupPage } from '../lookup.js';
import type { FeedEntry, GraphChange, GraphRecord, RecordSize, SharedRecord } from '../record.js';
import type {
  ChangedGraphs,
  Commit,
  Flush,
  GraphSource,
  GraphText,
  Store,
  StoreStatus,
  Transaction,
} from '../store.js';
import { changedGraphs } from './changed-graphs.js';
import { CommitListeners } from './commit-listeners.js';
import { GraphCache } from './graph-cache.js';
import { GroupCommit } from './group-commit.js';
import { KeyedMutex } from './keyed-mutex.js';
import { RecordWriter } from './record-writer.js';
import { ScratchTransaction } from './scratch-transaction.js';
import { Visibility } from './visibility.js';

export interface GraphStoreOptions {
  readonly log: Logger;
  /** To be notified of graphs that cannot be read; each reading of one throws. */
  readonly damaged?: Pick<DamagedEntries, 'setAside' | 'isReadable'> | undefined;
  /** What is kept in the indexes. */
  readonly lookups: readonly Lookup[];
  /** What its caches may take. */
  readonly cacheBudget?: CacheBudget;
  /** For spans of transactions and flushes. */
  readonly tracer?: Tracer;
  /** Called after every flush to disk: how long it took, and how many commits shared it. */
  readonly onFlush?: (flush: Flush) => void;
  /** From 0 to less than 1, evenly distributed: for pauses between attempts. */
  readonly random?: () => number;
}

/** What graphs are set aside by that the disk gives back other than they were written. */
const PART = 'store';

/** How often a transaction runs that another process keeps overtaking, and the longest pause after the first time. */
const MAX_ATTEMPTS = 6;
const MAX_PAUSE_MS = 20;

/** How many commits of other processes are compared with what a transaction has read. */
const MAX_COMPARED_COMMITS = 1_000;

export class GraphStore implements Store, GraphSource {
  readonly #graphs: GraphCache;
  readonly #answers: LookupCache;
  readonly #commits = new GroupCommit({
    write: (commits) => this.#writer.write(commits),
    publish: (written) => this.#visibility.publish(written),
  });
  readonly #visibility: Visibility;
  readonly #writer: RecordWriter;
  readonly #mutex = new KeyedMutex<Iri>();
  readonly #activeWriters = new Map<Iri, ScratchTransaction>();
  readonly #listeners: CommitListeners;
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;
  #isClosed = false;

  /** @param release called when it is closed. */
  constructor(
    private readonly options: GraphStoreOptions,
    private readonly record: GraphRecord,
    private readonly release: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#writer = new RecordWriter(record, options);
    this.#listeners = new CommitListeners(options.log);
    const budget = options.cacheBudget ?? defaultCacheBudget;
    this.#answers = new LookupCache(record, budget.share('lookups'));
    this.#graphs = new GraphCache({ text: (graph) => this.#textInRecord(graph) }, budget);
    this.#visibility = new Visibility(
      record,
      {
        own: (sequence, changes) => {
          this.#publishOwn(sequence, changes);
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

  async read(graph: Iri): Promise<Graph> {
    return this.#open().read(graph);
  }

  async lookup(lookup: Lookup, partition: string, page: LookupPage = {}): Promise<LookupEntry[]> {
    this.#open();
    return this.#answers.lookup(lookup, partition, page);
  }

  async count(lookup: Lookup, partition: string): Promise<number> {
    this.#open();
    return this.#answers.count(lookup, partition);
  }

  refresh(): Promise<void> | undefined {
    return this.record.shared === undefined ? undefined : this.#visibility.refresh();
  }

  async transact<Result>(
    lockKeys: readonly Iri[],
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closing !== undefined) throw closed();
    const run = (): Promise<Result> => this.#mutex.run(lockKeys, () => this.#transact(lockKeys, work));
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

  async *graphs(): AsyncGenerator<GraphText, void, undefined> {
    this.#open();
    for await (const { graph, text } of this.record.checkedGraphs()) {
      if (!isIri(graph)) continue;
      if (text === undefined) this.options.damaged?.setAside(PART, graph, new DamagedDataError(WRONG_CHECKSUM));
      else yield { graph, text };
    }
  }

  async text(graph: Iri): Promise<string> {
    return this.#open().text(graph);
  }

  async changedSince(sequence: number): Promise<ChangedGraphs> {
    this.#open();
    return changedGraphs(this.record, sequence, this.sequence);
  }

  async settled(): Promise<void> {
    const durable = this.record.sequence;
    while (this.sequence < durable && !this.#isClosed) await nextTurn();
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    return this.#listeners.onCommit(listener);
  }

  /** For work that one of the processes does that share the record. */
  get leases(): Leases {
    return this.record.shared?.leases ?? embeddedLeases;
  }

  /** A value that all processes share (`SharedRecord.value`); undefined where this one is alone. */
  get sharedValue(): SharedRecord['value'] | undefined {
    const { shared } = this.record;
    return shared && ((name, make) => shared.value(name, make));
  }

  onReset(listener: () => void): () => void {
    return this.#listeners.onReset(listener);
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
    };
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#running);
    this.#isClosed = true;
    await this.record.close();
    await this.release();
    this.#listeners.clear();
  }

  async #transact<Result>(
    lockKeys: readonly Iri[],
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      // At first as of what this process sees: the guard of the commit finds what it does not see yet.
      if (attempt > 1) await this.refresh();
      const since = this.sequence;
      const transaction = new ScratchTransaction(() => this.#open(), this.options.lookups, this.#activeWriters, since);
      try {
        const done = await this.#work(transaction, work, attempt < MAX_ATTEMPTS);
        if (done !== undefined) {
          const { result, changes } = done;
          if (changes.length === 0) return result;
          // An error here is final: the commit may have been made all the same, and the work must not be done twice.
          const outcome = await this.#commits.commit({ changes, lockKeys, since });
          if (outcome.kind === 'written') return result;
        }
      } finally {
        transaction.free();
      }
      if (attempt === MAX_ATTEMPTS) throw conflicts();
      const { random = Math.random } = this.options;
      await sleep(random() * MAX_PAUSE_MS * attempt);
    }
  }

  /** Undefined when the work failed and must be done again. */
  async #work<Result>(
    transaction: ScratchTransaction,
    work: (transaction: Transaction) => Promise<Result>,
    mayRepeat: boolean,
  ): Promise<{ readonly result: Result; readonly changes: readonly GraphChange[] } | undefined> {
    try {
      const result = await work(transaction);
      return { result, changes: transaction.finish() };
    } catch (error) {
      if (mayRepeat && (await this.#isOutdated(transaction))) return undefined;
      throw error;
    }
  }

  /** Whether another process has changed what a failed transaction has read: then its error may be due to that. */
  async #isOutdated(transaction: ScratchTransaction): Promise<boolean> {
    const { shared } = this.record;
    if (shared === undefined) return false;
    const page = await shared.feed(transaction.since, MAX_COMPARED_COMMITS);
    return (
      page.kind === 'gap' ||
      page.entries.some(({ isOwn, graphs }) => !isOwn && graphs.some((graph) => transaction.uses(graph)))
    );
  }

  async #textInRecord(graph: Iri): Promise<string> {
    try {
      return await this.record.text(graph);
    } catch (error) {
      if (error instanceof DamagedDataError) this.options.damaged?.setAside(PART, graph, error);
      throw error;
    }
  }

  #publishOwn(sequence: number, changes: readonly GraphChange[]): void {
    this.#graphs.update(changes);
    this.#answers.update(changes);
    for (const { graph } of changes) this.options.damaged?.isReadable(PART, graph);
    const names = (of: readonly GraphChange[]): Iri[] => of.map(({ graph }) => graph);
    this.#listeners.notify({
      sequence,
      graphs: names(changes),
      written: names(changes.filter(({ text }) => text !== '')),
    });
  }

  #publishOther({ sequence, graphs, written, partitions }: FeedEntry): void {
    this.#graphs.drop(graphs);
    for (const { lookup, partition } of partitions) this.#answers.drop(lookup, partition);
    this.#listeners.notify({ sequence, graphs, written });
  }

  #reset(): void {
    this.#graphs.clear();
    this.#answers.clear();
    this.#listeners.reset();
  }

  /** @throws ServiceError `unavailable` once the store is closed; while it closes, running transactions may read. */
  #open(): GraphCache {
    if (this.#isClosed) throw closed();
    return this.#graphs;
  }
}

const closed = (): ServiceError => new ServiceError('unavailable', 'The store is closed');

const conflicts = (): ServiceError =>
  new ServiceError('unavailable', 'The change was made at the same time as others; try it again', {
    headers: { 'Retry-After': '1' },
  });
