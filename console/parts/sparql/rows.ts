/** Query answers as columns and rows. */
import type { TermValue } from '../../../src/console/responses.js';

export type Cell = TermValue | undefined;
export type Row = readonly Cell[];

export interface Result {
  readonly kind: 'solutions' | 'statements' | 'boolean';
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The answer to an ASK query. */
  readonly holds: boolean;
  /** Whether the node omitted further rows. */
  readonly isTruncated: boolean;
  /** The number of commits that the node's engine has not received yet. */
  readonly behind: number;
  readonly milliseconds: number;
}

/** A blank node is represented as a URI that starts with `_:`. */
export const isBlank = ({ type, value }: TermValue): boolean => type === 'uri' && value.startsWith('_:');
