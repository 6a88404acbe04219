/** The order of commits: durable, then visible, then answered; and those that wait together are written together. */
import type { CommitOutcome, GraphChange, PendingCommit } from '../record.js';

interface Waiting {
  readonly commit: PendingCommit;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** A commit that is durable. */
export interface WrittenCommit {
  readonly sequence: number;
  readonly changes: readonly GraphChange[];
}

export interface CommitSteps {
  /** Makes commits durable, as `GraphRecord.write` does. */
  write(commits: readonly PendingCommit[]): Promise<readonly CommitOutcome[]>;
  /** Makes durable commits visible. */
  publish(written: readonly WrittenCommit[]): Promise<void>;
}

export class GroupCommit {
  #waiting: Waiting[] = [];
  #isRunning = false;
  #current: Promise<void> | undefined;

  constructor(private readonly steps: CommitSteps) {}

  /** The end of the batch that is being written and published; undefined when there is none. Never rejects. */
  get current(): Promise<void> | undefined {
    return this.#current;
  }

  /** Resolves when the changes are durable and visible, or with a conflict; rejects with what went wrong. */
  commit(commit: PendingCommit): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commit, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  /** Never rejects: each commit gets its own result. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#current = this.#commit(batch);
      await this.#current;
      this.#current = undefined;
    }
    this.#isRunning = false;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
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
      );
      for (const { waiting, outcome } of results) waiting.resolve(outcome);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
