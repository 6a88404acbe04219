/**
 * The queue of queries and the workers that run them: at most two workers, a bounded queue, time limits.
 *
 * A dataset is filled for all callers: a caller that gives up, or has waited too long, aborts nothing. A running query
 * can be stopped only with its thread, and the datasets in it are lost. So that others do not wait until another worker
 * has filled its datasets, a second worker starts when a query has occupied a worker for long with others behind it, or
 * when it has used half of its time; it fills the datasets that would be lost. A permanent second worker would waste
 * its memory, since most queries take milliseconds. It gets a copy of a dataset when queries have waited behind each
 * other for longer than filling the copy takes (dataset-copies.ts, W36).
 */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { DatasetCopies } from './dataset-copies.js';
import { type DatasetCost, DatasetCosts, type WantedDataset } from './dataset-costs.js';
import { DatasetDemand } from './dataset-demand.js';
import { DatasetLimits } from './dataset-limits.js';
import { DatasetWarmer } from './dataset-warmer.js';
import { FillRate } from './fill-rate.js';
import { notReady } from './not-ready.js';
import { QueryJob } from './query-job.js';
import type { AskedQuery } from './query-phases.js';
import { type QueryPoolOptions, withDefaults } from './query-pool-options.js';
import { QueryQueue } from './query-queue.js';
import { DatasetElsewhere, QueryWorker, WorkerEnded, WorkerOutdated } from './query-worker.js';
import type { QueryResult, ReplicaMetrics, Scope } from './worker/protocol.js';
import type { Filling } from './worker-datasets.js';
import { type WarmDatasets, type WorkerSlot, WorkerSlots } from './worker-slots.js';
import { WorkerStarter } from './worker-starter.js';

const MAX_WORKERS = 2;
/** A caller that disconnects shortly before the end of its query must not cost a worker. */
const MIN_GRACE_MS = 250;

export class QueryPool {
  readonly #options: Required<QueryPoolOptions>;
  readonly #waiting: QueryQueue;
  readonly #slots = new WorkerSlots();
  /** The datasets that are too large for any worker. */
  readonly #tooLarge = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #starter: WorkerStarter;
  readonly #warmer: DatasetWarmer;
  readonly #rate = new FillRate();
  readonly #costs: DatasetCosts;
  readonly #limits: DatasetLimits;
  readonly #copies: DatasetCopies;

