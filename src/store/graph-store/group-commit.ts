/** Orders commits: durable, then visible, then answered. Waiting commits are written together. */
import type { GraphChange, PendingCommit, WriteResult, WrittenCommits } from '../record.js';

/** A conflict: the commit was not written, and its transaction has to run again. */
export type CommitOutcome = 'written' | 'conflict';

interface Waiting {
  readonly commit: PendingCommit;
  readonly epoch: number;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** Commits that are durable, with the changes of each. */
export interface DurableCommits extends Pick<WrittenCommits, 'first' | 'others' | 'time'> {
  readonly changes: readonly (readonly GraphChange[])[];
}

export interface CommitSteps {
  /** The number of resets (`Visibility.epoch`). */
  readonly epoch: () => number;
  /** Makes commits durable, as `GraphRecord.write` does. */
  write(commits: readonly PendingCommit[]): Promise<WriteResult>;
  /** Makes durable commits visible that were written in an epoch. */
  publish(written: DurableCommits, epoch: number): Promise<void>;
}

export class GroupCommit {
  #waiting: Waiting[] = [];
  #isRunning = false;
  #current: Promise<void> | undefined;

  /** @param maxBatch the maximum number of commits written together. */
  constructor(
    private readonly steps: CommitSteps,
    private readonly maxBatch = Infinity,
  ) {}

  /** The end of the batch that is being written and published; undefined without one. Never rejects. */
  get current(): Promise<void> | undefined {
    return this.#current;
  }

  /**
   * Resolves when the changes are durable and visible, or with a conflict; rejects with the error of the write.
   *
   * @param epoch in which the transaction began: in a later one its reads may be lost, which is a conflict.
   */
  commit(commit: PendingCommit, epoch: number): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commit, epoch, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  /** Never rejects: each commit gets its own result. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, this.maxBatch);
      this.#waiting = this.#waiting.slice(batch.length);
      this.#current = this.#commit(batch);
      await this.#current;
      this.#current = undefined;
    }
    this.#isRunning = false;
  }

  /**
   * Writes and publishes commits. The record writes all of them or none: after a conflict each half is written
   * separately, so that the others succeed or fail independently.
   */
  async #commit(all: readonly Waiting[]): Promise<void> {
    const epoch = this.steps.epoch();
    const batch = all.filter((waiting) => waiting.epoch === epoch);
    for (const waiting of all) if (waiting.epoch !== epoch) waiting.resolve('conflict');
    if (batch.length === 0 || (await this.#isSettled(batch, epoch))) return;
    const middle = Math.ceil(batch.length / 2);
    await this.#commit(batch.slice(0, middle));
    await this.#commit(batch.slice(middle));
  }

  /** @returns false if several commits contain a conflict; otherwise each has its result. */
  async #isSettled(batch: readonly Waiting[], epoch: number): Promise<boolean> {
    try {
      const result = await this.steps.write(batch.map(({ commit }) => commit));
      if (result.kind === 'conflict' && batch.length > 1) return false;
      if (result.kind === 'written')
        await this.steps.publish({ ...result, changes: batch.map(({ commit }) => commit.changes) }, epoch);
      for (const { resolve } of batch) resolve(result.kind);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    return true;
  }
}
