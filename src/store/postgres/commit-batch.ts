/** Common parts of the ways to write a batch of commits: its expectations of the database, and its result. */
import { createHash } from 'node:crypto';
import type { Iri } from '../../rdf/terms.js';
import type { CommitTime } from '../commit-time.js';
import type { RecordSize } from '../record.js';
import type { StoredGraphs } from './stored-graphs.js';

/** Lock keys are hashed into this many slots: a collision only makes a transaction run again. */
const SLOTS = 65_536;

/** Where other nodes listen for commits. */
export const CHANNEL = 'cargograph_commits';

/** The slots of lock keys, each once. */
export function slotsOf(lockKeys: readonly Iri[]): number[] {
  return [...new Set(lockKeys.map((key) => createHash('sha1').update(key).digest().readUInt32BE(0) % SLOTS))];
}

/** The last commit that a process has seen. */
export interface SeenCommit {
  readonly sequence: number;
  readonly batch: string;
}

export interface BatchOptions {
  /** A unique name of a batch: if the outcome of a transaction is unknown, the feed identifies it by this name. */
  readonly batch: string;
  /**
   * The generation of this release: a database of another one is not written to. Undefined for a database without one.
   */
  readonly generation: string | undefined;
  /** The last commit that this process has seen, if it knows its batch: a database without it is not written. */
  readonly last: SeenCommit | undefined;
  /** The payload for the listeners of other nodes; undefined for a database without notifications. */
  readonly notify: string | undefined;
  /** The graphs that get entries in the log without being changed. */
  readonly stored?: StoredGraphs | undefined;
}

/** The result of a write. */
export interface WrittenBatch {
  /** The sequence of its first commit. */
  readonly first: number;
  readonly position: Position;
  /** The time of its last commit (W54). */
  readonly time: CommitTime;
}

/** The last commit of the record, and the size of the record. */
export interface Position extends RecordSize {
  readonly sequence: number;
}
