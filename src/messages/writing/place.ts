/** Where an element of a message is written, and what it may say. */
import type { Row } from '../mapping/row.js';
import type { DraftValue } from '../reading/draft.js';
import type { Payment } from '../totals.js';
import type { Found, Scope } from './walk.js';

/** What a line has, and what it says of the pieces of the line before (X19, X20). */
export interface LineInfo {
  readonly isFirst: boolean;
  /** The pieces that its values are about. */
  readonly pieces: readonly Found[];
  /** How many of their products, and other values, the lines before have. */
  readonly rank: number;
}

/** What is known of a status while its element is written. */
export interface StatusInfo {
  readonly code: string;
  /** Whether what is said of the waybill is said here: it is said once. */
  readonly isLast: boolean;
  /** The numbers of the houses that it is about as well (X43). */
  readonly houses: readonly string[];
}

/** Where an element is. */
export interface Place {
  readonly scope: Scope;
  /** Of an element that repeats for each value in it. */
  readonly index?: number | undefined;
  /** The values of the rows of such an element. */
  readonly repeated?: Map<Row, readonly Candidate[]> | undefined;
  /** Of an element that repeats for each node. */
  readonly position?: number;
  readonly line?: LineInfo | undefined;
  readonly status?: StatusInfo;
  /** The number of the house that an element of a status is about. */
  readonly house?: string;
  /** Which payment its totals are about. */
  readonly payment?: Payment | undefined;
  /** Whether the version lacks the element: what it would have is lost. */
  readonly isLacking?: true;
}

/** A value that an element may have. */
export interface Candidate {
  readonly text: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** What is carried by it. */
  readonly values: readonly DraftValue[];
  /** Whether it says something: an element of what follows from others alone is not written. */
  readonly isContent: boolean;
  /** The value before it was rounded. */
  readonly exact?: string | undefined;
}

/** A value that follows from others. */
export const derivedText = (text: string): Candidate => ({ text, attributes: [], values: [], isContent: false });
