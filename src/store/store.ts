/**
 * The port to the store: named graphs, lookups, and transactions whose changes are SPARQL Updates. It is independent of
 * engines and databases.
 */
import type { Update } from 'sparqljs';
import type { Graph } from '../rdf/graph.js';
import type { Iri, Quad } from '../rdf/terms.js';
import type { CacheOptions, StoreCache } from './cache/store-cache.js';
import type { CommitTime } from './commit-time.js';
import type { LookupReader } from './lookup.js';
import type { ConnectionCounts, RecordSize } from './record.js';

/** Reads graphs: durable ones, and in a transaction also its own changes. */
export interface GraphReader {
  /** The statements of a named graph, in the default graph of the dataset; empty for a missing graph. */
  read(graph: Iri): Promise<Graph>;
}

/** Changes that are isolated until they are committed, all or none. */
export interface Transaction extends GraphReader {
  /**
   * An order number for the writes of the transaction: greater than those of earlier calls, and than those of all
   * transactions visible to it. Two concurrent transactions may get the same number.
   */
  nextOrder(): number;
  /**
   * Runs a SPARQL Update on the transaction's own copy of the graphs it names. Every graph must be named by an IRI
   * (INSERT DATA, DELETE DATA, COPY, DROP, and DELETE/INSERT with GRAPH <iri>), never by a variable.
   *
   * @throws TypeError for an update that names a graph by a variable, the default graph, or anything not above.
   */
  update(update: Update): Promise<void>;
  /** Whether a graph holds a statement: by the value of a literal, not by how it is written (D5). */
  contains(graph: Iri, statement: Quad): Promise<boolean>;
  /** INSERT DATA of these statements into a graph. */
  insert(graph: Iri, statements: Iterable<Quad>): Promise<void>;
  /** Makes these the graph's only statements. */
  replace(graph: Iri, statements: Iterable<Quad>): Promise<void>;
  /**
   * Makes a text the graph's, with literals as they are written: `insert` and `replace` give each value one form.
   *
   * @param text N-Triples of `writeTriples`, without repetitions.
   * @param isErasure whether the text lacks what was erased: commits until then are in no later backup (P27).
   */
  write(graph: Iri, text: string, isErasure?: boolean): Promise<void>;
  /** DROP: the graph is gone, and the salts of its entry in the log with it. */
  drop(graph: Iri): Promise<void>;
  /**
   * Takes a graph away, or some of its statements, without an entry in the log: the salts of what is gone go, the hashes
   * stay (P30). A graph that loses some statements must not be changed otherwise in the transaction.
   */
  erase(graph: Iri, statements?: Iterable<Quad>): Promise<void>;
}

/** One flush to disk. */
export interface Flush {
  readonly seconds: number;
  /** The number of commits that shared it. */
  readonly commits: number;
  /** Whether none of them was written. */
  readonly failed: boolean;
}

export interface StoreStatus {
  /** Whether it answers reads. */
  readonly reads: boolean;
  /** Whether it takes writes: a full disk rejects them. */
  readonly writes: boolean;
  /** The reason why one of them is not. */
  readonly reason?: string;
  /** The size of the store. */
  readonly graphs: number;
  readonly statements: number;
  /** The size of the store's file, and the free space; absent without a disk. */
  readonly diskBytes?: number;
  readonly diskFreeBytes?: number;
  readonly oldestReadingSeconds?: number;
  readonly sequence: number;
  /** Of a store in a database. */
  readonly connections?: ConnectionCounts;
}

/**
 * The graphs changed since a position, or a gap: the changes are unknown, and all data derived from the store must be
 * read again.
 */
export type ChangedGraphs = (
  { readonly kind: 'graphs'; readonly graphs: ReadonlySet<Iri> } | { readonly kind: 'gap' }
) & {
  /** The position after them. */
  readonly next: Cursor;
};

