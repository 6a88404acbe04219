/** Gives a second worker a copy of a dataset when queries wait behind each other for the first one. */
import { type DatasetCosts, memoryOf } from './dataset-costs.js';
import type { DatasetDemand } from './dataset-demand.js';
import { type JobTimes, QueryJob } from './query-job.js';
import type { QueryPoolOptions } from './query-pool-options.js';
import { hasNamedGraphs, isOfOwnData, type QueryRequest } from './worker/protocol.js';
import type { WorkerSlot, WorkerSlots } from './worker-slots.js';

export interface DatasetCopiesOptions extends JobTimes, Pick<QueryPoolOptions, 'log'> {
  readonly slots: Pick<WorkerSlots, 'held' | 'onlyFillMs' | 'idleWithout'>;
  readonly demand: DatasetDemand;
  readonly costs: Pick<DatasetCosts, 'maxBytes'>;
  /** Starts another worker if there may be one. */
  readonly spawn: () => void;
  readonly run: (slot: WorkerSlot, job: QueryJob) => Promise<void>;
}

/** A query that needs a dataset and no time. */
export const fillingRequest = (named: boolean, at: QueryRequest['at']): QueryRequest => ({
  text: named ? 'ASK { GRAPH ?g {} }' : 'ASK {}',
  dataset: undefined,
  at,
  results: 'json',
  graph: undefined,
});

export class DatasetCopies {
  /** The datasets to copy, with a query that needed each. */
  readonly #wanted = new Map<string, QueryJob>();
  /** The queries that fill copies. */
  readonly #filling = new WeakSet<QueryJob>();

  constructor(private readonly options: DatasetCopiesOptions) {}

  /** Called after each answered query. @param waiting the number of queries that waited meanwhile. */
  onAnswered(job: QueryJob, dataset: string, waiting: number): void {
    const { demand, slots, costs } = this.options;
    // Copies of partners' objects are asked too seldom for a second dataset with them.
    if (!isOfOwnData(dataset)) return;
    demand.onAnswered(dataset, job.phases.of('running') + job.phases.of('writing'), waiting);
    const fillMs = slots.onlyFillMs(dataset);
    if (fillMs === undefined || !demand.deservesCopy(dataset, fillMs)) return;
    const held = slots.held.flat();
    const own = held.filter((each) => each.dataset === dataset);
    // The memory of one worker is enough for both copies and the others: a copy is a convenience.
    if (memoryOf(own) + memoryOf(held) > costs.maxBytes) return;
    demand.onCopied(dataset);
    this.#wanted.set(dataset, job);
  }

  /** Makes an idle worker fill a copy, or starts one for it. */
  start(): void {
    const { slots, spawn, run } = this.options;
    for (const [dataset, job] of this.#wanted) {
      // Meanwhile the worker may have lost it, or another one may have filled it.
      const isWanted = slots.onlyFillMs(dataset) !== undefined;
      const slot = isWanted ? slots.idleWithout(dataset) : undefined;
      if (isWanted && slot === undefined) {
        spawn();
        return;
      }
      this.#wanted.delete(dataset);
      if (slot !== undefined) void run(slot, this.#fillingJob(dataset, job));
    }
  }

  /** Whether a query fills a copy, though another worker holds its dataset. */
  isFilledBy(job: QueryJob): boolean {
    return this.#filling.has(job);
  }

  /** A query of the same caller that nobody waits for. */
  #fillingJob(dataset: string, { caller, request: { at } }: QueryJob): QueryJob {
    const job = new QueryJob(fillingRequest(hasNamedGraphs(dataset), at), caller, this.options, () => undefined);
    job.answer.catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'a copy of a dataset for queries is not filled');
    });
    this.#filling.add(job);
    return job;
  }
}
