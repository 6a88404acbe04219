/**
 * The record: what is durable. Named graphs as text, and the indexes of the lookups beside them. A commit writes both in
 * one transaction; nothing needs to be read when a record is opened.
 */
import type { Iri } from '../rdf/terms.js';
import type { LookupChange, LookupReader } from './lookup.js';

/** What a transaction did to a graph. */
export interface GraphChange {
  readonly graph: Iri;
  /** The graph's statements afterwards, as N-Triples; empty when the graph is gone. */
  readonly text: string;
  /** How many statements came, less those that went. */
  readonly growth: number;
  readonly lookups: readonly LookupChange[];
}

/** A graph with its text; undefined for a text that does not fit its checksum. */
export interface CheckedGraph {
  readonly graph: string;
  readonly text: string | undefined;
}

/** How much there is in a record. */
export interface RecordSize {
  readonly graphs: number;
  readonly statements: number;
}

export interface GraphRecord extends LookupReader {
  /** The sequence of the last commit; 0 when there was none. */
  readonly sequence: number;
  readonly size: RecordSize;
  /** The LMDB file; undefined for a record in memory. */
  readonly file: string | undefined;
  /**
   * A graph as N-Triples, one statement a line; empty when there is none.
   *
   * @throws DamagedDataError for a graph whose text does not fit its checksum.
   */
  text(graph: Iri): string;
  /**
   * Every graph, as it is when it is reached: between two there may be commits. One whose text does not fit its checksum
   * comes without it.
   */
  checkedGraphs(): Iterable<CheckedGraph>;
  /**
   * Writes commits, all or none; resolves when they are durable and readers see them.
   *
   * @param first the sequence of the first one.
   * @throws ServiceError when they could not be written: `insufficient-storage` for want of room, else `unavailable`.
   */
  write(first: number, commits: readonly (readonly GraphChange[])[]): Promise<void>;
  /** Whether so many bytes could be written now. */
  hasSpace(bytes: number): Promise<boolean>;
  /** The size of the file, and what is free where it is; undefined without a disk. */
  readonly diskUsage: { readonly diskBytes: number; readonly diskFreeBytes: number } | undefined;
  close(): Promise<void>;
}
