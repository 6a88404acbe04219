/** The cost of answering a query by a worker: nothing while a worker holds its dataset, else the time of filling it. */
import { MAX_BYTES } from '../store/oxigraph/engine.js';
import type { GraphSource } from '../store/store.js';
import type { DatasetDemand } from './dataset-demand.js';
import type { FillRate } from './fill-rate.js';
import type { QueryPoolOptions } from './query-pool-options.js';
import type { HeldDataset } from './worker/protocol.js';
import { remainingMs } from './worker-datasets.js';
import { BYTES_PER_STATEMENT, maxEngineBytesFor } from './worker-memory.js';
import type { WorkerSlots } from './worker-slots.js';

/**
 * `held` by a worker; `filling`; `fits` beside the datasets in use; `displaces` one of these; `too-large` for any
 * worker.
 */
export type DatasetState = 'held' | 'filling' | 'fits' | 'displaces' | 'too-large';

export interface DatasetCost {
  readonly state: DatasetState;
  /** Exact for a dataset that is held, else the estimate. */
  readonly statements: number;
  /** The memory that it needs, or has. */
  readonly bytes: number;
  /** The time until it is filled. */
  readonly fillMs: number;
}

/** A dataset whose cost is asked for. */
export interface WantedDataset {
  /** See `datasetKey`. */
  readonly key: string;
  /** An estimate. */
  readonly statements: number;
}

export interface DatasetCostsOptions extends Pick<Required<QueryPoolOptions>, 'maxEngineBytes'> {
  readonly store: Pick<GraphSource, 'size'>;
  readonly slots: Pick<WorkerSlots, 'held' | 'fillings'>;
  readonly demand: Pick<DatasetDemand, 'isInUse'>;
  readonly rate: Pick<FillRate, 'millisecondsFor'>;
}

export class DatasetCosts {
  constructor(private readonly options: DatasetCostsOptions) {}

  /** The memory limit of the datasets of one worker. */
  get maxBytes(): number {
    const { maxEngineBytes, store } = this.options;
    return maxEngineBytes ?? maxEngineBytesFor(store.size.statements);
  }

  /** The memory limit of one dataset: that of an engine. */
  get maxDatasetBytes(): number {
    return Math.min(this.maxBytes, MAX_BYTES);
  }

  of({ key, statements }: WantedDataset): DatasetCost {
    const { slots, demand, rate } = this.options;
    const own = slots.held.flat().find(({ dataset }) => dataset === key);
    if (own !== undefined) return { state: 'held', statements: own.quads, bytes: own.memoryBytes, fillMs: 0 };
    const bytes = statements * BYTES_PER_STATEMENT;
    const fillMs = rate.millisecondsFor(statements);
    const filling = slots.fillings.find(({ dataset }) => dataset === key);
    if (filling !== undefined) return { state: 'filling', statements, bytes, fillMs: remainingMs(filling) ?? fillMs };
    if (bytes > this.maxDatasetBytes) return { state: 'too-large', statements, bytes, fillMs };
    const inUse = slots.held.map((held) => memoryOf(held.filter(({ dataset }) => demand.isInUse(dataset))));
    const least = inUse.length === 0 ? 0 : Math.min(...inUse);
    return { state: least + bytes > this.maxBytes ? 'displaces' : 'fits', statements, bytes, fillMs };
  }
}

/** The memory of datasets together. */
export const memoryOf = (datasets: readonly HeldDataset[]): number =>
  datasets.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
