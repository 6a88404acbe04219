/**
 * One state of a record, as the command that verifies its log of proofs reads it (P46): page by page, so that memory does
 * not grow with the store. Nothing that it gives is taken for right: names, positions and hashes may be anything.
 */
import type { Iri } from '../rdf/terms.js';
import type { Lookup } from './lookup.js';
import type { LogEntry, LogValue } from './proof-log.js';

/** What the record has of the newest entry of a graph. */
export interface NewestPlace {
  readonly position: number;
  /** A seed, or slots (proofs/salts.ts); empty when all is gone. */
  readonly salts: Buffer;
}

export interface LogSource {
  /** The number of entries that is kept beside them; undefined where none is. */
  readonly counted: number | undefined;
  /** Entries from a position on, in their order; none at the end. One that cannot be read has an empty record. */
  entries(from: number): Promise<readonly LogEntry[]>;
  /** What there is of the newest entries of graphs; undefined for a graph without one. */
  newest(graphs: readonly string[]): Promise<readonly (NewestPlace | undefined)[]>;
  /** The graphs with a newest entry, in the order of their names; none after the last. @param after undefined to begin. */
  logged(after: string | undefined): Promise<readonly { readonly graph: string; readonly position: number }[]>;
  /** Texts of graphs: empty if there is none, undefined for one that does not fit its checksum. */
  texts(graphs: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** The names of graphs, in order: those below one name are together. @param after undefined to begin. */
  graphs(after: string | undefined): Promise<readonly string[]>;
  /** Values beside the entries whose keys begin like this, in their order. @param after undefined to begin. */
  values(prefix: string, after: string | undefined): Promise<readonly LogValue[]>;
  valuesOf(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** The values of a partition of a lookup. */
  lookup(lookup: Lookup, partition: string): Promise<readonly Iri[]>;
}
