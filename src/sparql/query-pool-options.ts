/** The options of the query pool, with their defaults. */
import type { Logger } from 'pino';
import { Degradations } from '../degradations.js';
import type { Caller } from '../http/caller.js';
import type { GraphSource, Store } from '../store/store.js';
import type { DatasetSize } from './object-sizes.js';
import type { WarmTimes } from './warm-schedule.js';
import type { QuerySetup, Scope } from './worker/protocol.js';

export interface QueryPoolOptions {
  readonly store: Pick<Store, 'follow'> & GraphSource;
  readonly setup: QuerySetup;
  readonly scopeOf: (caller: Caller) => Promise<Scope>;
  /** The estimated size of a caller's dataset; without it, a dataset is too large only after its filling has failed. */
  readonly sizeOf?: ((caller: Caller) => Promise<DatasetSize>) | undefined;
  readonly timeoutMs: number;
  readonly log: Logger;
  /** Whether the datasets of everything are filled in advance and updated. */
  readonly isWarm?: () => boolean;
  readonly warmTimes?: WarmTimes;
  /** The maximum number of waiting queries, in total and of one caller. */
  readonly queueLength?: number;
  readonly queueShare?: number;
  /** A worker is terminated after this time without a query. */
  readonly idleMs?: number;
  /** The longest wait of a caller for its turn and its dataset: shorter than the timeouts of proxies. */
  readonly patienceMs?: number;
  /** After this time a query may continue, but others need not wait behind it. */
  readonly slowAfterMs?: number;
  /** A dataset is filled again when its removed statements exceed this number and its current statements. */
  readonly maxGarbageQuads?: number;
  /** Queries must have waited for this time in total before a second worker gets a copy of their dataset. */
  readonly minCopyMs?: number;
  /** The delay between attempts to start a thread. */
  readonly pauseMs?: number;
  /** The memory of the workers' engines; by default determined by the store and the machine. */
  readonly maxEngineBytes?: number | undefined;
  readonly degradations?: Degradations;
  /** The workers' program. Threads cannot run TypeScript: by default the compiled program beside this file. */
  readonly program?: () => URL;
}

export const withDefaults = (options: QueryPoolOptions): Required<QueryPoolOptions> => ({
  sizeOf: undefined,
  isWarm: () => false,
  warmTimes: { delayMs: 1000, unusedMs: 60_000, maxLagMs: 60_000 },
  queueLength: 16,
  queueShare: 8,
  idleMs: 5 * 60_000,
  patienceMs: 20_000,
  slowAfterMs: 2000,
  maxGarbageQuads: 50_000,
  minCopyMs: 1000,
  pauseMs: 5000,
  maxEngineBytes: undefined,
  degradations: new Degradations(),
  program: () => new URL('worker/worker.js', import.meta.url),
  ...options,
});
