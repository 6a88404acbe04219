/** The outcomes of a check, those of EARL 1.0 (T10), and how a check reports another than `passed`. */
import type { Reply, Sent } from './reply.js';

export const outcomes = ['passed', 'failed', 'cantTell', 'inapplicable', 'untested'] as const;
export type Outcome = (typeof outcomes)[number];

/** The server does otherwise than the standard says; also where it refused what the check stands on (T11). */
export class Failed extends Error {
  override readonly name = 'Failed';

  constructor(
    readonly expected: string,
    readonly came: string,
    /** The answer that showed it; its request becomes the curl command. */
    readonly reply?: Reply,
    /** The request that had no answer. */
    readonly request: Sent | undefined = reply?.request,
  ) {
    super(`expected ${expected}, came ${came}`);
  }
}

/** The kit could not read the answer. */
export class CantTell extends Error {
  override readonly name = 'CantTell';
}

/** An optional feature that the server lacks. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

/** The configuration lacks something, or the time is over. */
export class Untested extends Error {
  override readonly name = 'Untested';
}
