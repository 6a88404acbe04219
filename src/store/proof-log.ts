/**
 * The log of proofs in the record: entries by their position, the newest entry of each graph with its salts, and values
 * beside them (checkpoints, hashes of whole subtrees, epochs). A commit writes them with its graphs (P1).
 */
import type { CommitContext, LoggedChange, LoggedCommit, StoredGraph } from '../log-rules.js';
import type { Hash } from '../proofs/format/encoding.js';
import type { EntryDraft } from '../proofs/sealing.js';
import type { Iri } from '../rdf/terms.js';

/** What a commit does to the log. */
export interface LogChange {
  /** Its entries, whose parts are graphs of the same commit. */
  readonly drafts: readonly EntryDraft[];
  /** Entries of graphs as they are when the commit is written, after those of `drafts` (P51). */
  readonly stored?: readonly StoredDraft[] | undefined;
  /** The salts that are left of the newest entries of graphs: empty when all is gone (P30). */
  readonly salts: readonly { readonly graph: Iri; readonly salts: Uint8Array }[];
  readonly values: readonly LogValue[];
}

/**
 * An entry of a graph that the commit does not change. It is left out if the graph is gone or damaged by then, or if its
 * newest entry is another one.
 */
export interface StoredDraft {
  readonly draft: EntryDraft;
  /** The position of the newest entry of the graph; undefined for a graph without one. */
  readonly newest: number | undefined;
}

/** A value beside the entries, by its key. */
export interface LogValue {
  /** Letters, digits and `/-.+`: keys are in the order of their characters. */
  readonly key: string;
  readonly value: string;
}

/** Which graphs make entries, and what these say. */
export interface LogRules {
  /** The entries of a commit. */
  of(changes: readonly LoggedChange[], context: CommitContext): LoggedCommit;
  /** The graph whose entry commits to a graph, with all graphs of that entry; undefined for a graph in no entry. */
  entryOf(graph: Iri): { readonly graph: Iri; readonly parts: readonly Iri[] } | undefined;
  /** How a graph that is stored without an entry gets one; undefined for a graph that gets none (P51). */
  stored(graph: Iri): StoredGraph | undefined;
}

/** Says that commits were made without their entries (`PROOF_LOG=false`). */
export const UNLOGGED = { key: 'unlogged', value: 'yes' } as const;

/** Where the log has the entry of a graph. */
export interface EntryFinder {
  /** Undefined for a graph without one. */
  entryOf(graph: Iri): Promise<{ readonly epoch: number; readonly index: number } | undefined>;
}

/** An entry in its place. */
export interface LogEntry {
  /** Counted from 0, over all epochs. */
  readonly position: number;
  /** The log record (P3). */
  readonly record: string;
  /** The leaf hash of the tree (P5). */
  readonly leaf: Hash;
}

/** The newest entry of a graph, with what it commits to. */
export interface NewestEntry extends LogEntry {
  /** A seed, or slots (proofs/salts.ts); empty when all is gone. */
  readonly salts: Buffer;
  /** The texts of the graphs that were asked for; undefined for a text that does not fit its checksum. */
  readonly texts: readonly (string | undefined)[];
}

export interface LogValueRange {
  /** The keys that begin like this. */
  readonly prefix: string;
  /** Descending. */
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Reads what is durable. @throws ServiceError `unavailable` if it cannot be read. */
export interface ProofLogReader {
  /** The number of entries. */
  size(): Promise<number>;
  /** Entries in order, from a position to before another one; those that are there. */
  entries(from: number, until: number): Promise<readonly LogEntry[]>;
  /**
   * The newest entry of a graph, and the texts of graphs at the same moment.
   *
   * @returns undefined for a graph without an entry.
   */
  newest(graph: Iri, parts: readonly Iri[]): Promise<NewestEntry | undefined>;
  /** The positions of the newest entries of graphs; undefined for those without one. */
  positions(graphs: readonly Iri[]): Promise<readonly (number | undefined)[]>;
  value(key: string): Promise<string | undefined>;
  values(range: LogValueRange): Promise<readonly LogValue[]>;
}