/**
 * A position in the feed of commits. A follower moves to the next position when it has processed the changes; until
 * then it gets the same changes again. After a reset, each earlier position has a gap: nothing that was read before may
 * be used.
 */
export interface Cursor {
  /** The last commit before it. */
  readonly sequence: number;
  /** Aborted by a reset, before any read after it. */
  readonly lost: AbortSignal;
  /** Resolves when there are changes; false when the signal was aborted. */
  wait(signal: AbortSignal): Promise<boolean>;
  /**
   * The changes of visible commits since this position. A gap also for a position that the store has not reached.
   *
   * @throws ServiceError `unavailable` when the record cannot be read.
   */
  changes(): Promise<ChangedGraphs>;
}

export interface Store extends GraphReader, LookupReader {
  /**
   * Runs `work` as one transaction. When the promise of `work` resolves, all its changes become durable, then visible,
   * and only then does this promise resolve with the result. When it rejects, nothing has happened.
   *
   * Transactions that share a lock key run one after another: the next one begins when the one before is visible, so it
   * reads the latest data under that key. Transactions without a common key run concurrently and share a flush to disk.
   * If two processes share a record, the one that commits second runs `work` again: so `work` must have no effect
   * outside of the transaction.
   *
   * @param lockKeys IRIs of the resources in the transaction: usually the Logistics Object. Every graph that the
   * transaction writes must be protected by one of its keys or be new under a fresh identifier.
   * @throws ServiceError `insufficient-storage` without free space, `unavailable` if the store has failed or other
   * processes always committed first.
   */
  transact<Result>(lockKeys: readonly Iri[], work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Makes all commits of all processes before the call visible; undefined where this process is the only writer, and no
   * waiting is needed.
   *
   * @throws ServiceError `unavailable` when the record cannot be read.
   */
  refresh(): Promise<void> | undefined;
  /** Whether other processes may write the same data. */
  readonly isShared: boolean;
  /**
   * Ends the time of commits up to one (W54): when this resolves with at least the given time, all commits of all
   * processes until then are visible, and every later commit gets a later time, also after a crash or with another clock.
   * It writes a commit without changes, unless this process has committed since.
   *
   * @returns the time that has ended; an earlier one than the given one if that is in the future.
   * @throws ServiceError as `transact`.
   */
  closeUntil(time: CommitTime): Promise<CommitTime>;
  /**
   * A cache of values read from the store: no other cache of them is allowed. There is one cache for each share of
   * `CACHE_MB`.
   */
  cache<Value>(options: CacheOptions<Value>): StoreCache<Value>;
  /**
   * A position in the feed of commits, for followers. It costs nothing and needs no release.
   *
   * @param from the last commit that the follower has processed; by default the last visible one.
   */
  follow(from?: number): Cursor;
  status(): StoreStatus;
  /** Waits for running transactions, flushes and closes. */
  close(): Promise<void>;
}

/** A named graph as N-Triples, one statement a line, as the engine writes it. */
export interface GraphText {
  readonly graph: Iri;
  readonly text: string;
}

/** The store's graphs as text, for replicas and exports. */
export interface GraphSource {
  /** The sequence of the last commit that is visible. */
  readonly sequence: number;
  /** The size of the store. */
  readonly size: RecordSize;
  /** The LMDB file, for other threads of this process (`LmdbReader`); undefined for any other store. */
  readonly file: string | undefined;
  /** Resolves when `file` has all commits that are visible now. @throws ServiceError if they could not be written there. */
  updateFile(): Promise<void>;
  /**
   * Every graph, in its state when it is reached; commits may happen in between, and durable but still invisible ones
   * may be included (see `settled`).
   *
   * @throws StoreError for a graph that is damaged on disk.
   */
  graphs(): AsyncIterable<GraphText>;
  /** The visible text of a graph; empty for a missing one. */
  text(graph: Iri): Promise<string>;
  /** Resolves when all durable commits are visible, and followers are notified. */
  settled(): Promise<void>;
}
