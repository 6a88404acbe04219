/**
 * What the node asks of a store: named graphs, lookups and transactions whose changes are SPARQL Updates. Nothing here
 * knows an engine or a database.
 */
import type { Update } from 'sparqljs';
import type { Graph } from '../rdf/graph.js';
import type { Iri, Quad } from '../rdf/terms.js';
import type { CacheOptions, StoreCache } from './cache/store-cache.js';
import type { LookupReader } from './lookup.js';
import type { ConnectionCounts, RecordSize } from './record.js';

/** Reads graphs: durable ones, and in a transaction also its own changes. */
export interface GraphReader {
  /** The statements of a named graph, in the default graph of the dataset; empty when there is no such graph. */
  read(graph: Iri): Promise<Graph>;
}

/** Changes that are isolated until they are committed, all or none. */
export interface Transaction extends GraphReader {
  /**
   * A number for what the transaction writes, where order matters: greater than those of earlier calls, and than those of
   * all transactions that it can have read from. Two transactions that run side by side may get the same.
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
  /** DROP: the graph is gone. */
  drop(graph: Iri): Promise<void>;
}

/** One flush to disk. */
export interface Flush {
  readonly seconds: number;
  /** How many commits shared it. */
  readonly commits: number;
  /** Whether nothing of them was kept. */
  readonly failed: boolean;
}

export interface StoreStatus {
  /** Whether it answers reads. */
  readonly reads: boolean;
  /** Whether it takes writes: a full disk rejects them. */
  readonly writes: boolean;
  /** Why one of them is not so. */
  readonly reason?: string;
  /** How much it holds. */
  readonly graphs: number;
  readonly statements: number;
  /** The size of the store's file, and what is free where it is; absent without a disk. */
  readonly diskBytes?: number;
  readonly diskFreeBytes?: number;
  readonly oldestReadingSeconds?: number;
  readonly sequence: number;
  /** Of a store in a database. */
  readonly connections?: ConnectionCounts;
}

/** What has changed since a position, or a gap: that is not known, and whatever is kept of the store has to be read anew. */
export type ChangedGraphs = (
  { readonly kind: 'graphs'; readonly graphs: ReadonlySet<Iri> } | { readonly kind: 'gap' }
) & {
  /** The position after them. */
  readonly next: Cursor;
};

/**
 * A position in the feed of commits. Who follows them goes on to the next one when it has done what there was to do: until
 * then it asks for the same changes again. A reset, after which nothing that was read before may be used, makes it a
 * position of the past, which has a gap.
 */
export interface Cursor {
  /** The last commit before it. */
  readonly sequence: number;
  /** Aborted by a reset, before anybody reads what there is after it. */
  readonly lost: AbortSignal;
  /** Resolves once there are changes; false when the signal was aborted. */
  wait(signal: AbortSignal): Promise<boolean>;
  /**
   * What visible commits have changed since. A gap also for a position that the store has not reached.
   *
   * @throws ServiceError `unavailable` when the record cannot be asked.
   */
  changes(): Promise<ChangedGraphs>;
}

export interface Store extends GraphReader, LookupReader {
  /**
   * Runs `work` as one transaction: when its promise is resolved, everything it changed is made durable, then visible, and
   * only then is this promise resolved with its result; when it is rejected nothing has happened.
   *
   * Transactions that share a lock key run one after another: the next one begins when the one before is visible, so what
   * it reads under that key is the latest. Transactions without a common key run concurrently and share a flush to disk.
   * Of processes that share a record, the one that commits second runs `work` again: so `work` has no effect but on
   * the transaction.
   *
   * @param lockKeys IRIs of what the transaction is about: usually the Logistics Object. Every graph that the
   *   transaction writes must be protected by one of its keys or be new under a fresh identifier.
   * @throws ServiceError `insufficient-storage` when there is no space, `unavailable` when the store has failed or other
   *   processes kept committing first.
   */
  transact<Result>(lockKeys: readonly Iri[], work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Makes everything visible that any process has committed before the call; undefined where this process is the only
   * writer, and nothing has to be waited for.
   *
   * @throws ServiceError `unavailable` when the record cannot be asked.
   */
  refresh(): Promise<void> | undefined;
  /** A cache of what is read of the store: nothing else may keep it. There is one cache for each share of `CACHE_MB`. */
  cache<Value>(options: CacheOptions<Value>): StoreCache<Value>;
  /**
   * A position in the feed of the commits of all processes, for those who follow them. It costs nothing and needs no end.
   *
   * @param from the commit up to which the follower knows everything; by default the last one that is visible.
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

/** The store's graphs as text: for a second copy that is kept up, and for an export. */
export interface GraphSource {
  /** The sequence of the last commit that is visible. */
  readonly sequence: number;
  /** How much there is. */
  readonly size: RecordSize;
  /** The LMDB file, for other threads of this process (`LmdbReader`); undefined for any other store. */
  readonly file: string | undefined;
  /**
   * Every graph, as it is when its turn comes: between two there may be commits, and what is durable and not yet visible
   * may be among them (see `settled`).
   *
   * @throws StoreError for a graph that is damaged on disk.
   */
  graphs(): AsyncIterable<GraphText>;
  /** What is visible of a graph; empty when there is no such graph. */
  text(graph: Iri): Promise<string>;
  /** Resolves when everything that is durable now is visible, and followers are told. */
  settled(): Promise<void>;
}
