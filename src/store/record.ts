/**
 * The record: the durable data. It has named graphs as text, the indexes of the lookups, and a feed of the commits; a
 * commit writes all three in one transaction. Opening a record reads none of the data. It is embedded (LMDB, memory),
 * or shared with other processes (PostgreSQL).
 */
import type { Iri } from '../rdf/terms.js';
import type { CommitTime } from './commit-time.js';
import type { Leases } from './leases.js';
import type { LogChange, ProofLogReader } from './proof-log.js';
import type { Lookup, LookupChange, LookupEntry, LookupPage, LookupReader } from './lookup.js';

/** The change of a graph by a transaction. */
export interface GraphChange {
  readonly graph: Iri;
  /** The graph's statements afterwards, as N-Triples; empty when the graph is gone. */
  readonly text: string;
  /** The number of added statements, less the removed ones. */
  readonly growth: number;
  readonly lookups: readonly LookupChange[];
  /** Whether the record did not have the graph. */
  readonly isNew?: boolean;
  /** Whether it was dropped, or lost statements by an erasure: it makes no entry in the log (P30). */
  readonly isTakenAway?: boolean;
  /** Whether it lost statements by an erasure: what earlier commits wrote of them is in no new backup (P27, P39). */
  readonly isErased?: boolean;
}

/** The changes of one transaction, and the guard that they are written under. */
export interface PendingCommit {
  readonly changes: readonly GraphChange[];
  /** What it does to the log, in the same transaction (P1). */
  readonly log?: LogChange | undefined;
  /** The lock keys of the transaction, as given to `Store.transact`. */
  readonly lockKeys: readonly Iri[];
  /** The last commit that was visible to this process when the transaction began. */
  readonly since: number;
  /**
   * For a commit without changes: all later commits get later times than this one, also after a crash. A time after the
   * record's clock counts as the clock's.
   */
  readonly closes?: CommitTime | undefined;
}

/** Commits that were written together, with consecutive sequences. */
export interface WrittenCommits {
  readonly kind: 'written';
  /** The sequence of the first one. */
  readonly first: number;
  /** The time of the last one (W54); undefined if only the outcome is known. */
  readonly time?: CommitTime | undefined;
  /** Earlier commits of other processes, oldest first, if they were read together; absent without any. */
  readonly others?: readonly FeedEntry[];
}

/**
 * The result of writing commits. A conflict: another process has committed under a lock key of one of them, or to one
 * of its graphs, after its `since`; none of them was written.
 */
export type WriteResult = WrittenCommits | { readonly kind: 'conflict' };

/** A graph with its text; undefined for a text that does not fit its checksum. */
export interface CheckedGraph {
  readonly graph: string;
  readonly text: string | undefined;
}

/** Counts of failures of a record's server since the start of this process. */
export interface ConnectionCounts {
  /** The number of times that it answered on no connection at all. */
  readonly outages: number;
  /** The number of times that connections without an answer were abandoned. */
  readonly reconnects: number;
}

export interface DiskUsage {
  readonly diskBytes: number;
  readonly diskFreeBytes: number;
  /** The age of the oldest open read of the file during commits: it prevents old pages from being reused. */
  readonly oldestReadingSeconds: number;
}

/** The size of a record. */
export interface RecordSize {
  readonly graphs: number;
  readonly statements: number;
}

