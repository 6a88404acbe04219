/** Answers as columns and rows. */
import type { TermValue } from '../../../src/console/responses.js';

export type Cell = TermValue | undefined;
export type Row = readonly Cell[];

export interface Result {
  readonly kind: 'solutions' | 'statements' | 'boolean';
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Of an ASK. */
  readonly holds: boolean;
  /** Whether the node has left out further rows. */
  readonly isTruncated: boolean;
  /** How many commits the engine of the node has not seen yet. */
  readonly behind: number;
  readonly milliseconds: number;
}

/** A blank node is written as a URI that begins with `_:`. */
export const isBlank = ({ type, value }: TermValue): boolean => type === 'uri' && value.startsWith('_:');
