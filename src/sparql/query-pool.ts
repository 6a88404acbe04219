/**
 * The queue of queries and the workers that run them: at most two workers, a bounded queue, a time limit.
 *
 * A query that exceeds its limit is stopped with its thread, and the datasets in it are lost. So that others do not wait
 * until another worker has filled its datasets, a second one is started when a query has been running for a while and
 * others wait behind it, or when it has used half of its time. A second worker at all times would waste its memory, since
 * most queries take milliseconds.
 */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { type QueryPoolOptions, withDefaults } from './query-pool-options.js';
import { QueryWorker, WorkerEnded } from './query-worker.js';
import type { QueryRequest, QueryResult, ReplicaMetrics } from './worker/protocol.js';
import { QueryTimers } from './query-timers.js';
import { WarmSchedule } from './warm-schedule.js';

const MAX_WORKERS = 2;
/** The key of threads that the system does not give, in `/health/ready`. */
const THREADS = 'query-threads';

interface Job {
  readonly request: QueryRequest;
  readonly caller: Caller;
  readonly aborted: AbortSignal;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (reason: unknown) => void;
}

interface WorkerSlot {
  readonly worker: QueryWorker;
  state: 'filling' | 'idle' | 'busy' | 'slow';
  idleTimer?: NodeJS.Timeout;
}

export class QueryPool {
  readonly #options: Required<QueryPoolOptions>;
  readonly #waiting: Job[] = [];
  readonly #slots = new Set<WorkerSlot>();
  /** The datasets that no worker could hold: another one would not either. */
  readonly #tooLarge = new Set<string>();
  readonly #stopListening: () => void;
  #isStopped = false;
  /** Set while no thread is started, because the last one could not be. */
  #pause: NodeJS.Timeout | undefined;
  #failures = 0;
  readonly #warming: WarmSchedule;
  #isWarmingBroken = false;

