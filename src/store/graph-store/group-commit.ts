/** The order of commits: durable, then visible, then answered; and those that wait together are written together. */
import type { CommitOutcome, GraphChange, PendingCommit } from '../record.js';

interface Waiting {
  readonly commit: PendingCommit;
  readonly epoch: number;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** A commit that is durable. */
export interface WrittenCommit {
  readonly sequence: number;
  readonly changes: readonly GraphChange[];
}

export interface CommitSteps {
  /** How many resets there were (`Visibility.epoch`). */
  readonly epoch: () => number;
  /** Makes commits durable, as `GraphRecord.write` does. */
  write(commits: readonly PendingCommit[]): Promise<readonly CommitOutcome[]>;
  /** Makes durable commits visible that were written in an epoch. */
  publish(written: readonly WrittenCommit[], epoch: number): Promise<void>;
}

export class GroupCommit {
  #waiting: Waiting[] = [];
  #isRunning = false;
  #current: Promise<void> | undefined;

  /** @param maxBatch how many commits are written together. */
  constructor(
    private readonly steps: CommitSteps,
    private readonly maxBatch = Infinity,
  ) {}

  /** The end of the batch that is being written and published; undefined when there is none. Never rejects. */
  get current(): Promise<void> | undefined {
    return this.#current;
  }

  /**
   * Resolves when the changes are durable and visible, or with a conflict; rejects with what went wrong.
   *
   * @param epoch in which the transaction began: in a later one what it has read may be lost, which is a conflict.
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

  async #commit(all: readonly Waiting[]): Promise<void> {
    const epoch = this.steps.epoch();
    const batch = all.filter((waiting) => waiting.epoch === epoch);
    for (const waiting of all) if (waiting.epoch !== epoch) waiting.resolve({ kind: 'conflict' });
    if (batch.length === 0) return;
    try {
      const outcomes = await this.steps.write(batch.map(({ commit }) => commit));
      const results = batch.flatMap((waiting, index) => {
        const outcome = outcomes[index];
        return outcome === undefined ? [] : [{ waiting, outcome }];
      });
      await this.steps.publish(
        results.flatMap(({ waiting, outcome }) =>
          outcome.kind === 'written' ? [{ sequence: outcome.sequence, changes: waiting.commit.changes }] : [],
        ),
        epoch,
      );
      for (const { waiting, outcome } of results) waiting.resolve(outcome);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
