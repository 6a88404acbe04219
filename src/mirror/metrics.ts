/** What the mirror counts (M62). */
import type { FoundBy } from './copies/copy-facts.js';

export interface MirrorMetrics {
  /** A revision has been stored. */
  received(by: FoundBy): void;
  /** A request has been answered; `failed` without an answer. */
  requested(status: number | 'failed'): void;
  /** The time from a notification to the revision that it brought, in seconds. */
  notified(seconds: number): void;
}

/** Counts nothing. */
export const noMirrorMetrics: MirrorMetrics = {
  received: () => undefined,
  requested: () => undefined,
  notified: () => undefined,
};