  constructor(options: QueryPoolOptions) {
    this.#options = withDefaults(options);
    this.#warming = new WarmSchedule(this.#options.warmTimes, () => {
      if (this.#isWarm) this.#warm();
    });
    const stops = [
      options.store.onCommit(() => {
        if (this.#isWarm) this.#warming.onOutdated();
      }),
      options.store.onReset(() => {
        this.#replaceAll();
      }),
    ];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
    if (this.#isWarm) this.#warming.onOutdated();
  }

  /** How many queries wait, and what the workers do, for the metrics. */
  get load(): { readonly waiting: number; readonly workers: readonly ('filling' | 'idle' | 'busy')[] } {
    const workers = Array.from(this.#slots, ({ state }) => (state === 'slow' ? 'busy' : state));
    return { waiting: this.#waiting.length, workers };
  }

  /** What the workers' datasets hold, for the metrics. */
  get replicas(): ReplicaMetrics[] {
    return Array.from(this.#slots, ({ worker }) => worker.metrics).filter((metrics) => metrics !== undefined);
  }

  /**
   * Runs a query when its turn comes.
   *
   * @param aborted ends it when the caller has disconnected.
   * @throws ServiceError `too-many-requests` when too many wait, `unavailable` when it took too long or there is no
   *   thread for it, `insufficient-storage` when no worker can hold its dataset, and what the query itself is rejected for.
   */
  async ask(request: QueryRequest, caller: Caller, aborted: AbortSignal): Promise<QueryResult> {
    const { queueLength, queueShare, timeoutMs } = this.#options;
    this.#warming.onQuery();
    if (this.#isStopped) throw new ServiceError('unavailable', 'this node is stopping');
    const share = this.#waiting.filter((job) => job.caller.agent === caller.agent).length;
    if (this.#waiting.length >= queueLength || share >= queueShare) {
      throw new ServiceError('too-many-requests', 'too many queries are waiting to be answered', {
        headers: { 'Retry-After': String(Math.ceil(timeoutMs / 1000)) },
      });
    }
    return new Promise((resolve, reject) => {
      const job: Job = { request, caller, aborted, resolve, reject };
      this.#waiting.push(job);
      const abandon = (): void => {
        this.#abandon(job);
      };
      aborted.addEventListener('abort', abandon, { once: true });
      this.#dispatch();
    });
  }

  /** Terminates all workers and rejects what waits. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    clearTimeout(this.#pause);
    this.#warming.stop();
    for (const job of this.#waiting.splice(0)) job.reject(new ServiceError('unavailable', 'this node is stopping'));
    await Promise.all(Array.from(this.#slots, (slot) => this.#terminate(slot, 'this node is stopping')));
  }

  get #isWarm(): boolean {
    return !this.#isStopped && !this.#isWarmingBroken && this.#options.isWarm();
  }

  /** Has an idle worker bring the datasets of everything up to date; starts one where there is none. */
  #warm(): void {
    if (this.#slots.size === 0) this.#spawn();
    const { sequence } = this.#options.store;
    for (const slot of this.#slots) {
      if (slot.state !== 'idle' || slot.worker.warmSequence >= sequence) continue;
      this.#fill(slot, true);
      return;
    }
  }

  /** Fills the datasets of everything before a query asks for them. */
  #fill(slot: WorkerSlot, history: boolean): void {
    clearTimeout(slot.idleTimer);
    slot.state = 'filling';
    const tooLarge = this.#tooLarge.size;
    slot.worker
      .warm(history)
      .catch((error: unknown) => {
        if (this.#isStopped) return;
        // A dataset that is known to be too large is left out next time.
        this.#isWarmingBroken = this.#tooLarge.size === tooLarge;
        this.#options.log.warn({ err: error }, 'not all datasets for queries are kept filled');
      })
      .finally(() => {
        this.#release(slot);
      });
  }

  #abandon(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    job.reject(new ServiceError('unavailable', 'the caller has disconnected'));
  }

  #dispatch(): void {
    if (this.#isStopped) return;
    for (const slot of this.#slots) {
      if (slot.state !== 'idle') continue;
      const job = this.#waiting.shift();
      if (job === undefined) return;
      void this.#run(slot, job);
    }
    if (this.#waiting.length > 0 && [...this.#slots].every(({ state }) => state === 'slow')) this.#spawn();
  }

  /**
   * Starts another worker. Where there can be none, that is reported and tried again after a pause.
   *
   * @param isFilled whether it fills the dataset of the latest revisions before a query asks for it.
   */
  #spawn(isFilled = false): void {
    if (this.#isStopped || this.#slots.size >= MAX_WORKERS) return;
    if (this.#pause !== undefined) {
      this.#rejectWaiting(undefined);
      return;
    }
    let worker: QueryWorker;
    try {
      worker = new QueryWorker({ ...this.#options, tooLarge: this.#tooLarge });
    } catch (error) {
      this.#onSpawnFailed(error, 'there is no thread for queries: the system gives no more');
      return;
    }
    const slot: WorkerSlot = { worker, state: 'filling' };
    this.#slots.add(slot);
    worker.start().then(
      () => {
        this.#failures = 0;
        this.#options.degradations.clear(THREADS);
        if (isFilled && this.#waiting.length === 0 && this.#slots.has(slot)) this.#fill(slot, false);
        else this.#release(slot);
      },
      (error: unknown) => {
        void this.#terminate(slot, 'the query worker could not be started');
        if (!this.#isStopped) this.#onSpawnFailed(error, 'a query worker could not be started');
      },
    );
  }

  #onSpawnFailed(error: unknown, message: string): void {
    const { log, pauseMs, degradations } = this.#options;
    this.#failures += 1;
    log.error({ err: error, failures: this.#failures }, message);
    degradations.report(THREADS, 'workers for queries could not be started', this.#failures);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#dispatch();
      if (this.#isWarm) this.#warm();
    }, pauseMs).unref();
    this.#rejectWaiting(error);
  }

  /** Rejects what waits where there is no worker at all; behind a slow query its end is waited for. */
  #rejectWaiting(cause: unknown): void {
    if (this.#slots.size > 0) return;
    const headers = { 'Retry-After': String(Math.ceil(this.#options.pauseMs / 1000)) };
    for (const job of this.#waiting.splice(0)) {
      job.reject(new ServiceError('unavailable', 'queries cannot be answered now', { cause, headers }));
    }
  }

  /** Replaces the workers: those that run a query, or are filled, at the end of that. */
  #replaceAll(): void {
    for (const slot of this.#slots) {
      slot.worker.outdate();
      if (slot.state === 'idle') this.#release(slot);
    }
  }

  #release(slot: WorkerSlot): void {
    if (!this.#slots.has(slot)) return;
    if (slot.worker.mustReplace) {
      void this.#terminate(slot, 'the query worker is replaced');
      if (this.#isWarm) this.#warming.onOutdated();
    } else {
      slot.state = 'idle';
      this.#startIdleTimer(slot);
    }
    this.#dispatch();
    if (slot.state === 'idle' && slot.worker.warmSequence === -1 && this.#isWarm) this.#warm();
  }

  #startIdleTimer(slot: WorkerSlot): void {
    slot.idleTimer = setTimeout(() => {
      if (this.#isWarm && this.#slots.size === 1) {
        this.#startIdleTimer(slot);
        return;
      }
      this.#options.log.info('a query worker is terminated: there were no queries for a while');
      void this.#terminate(slot, 'there are no queries');
    }, this.#options.idleMs).unref();
  }

  async #terminate(slot: WorkerSlot, reason: string): Promise<void> {
    clearTimeout(slot.idleTimer);
    this.#slots.delete(slot);
    await slot.worker.terminate(reason);
  }

  async #run(slot: WorkerSlot, job: Job): Promise<void> {
    const { scopeOf, timeoutMs, slowAfterMs, log } = this.#options;
    clearTimeout(slot.idleTimer);
    slot.state = 'busy';
    const timers = new QueryTimers(timeoutMs, slowAfterMs, job.aborted, {
      onSlow: () => {
        slot.state = 'slow';
        this.#dispatch();
      },
      onHalfTime: () => {
        // When this worker is stopped, the next query finds what most queries need.
        this.#spawn(job.caller.internal);
      },
      onLimit: (reason) => {
        log.warn({ reason }, 'a query is stopped');
        void this.#terminate(slot, reason).then(() => {
          this.#dispatch();
        });
      },
    });
    try {
      job.resolve(await slot.worker.run(job.request, () => scopeOf(job.caller), timers));
    } catch (error) {
      job.reject(
        error instanceof WorkerEnded ? new ServiceError('unavailable', error.message, { cause: error }) : error,
      );
    } finally {
      timers.clear();
      this.#release(slot);
      this.#dispatch();
    }
  }
}
