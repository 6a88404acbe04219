/** What the ways to write a batch of commits share: what a batch expects of the database, and what is known afterwards. */
import { createHash } from 'node:crypto';
import type { Iri } from '../../rdf/terms.js';
import type { RecordSize } from '../record.js';

/** Lock keys are hashed into so many slots: two that share one by chance only make a transaction run again. */
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
  /** A name that no other batch has: where the outcome of a transaction is not known, the feed shows by it. */
  readonly batch: string;
  /** What this release makes of the database: one of another generation is not written. Undefined before it has one. */
  readonly generation: string | undefined;
  /** The last commit that this process has seen, if it knows its batch: a database without it is not written. */
  readonly last: SeenCommit | undefined;
  /** What the listeners of other nodes are given; undefined for a database without notifications. */
  readonly notify: string | undefined;
}

/** What was written. */
export interface WrittenBatch {
  /** The sequence of its first commit. */
  readonly first: number;
  readonly position: Position;
}

/** The last commit of the record, and how much there is in it. */
export interface Position extends RecordSize {
  readonly sequence: number;
}
