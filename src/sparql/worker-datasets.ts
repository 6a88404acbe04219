/** The main thread's record of one query worker's datasets, from the worker's reports. */
import type { DatasetProgress, FromWorker, ReplicaMetrics } from './worker/protocol.js';

/** A dataset that is being filled. */
export interface Filling extends DatasetProgress {
  /** The start, in milliseconds of `performance.now()`. */
  readonly since: number;
}

/** The expected number of statements of a dataset; undefined at its beginning. */
export const expectedStatements = ({ statements, share }: Pick<Filling, 'statements' | 'share'>): number | undefined =>
  share === 0 ? undefined : Math.round(statements / share);

export class WorkerDatasets {
  #filling: Filling | undefined;
  /** The time that filling each dataset took, in milliseconds. */
  readonly #fillMs = new Map<string, number>();
  #held: ReadonlySet<string> = new Set();
  #metrics: ReplicaMetrics | undefined;

  get metrics(): ReplicaMetrics | undefined {
    return this.#metrics;
  }

  /** The dataset that is being filled. */
  get filling(): Filling | undefined {
    return this.#filling;
  }

  /** The datasets that the worker holds. */
  get held(): ReadonlySet<string> {
    return this.#held;
  }

  /** The time that filling a dataset took, in milliseconds. */
  fillMs(dataset: string): number {
    return this.#fillMs.get(dataset) ?? 0;
  }

  onProgress(progress: DatasetProgress): void {
    this.#filling = { since: this.#filling?.since ?? performance.now(), ...progress };
  }

  onFilled(dataset: string, ms: number): void {
    this.#filling = undefined;
    this.#fillMs.set(dataset, ms);
  }

  onHeld({ datasets, metrics }: Extract<FromWorker, { kind: 'held' }>): void {
    this.#metrics = metrics;
    this.#held = new Set(datasets);
    for (const dataset of this.#fillMs.keys()) if (!this.#held.has(dataset)) this.#fillMs.delete(dataset);
  }

  /** The worker has answered, so its filling has ended or was abandoned. */
  onAnswered(): void {
    this.#filling = undefined;
  }
}
