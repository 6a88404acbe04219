/**
 * What the node asks of a store: named graphs, lookups and transactions whose changes are SPARQL Updates. Nothing here
 * knows an engine or a database.
 */
import type { Update } from 'sparqljs';
import type { Graph } from '../rdf/graph.js';
import type { Iri, Quad } from '../rdf/terms.js';
import type { LookupReader } from './lookup.js';
import type { RecordSize } from './record.js';

/** Reads graphs: durable ones, and in a transaction also its own changes. */
export interface GraphReader {
  /** The statements of a named graph, in the default graph of the dataset; empty when there is no such graph. */
  read(graph: Iri): Promise<Graph>;
}

/** Changes that are isolated until they are committed, all or none. */
export interface Transaction extends GraphReader {
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

/** What a committed transaction changed. */
export interface Commit {
  /** Position in the commit feed, from 1, without gaps. */
  readonly sequence: number;
  /** The graphs written or dropped. */
  readonly graphs: readonly Iri[];
  /** Those of them that are still there. */
  readonly written: readonly Iri[];
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
  readonly sequence: number;
}

export interface Store extends GraphReader, LookupReader {
  /**
   * Runs `work` as one transaction: when its promise fulfils, everything it changed is made durable, then visible, and
   * only then does this promise fulfil with its result; when it rejects nothing has happened.
   *
   * Transactions that name a common concern take turns: the next one begins when the one before is visible, so what it
   * reads, by graph or by query, about that concern is the latest. Transactions without a common concern run side by
   * side and share a flush to disk.
   *
   * @param concerns IRIs of what the transaction is about: usually the Logistics Object. Every graph that the
   *   transaction writes must be protected by one of its concerns or be new under a fresh identifier.
   * @throws ServiceError `insufficient-storage` when there is no room, `unavailable` when the store has failed.
   */
  transact<Result>(concerns: readonly Iri[], work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Calls the listener for every commit, in order, once it is visible and before its `transact` resolves. Returns a function that stops it. */
  onCommit(listener: (commit: Commit) => void): () => void;
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
  /** The LMDB file, for other threads of this process (`LmdbReader`); undefined for a store in memory. */
  readonly file: string | undefined;
  /**
   * Every graph, as it is when its turn comes: between two there may be commits, and what is durable and not yet visible
   * may be among them (see `settled`).
   *
   * @throws StoreError for a graph that is damaged on disk.
   */
  graphs(): Iterable<GraphText>;
  /** What is visible of a graph; empty when there is no such graph. */
  text(graph: Iri): string;
  /** Resolves when everything that is durable now is visible, and listeners have been called for it. */
  settled(): Promise<void>;
}
