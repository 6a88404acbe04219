/** The main thread's record of one query worker's datasets, from the worker's reports. */
import type { DatasetProgress, HeldDataset, ReplicaMetrics } from './worker/protocol.js';

/** A dataset that is being filled. */
export interface Filling extends DatasetProgress {
  /** The start, in milliseconds of `performance.now()`. */
  readonly since: number;
}

/** The expected number of statements of a dataset; undefined at its beginning. */
export const expectedStatements = ({ statements, share }: Pick<Filling, 'statements' | 'share'>): number | undefined =>
  share === 0 ? undefined : Math.round(statements / share);

/** The time until a dataset is filled; undefined at its beginning. */
export const remainingMs = ({ since, share }: Pick<Filling, 'since' | 'share'>): number | undefined =>
  share === 0 ? undefined : ((performance.now() - since) * (1 - share)) / share;

export class WorkerDatasets {
  #filling: Filling | undefined;
  /** The time that filling each dataset took, in milliseconds. */
  readonly #fillMs = new Map<string, number>();
  #held: ReadonlyMap<string, HeldDataset> = new Map();

  /** The size of all datasets together. */
  get metrics(): ReplicaMetrics {
    let [quads, memoryBytes] = [0, 0];
    for (const dataset of this.#held.values()) {
      quads += dataset.quads;
      memoryBytes += dataset.memoryBytes;
    }
    return { quads, memoryBytes };
  }

  /** The dataset that is being filled. */
  get filling(): Filling | undefined {
    return this.#filling;
  }

  /** The datasets that the worker holds, by their keys. */
  get held(): ReadonlyMap<string, HeldDataset> {
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

  onHeld(datasets: readonly HeldDataset[]): void {
    this.#held = new Map(datasets.map((held) => [held.dataset, held]));
    for (const dataset of this.#fillMs.keys()) if (!this.#held.has(dataset)) this.#fillMs.delete(dataset);
  }

  /** The worker has answered, so its filling has ended or was abandoned. */
  onAnswered(): void {
    this.#filling = undefined;
  }
}
