/** The order of commits: durable, then visible, then answered; and those that wait together are flushed together. */
import type { GraphChange } from '../record.js';

interface Waiting {
  readonly changes: readonly GraphChange[];
  readonly fulfil: () => void;
  readonly reject: (reason: unknown) => void;
}

export interface CommitSteps {
  /** Makes commits durable, all or none; the first has this sequence. */
  write(first: number, commits: readonly (readonly GraphChange[])[]): Promise<void>;
  /** Makes a durable commit visible. */
  publish(sequence: number, changes: readonly GraphChange[]): void;
}

export class GroupCommit {
  #waiting: Waiting[] = [];
  #running = false;
  #sequence: number;

  /** @param sequence the last commit's. */
  constructor(
    sequence: number,
    private readonly steps: CommitSteps,
  ) {
    this.#sequence = sequence;
  }

  /** The sequence of the last visible commit. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Fulfils when the changes are durable and visible; rejects with what went wrong in either. */
  commit(changes: readonly GraphChange[]): Promise<void> {
    return new Promise((fulfil, reject) => {
      this.#waiting.push({ changes, fulfil, reject });
      if (!this.#running) void this.#run();
    });
  }

  /** Never rejects: each commit hears of its own fate. */
  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        // A batch that fails takes no sequence: the feed has no gaps.
        await this.steps.write(
          this.#sequence + 1,
          batch.map(({ changes }) => changes),
        );
      } catch (error) {
        for (const { reject } of batch) reject(error);
        continue;
      }
      for (const { changes, fulfil, reject } of batch) {
        this.#sequence += 1;
        try {
          this.steps.publish(this.#sequence, changes);
          fulfil();
        } catch (error) {
          reject(error);
        }
      }
    }
    this.#running = false;
  }
}
