/** The workers of the pool, with their states, and the choice of a worker for a query. */
import type { QueryJob } from './query-job.js';
import type { QueryWorker } from './query-worker.js';
import { datasetKey, type HeldDataset, type ReplicaMetrics } from './worker/protocol.js';
import type { Filling } from './worker-datasets.js';

/** The datasets of everything, which are filled in advance, with named graphs or without. */
export interface WarmDatasets {
  readonly latest: boolean;
  readonly history: boolean;
}

export const warmKeys = { latest: datasetKey(undefined, false), history: datasetKey(undefined, true) };

export interface WorkerSlot {
  readonly worker: QueryWorker;
  state: 'starting' | 'filling' | 'idle' | 'busy';
  /** Whether it has been busy for a while: other queries need not wait for it. */
  isSlow: boolean;
  /** The datasets to fill in advance. */
  planned?: WarmDatasets | undefined;
  idleTimer?: NodeJS.Timeout;
}

export class WorkerSlots extends Set<WorkerSlot> {
  get states(): readonly ('filling' | 'idle' | 'busy')[] {
    return Array.from(this, ({ state, worker }) =>
      state === 'starting' || worker.datasets.filling !== undefined ? 'filling' : state,
    );
  }

  get fillings(): readonly Filling[] {
    return Array.from(this, ({ worker }) => worker.datasets.filling).filter((filling) => filling !== undefined);
  }

  /** The sizes of the workers' datasets. */
  get replicas(): readonly ReplicaMetrics[] {
    return Array.from(this, ({ worker }) => worker.datasets.metrics);
  }

  /** The datasets of each worker. */
  get held(): readonly (readonly HeldDataset[])[] {
    return Array.from(this, ({ worker }) => [...worker.datasets.held.values()]);
  }

  /** The idle worker for a query; undefined if waiting for a busy one with its dataset is better. */
  idleFor({ dataset }: QueryJob): WorkerSlot | undefined {
    const idle = [...this].filter(({ state }) => state === 'idle');
    if (dataset === undefined) return idle[0];
    const holder = idle.find(({ worker }) => worker.datasets.held.has(dataset));
    if (holder !== undefined) return holder;
    return [...this].some((slot) => isWorthWaiting(slot, dataset)) ? undefined : idle[0];
  }

  /** Whether all workers are busy, so that another worker would help a query. */
  wouldHelp({ dataset }: QueryJob): boolean {
    return [...this].every((slot) => slot.isSlow && slot.worker.datasets.filling?.dataset !== (dataset ?? ''));
  }

  /** The datasets that a worker need not fill, since another worker with them will soon be free. */
  elsewhere(own: WorkerSlot): readonly string[] {
    return [...this]
      .filter((slot) => slot !== own)
      .flatMap(
        ({
          worker: {
            datasets: { held, filling },
          },
        }) => [...held.keys(), ...(filling === undefined ? [] : [filling.dataset])],
      )
      .filter((dataset) => [...this].some((slot) => slot !== own && isWorthWaiting(slot, dataset)));
  }

  /** The datasets of everything that would be lost with a worker. */
  lostWith(slot: WorkerSlot): WarmDatasets {
    const isLost = (kind: keyof WarmDatasets): boolean =>
      slot.worker.datasets.held.has(warmKeys[kind]) &&
      !this.#isBeside(slot, warmKeys[kind]) &&
      ![...this].some((other) => other !== slot && other.planned?.[kind] === true);
    return { latest: isLost('latest'), history: isLost('history') };
  }

  /** The time that filling the datasets of a worker took, in milliseconds. */
  lostMs(slot: WorkerSlot): number {
    return [...slot.worker.datasets.held.keys()]
      .filter((dataset) => !this.#isBeside(slot, dataset))
      .reduce((sum, dataset) => sum + slot.worker.datasets.fillMs(dataset), 0);
  }

  /** The time that filling a dataset took, in milliseconds; undefined where none or several workers hold it. */
  onlyFillMs(dataset: string): number | undefined {
    const [holder, ...others] = [...this].filter(
      ({ worker: { datasets } }) => datasets.held.has(dataset) || datasets.filling?.dataset === dataset,
    );
    return others.length > 0 ? undefined : holder?.worker.datasets.fillMs(dataset);
  }

  /** An idle worker that does not hold a dataset. */
  idleWithout(dataset: string): WorkerSlot | undefined {
    return [...this].find(({ state, worker }) => state === 'idle' && !worker.datasets.held.has(dataset));
  }

  #isBeside(slot: WorkerSlot, dataset: string): boolean {
    return [...this].some(
      (other) =>
        other !== slot &&
        (other.worker.datasets.held.has(dataset) || other.worker.datasets.filling?.dataset === dataset),
    );
  }
}

/** Whether a worker fills a dataset, or holds it and will soon be free. */
const isWorthWaiting = ({ worker, isSlow }: WorkerSlot, dataset: string): boolean =>
  worker.datasets.filling?.dataset === dataset || (worker.datasets.held.has(dataset) && !isSlow);