export interface GraphRecord extends LookupReader {
  /** The sequence of the last commit that this process knows of; 0 when there was none. */
  readonly sequence: number;
  readonly log: ProofLogReader;
  readonly size: RecordSize;
  /** The LMDB file, for other threads of this process; undefined for any other record. */
  readonly file: string | undefined;
  /**
   * Resolves when `file` has the commits until a sequence, for its readers; absent where it always has them.
   *
   * @throws ServiceError if they could not be written there.
   */
  updateFile?(sequence: number): Promise<void>;
  /**
   * Removes what was erased before the call from the record's files, or from the tables of its database (P39, P40). Reads
   * and writes go on. It can be repeated at any time.
   *
   * @param signal gives it up.
   * @throws ServiceError `insufficient-storage` without room for another file, otherwise `unavailable`.
   */
  purge(signal?: AbortSignal): Promise<void>;
  /** Present when other processes write to the record, too. */
  readonly shared?: SharedRecord;
  /**
   * The graphs that commits changed between two sequences; undefined if the record does not know. Only for an embedded
   * record: a shared one has its feed.
   */
  changedSince?(after: number, until: number): ReadonlySet<Iri> | undefined;
  /**
   * A graph as N-Triples, one statement per line; empty if it does not exist.
   *
   * @throws WrongChecksumError for a graph whose text does not match its checksum.
   */
  text(graph: Iri): Promise<string>;
  /**
   * The names of graphs in an order of their own, without their texts.
   *
   * @param after the last name of the page before, whether or not that graph is still there; empty for the first page.
   */
  graphNames(after: string, limit: number): Promise<readonly string[]>;
  /**
   * Every graph, in its state when it is reached; commits may happen in between. A graph with a wrong checksum has no
   * text.
   */
  checkedGraphs(): AsyncIterable<CheckedGraph>;
  /** As `LookupReader.lookup`, of any lookup that commits maintain. */
  lookup(lookup: Lookup, partition: string, page?: LookupPage): Promise<LookupEntry[]>;
  /**
   * Every entry of a lookup, in any order; commits may happen in between. Partitions may be cut as in the index
   * (`keyPart`); `write` accepts them in this form.
   */
  entries(lookup: string): AsyncIterable<LookupEntry>;
  /** The maximum number of commits for `write`; unlimited if undefined. */
  readonly maxBatch?: number;
  /**
   * Writes commits, all or none, in the order of the feed; resolves when they are durable and readable, or in conflict.
   *
   * @throws ServiceError if they could not be written, or the outcome is unknown: `insufficient-storage` without free
   * space, otherwise `unavailable`.
   */
  write(commits: readonly PendingCommit[]): Promise<WriteResult>;
  /** Why it cannot be used now, for the operator; undefined while it answers. */
  readonly problem?: string | undefined;
  /** Whether that many bytes fit on the disk now. */
  hasSpace(bytes: number): Promise<boolean>;
  /** The size of the file, and the free space; undefined without a disk of this machine. */
  readonly diskUsage: DiskUsage | undefined;
  close(): Promise<void>;
}

/** One commit in the feed. */
export interface FeedEntry {
  readonly sequence: number;
  /** Whether this process wrote it. */
  readonly isLocal: boolean;
  /** The graphs that it wrote or dropped. */
  readonly graphs: readonly Iri[];
  /** The partitions of the lookups that it changed. */
  readonly partitions: readonly { readonly lookup: string; readonly partition: string }[];
}

/** A part of the feed; or the sequence of the last commit, if the feed has a gap. */
export type FeedPage =
  | { readonly kind: 'entries'; readonly entries: readonly FeedEntry[] }
  | { readonly kind: 'gap'; readonly latest: number };

/** A record that several processes write to. */
export interface SharedRecord {
  /**
   * The commits of all processes after a sequence, oldest first and without gaps.
   *
   * @param limit the maximum number; fewer mean that they are the last ones.
   */
  feed(after: number, limit: number): Promise<FeedPage>;
  /** To be called after a gap, when nothing is used any more that was read before. */
  restart(): void;
  /** Calls the listener after commits of another process; the call may be late or without cause. */
  onHint(listener: () => void): void;
  readonly leases: Leases;
  /**
   * A small value that all processes share, such as a key: the first process to ask makes it.
   *
   * @param make makes a missing value.
   */
  value(name: string, make: () => Promise<string>): Promise<string>;
  /** The number of other processes that use the record, if known. */
  readonly otherProcesses: number;
  readonly connections: ConnectionCounts;
}
