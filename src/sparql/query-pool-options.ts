/** The options of the query pool, with their defaults. */
import type { Logger } from 'pino';
import { Degradations } from '../degradations.js';
import type { Caller } from '../http/caller.js';
import type { GraphSource, Store } from '../store/store.js';
import type { WarmTimes } from './warm-schedule.js';
import type { QuerySetup, Scope } from './worker/protocol.js';

export interface QueryPoolOptions {
  readonly store: Pick<Store, 'follow'> & GraphSource;
  readonly setup: QuerySetup;
  readonly scopeOf: (caller: Caller) => Promise<Scope>;
  readonly timeoutMs: number;
  readonly log: Logger;
  /** Whether the datasets of everything are filled in advance and updated. */
  readonly isWarm?: () => boolean;
  readonly warmTimes?: WarmTimes;
  /** How many queries may wait, and how many of one caller. */
  readonly queueLength?: number;
  readonly queueShare?: number;
  /** After how long without a query a worker is terminated. */
  readonly idleMs?: number;
  /** The longest wait of a caller for its turn and its dataset: shorter than the timeouts of proxies. */
  readonly patienceMs?: number;
  /** A query that has run this long may continue, but others need not wait behind it. */
  readonly slowAfterMs?: number;
  /** A dataset with more removed statements than current ones, and more than this, is filled again. */
  readonly maxGarbageQuads?: number;
  /** After how long the start of a thread is tried again after a failure. */
  readonly pauseMs?: number;
  /** The memory of the workers' engines; by default determined by the store and the machine. */
  readonly maxEngineBytes?: number | undefined;
  readonly degradations?: Degradations;
  /** The workers' program. Threads read no TypeScript: by default the compiled program beside this file. */
  readonly program?: () => URL;
}

export const withDefaults = (options: QueryPoolOptions): Required<QueryPoolOptions> => ({
  isWarm: () => false,
  warmTimes: { delayMs: 1000, unusedMs: 60_000, maxLagMs: 60_000 },
  queueLength: 16,
  queueShare: 8,
  idleMs: 5 * 60_000,
  patienceMs: 20_000,
  slowAfterMs: 2000,
  maxGarbageQuads: 50_000,
  pauseMs: 5000,
  maxEngineBytes: undefined,
  degradations: new Degradations(),
  program: () => new URL('worker/worker.js', import.meta.url),
  ...options,
});