  constructor(options: QueryPoolOptions) {
    this.#options = withDefaults(options);
    this.#waiting = new QueryQueue(this.#options);
    this.#starter = new WorkerStarter({
      ...this.#options,
      create: () => new QueryWorker({ ...this.#options, tooLarge: this.#tooLarge, rate: this.#rate }),
      onFailed: this.#rejectWaiting,
      onRetry: () => {
        this.#dispatch();
        this.#warmer.warm();
      },
    });
    this.#warmer = new DatasetWarmer({
      ...this.#options,
      slots: this.#slots,
      tooLarge: this.#tooLarge,
      isAsked: () => this.#waiting.length > 0,
      spawn: this.#spawn,
      onSlow: this.#dispatch,
      onFree: this.#release,
    });
    const demand = new DatasetDemand(this.#options.minCopyMs);
    this.#costs = new DatasetCosts({ ...this.#options, slots: this.#slots, demand, rate: this.#rate });
    this.#limits = new DatasetLimits({ ...this.#options, costs: this.#costs });
    this.#copies = new DatasetCopies({
      ...this.#options,
      slots: this.#slots,
      demand,
      costs: this.#costs,
      spawn: this.#spawn,
      run: this.#run,
    });
    void this.#follow(this.#stopping.signal);
  }

  /** The number of waiting queries, and the states of the workers, for the metrics. */
  get load(): { readonly waiting: number; readonly workers: readonly ('filling' | 'idle' | 'busy')[] } {
    return { waiting: this.#waiting.length, workers: this.#slots.states };
  }

  /** The sizes of the workers' datasets, for the metrics. */
  get replicas(): readonly ReplicaMetrics[] {
    return this.#slots.replicas;
  }

  /** The datasets that are being filled. */
  get fillings(): readonly Filling[] {
    return this.#slots.fillings;
  }

  /** The cost of answering a query from a dataset. */
  costOf(dataset: WantedDataset): DatasetCost {
    return this.#costs.of(dataset);
  }

  /**
   * Runs a query when its turn comes.
   *
   * @param aborted ends it when the caller has disconnected.
   * @throws ServiceError `too-many-requests` if too many queries wait; `unavailable` after the time limit, if filling
   * the dataset takes longer than callers wait, or without a thread; `insufficient-storage` if the dataset is too large
   * for all workers; and the errors of the query itself.
   */
  async ask(asked: AskedQuery, caller: Caller, aborted: AbortSignal): Promise<QueryResult> {
    this.#warmer.onQuery();
    if (this.#limits.isNeeded) await this.#limits.check(asked, caller);
    if (this.#stopping.signal.aborted) throw new ServiceError('unavailable', 'this node is stopping');
    this.#waiting.checkRoom(caller);
    const job = new QueryJob(asked, caller, this.#options, () => {
      this.#drop(job, notReady(caller, this.fillings));
    });
    this.#waiting.append(job);
    const abandon = (): void => {
      this.#drop(job, new ServiceError('unavailable', 'the caller has disconnected'));
    };
    if (aborted.aborted) abandon();
    aborted.addEventListener('abort', abandon, { once: true });
    this.#dispatch();
    try {
      return await job.answer;
    } finally {
      aborted.removeEventListener('abort', abandon);
    }
  }

  /** Terminates all workers and rejects waiting queries. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#starter.stop();
    this.#warmer.stop();
    this.#waiting.rejectAll(new ServiceError('unavailable', 'this node is stopping'));
    await Promise.all(Array.from(this.#slots, (slot) => this.#terminate(slot, 'this node is stopping')));
  }

  /** Keeps the datasets up to date, and discards them at a reset. Never rejects. */
  async #follow(stopped: AbortSignal): Promise<void> {
    for (let cursor = this.#options.store.follow(); await cursor.wait(stopped); cursor = this.#options.store.follow()) {
      if (cursor.lost.aborted) this.#replaceAll();
      else this.#warmer.onOutdated();
    }
  }

  /** Abandons a query: the filling of its dataset continues. */
  #drop(job: QueryJob, reason: ServiceError): void {
    this.#waiting.remove(job);
    job.drop(reason);
  }

  readonly #dispatch = (): void => {
    if (this.#stopping.signal.aborted) return;
    this.#copies.start();
    for (const job of this.#waiting.jobs) {
      const slot = this.#slots.idleFor(job);
      if (slot === undefined) continue;
      this.#waiting.remove(job);
      void this.#run(slot, job);
    }
    if (this.#waiting.jobs.some((job) => this.#slots.wouldHelp(job))) this.#spawn();
  };

  /**
   * Starts another worker. A failure is reported, and retried after a delay.
   *
   * @param datasets the datasets to fill in advance.
   */
  readonly #spawn = (datasets?: WarmDatasets): void => {
    if (this.#stopping.signal.aborted || this.#slots.size >= MAX_WORKERS) return;
    if (this.#starter.isPaused) {
      this.#rejectWaiting(undefined);
      return;
    }
    const worker = this.#starter.create();
    if (worker === undefined) return;
    const slot: WorkerSlot = { worker, state: 'starting', isSlow: false, planned: datasets };
    this.#slots.add(slot);
    worker.start().then(
      () => {
        this.#starter.onStarted();
        if (datasets !== undefined && this.#waiting.length === 0 && this.#slots.has(slot)) {
          void this.#warmer.fill(slot, datasets);
        } else this.#release(slot);
      },
      (error: unknown) => {
        void this.#terminate(slot, 'the query worker could not be started');
        if (!this.#stopping.signal.aborted) this.#starter.fail(error, 'a query worker could not be started');
      },
    );
  };

  /** Makes a worker fill the datasets that another one has lost, or is about to lose. */
  #refill(datasets: WarmDatasets): void {
    const idle = [...this.#slots].find(({ state }) => state === 'idle');
    if (idle === undefined) this.#spawn(datasets);
    else if (datasets.latest || datasets.history) void this.#warmer.fill(idle, datasets);
  }

  /** Rejects waiting queries if there is no worker at all; queries behind a slow one wait for its end. */
  readonly #rejectWaiting = (cause: unknown): void => {
    if (this.#slots.size > 0) return;
    const headers = { 'Retry-After': String(Math.ceil(this.#options.pauseMs / 1000)) };
    this.#waiting.rejectAll(new ServiceError('unavailable', 'queries cannot be answered now', { cause, headers }));
  };

  /** Replaces the workers: busy ones at the end of their query or filling. */
  #replaceAll(): void {
    for (const slot of this.#slots) {
      slot.worker.outdate();
      if (slot.state === 'idle') this.#release(slot);
    }
  }

  readonly #release = (slot: WorkerSlot): void => {
    if (!this.#slots.has(slot)) return;
    slot.isSlow = false;
    slot.planned = undefined;
    if (slot.worker.mustReplace) {
      void this.#terminate(slot, 'the query worker is replaced');
      this.#warmer.onOutdated();
    } else {
      slot.state = 'idle';
      this.#startIdleTimer(slot);
    }
    this.#dispatch();
    if (slot.state === 'idle' && slot.worker.warmSequence === -1) this.#warmer.warm();
  };

  #startIdleTimer(slot: WorkerSlot): void {
    slot.idleTimer = setTimeout(() => {
      if (this.#warmer.isOn && this.#slots.size === 1) {
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

  /** Ends a query with its worker. If no query waits, the lost datasets are filled again. */
  async #end(slot: WorkerSlot, reason: string): Promise<void> {
    this.#options.log.warn({ reason }, 'a query is stopped');
    const lost = this.#slots.lostWith(slot);
    await this.#terminate(slot, reason);
    this.#dispatch();
    if ((lost.latest || lost.history) && this.#waiting.length === 0) this.#refill(lost);
  }

  readonly #run = async (slot: WorkerSlot, job: QueryJob): Promise<void> => {
    clearTimeout(slot.idleTimer);
    slot.state = 'busy';
    job.start({
      onSlow: () => {
        slot.isSlow = true;
        this.#dispatch();
      },
      onHalfTime: () => {
        this.#refill(this.#slots.lostWith(slot));
      },
      onLimit: (reason) => {
        void this.#end(slot, reason);
      },
      graceMs: () => Math.max(MIN_GRACE_MS, this.#slots.lostMs(slot)),
    });
    try {
      const scopeOf = (): Promise<Scope> => this.#options.scopeOf(job.caller);
      const elsewhere = (): readonly string[] => (this.#copies.isFilledBy(job) ? [] : this.#slots.elsewhere(slot));
      const answer = await slot.worker.run(job.request, scopeOf, job, elsewhere);
      if (answer !== undefined) {
        job.resolve(answer.result, answer.writingMs);
        if (answer.dataset !== undefined) this.#copies.onAnswered(job, answer.dataset, this.#waiting.length);
      }
      job.release();
    } catch (error) {
      job.release();
      if (error instanceof DatasetElsewhere) this.#requeue(job, error.dataset);
      else if (error instanceof WorkerOutdated) this.#requeue(job);
      else if (error instanceof WorkerEnded) {
        job.reject(new ServiceError('unavailable', error.message, { cause: error }));
      } else job.reject(error);
    } finally {
      this.#release(slot);
      this.#dispatch();
    }
  };

  /** Makes the query wait for the worker with its dataset, or for any other one. */
  #requeue(job: QueryJob, dataset?: string): void {
    if (!job.isWanted()) return;
    job.dataset = dataset;
    job.wait();
    this.#waiting.putFirst(job);
  }
}
