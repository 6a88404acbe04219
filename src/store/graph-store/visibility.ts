/**
 * Decides which commits are visible in this process: its own and, in a shared database, those of other processes. A
 * commit becomes visible after all earlier ones.
 */
import { ServiceError } from '../../errors.js';
import type { FeedEntry, GraphChange, GraphRecord, SharedRecord } from '../record.js';
import type { DurableCommits } from './group-commit.js';

/** The number of commits of other processes read at a time. */
const FEED_PAGE = 500;

/** The effects of a commit that becomes visible. */
export interface VisibilitySteps {
  readonly own: (changes: readonly GraphChange[]) => void;
  readonly others: (entry: FeedEntry) => void;
  /** The feed has a gap: nothing that was read before may be used. */
  readonly reset: (sequence: number) => void;
}

export class Visibility {
  #sequence: number;
  #epoch = 0;
  /** The end of the last step that reads the feed: steps run one at a time. */
  #last: Promise<void> = Promise.resolve();
  /** The refresh that has not begun yet. */
  #next: Promise<void> | undefined;

  constructor(
    private readonly record: Pick<GraphRecord, 'sequence' | 'shared'>,
    private readonly steps: VisibilitySteps,
    /** The end of the batch that this process is writing; undefined when it writes none. */
    private readonly ownBatch: () => Promise<void> | undefined = () => undefined,
  ) {
    this.#sequence = record.sequence;
  }

  /** The sequence of the last visible commit. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The number of resets: values read in an earlier epoch may come from lost commits. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Makes commits of this process visible, after earlier ones of other processes.
   *
   * @param epoch the epoch of the writes: after its end, its last commits may be lost.
   * @throws ServiceError `unavailable` for an ended epoch: none of the others is published. @throws the errors of the
   * record.
   */
  async publish(written: DurableCommits, epoch: number): Promise<void> {
    const { shared } = this.record;
    if (shared !== undefined) await this.#inTurn(() => this.#publishInOrder(written, shared, epoch));
    else for (const [index, changes] of written.changes.entries()) this.#publishOwn(written.first + index, changes);
  }

  /**
   * Makes all commits before the call visible. Calls during a refresh share the next one.
   *
   * @throws the errors of the record.
   */
  refresh(): Promise<void> {
    const { shared } = this.record;
    if (shared === undefined) return Promise.resolve();
    this.#next ??= this.#refresh(shared);
    return this.#next;
  }

  async #refresh(shared: SharedRecord): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const last = await this.#inTurn(() => {
        if (isFirst) this.#next = undefined;
        return this.#catchUp(shared);
      });
      if (last <= this.#sequence) return;
      // The feed has a commit whose changes this process is about to publish.
      await this.ownBatch();
      if (last <= this.#sequence) return;
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    const nothing = (): void => undefined;
    this.#last = result.then(nothing, nothing);
    return result;
  }

  async #publishInOrder(
    { first, changes: all, others = [] }: DurableCommits,
    shared: SharedRecord,
    epoch: number,
  ): Promise<void> {
    const own = new Map(all.map((changes, index) => [first + index, changes]));
    const foreign = new Map(others.map((entry) => [entry.sequence, entry]));
    const last = first + all.length - 1;
    if (epoch !== this.#epoch) throw lost();
    while (this.#sequence < last) {
      const changes = own.get(this.#sequence + 1);
      const other = foreign.get(this.#sequence + 1);
      if (changes !== undefined) this.#publishOwn(this.#sequence + 1, changes);
      else if (other !== undefined) this.#publishOther(other);
      else {
        await this.#catchUp(shared, own);
        // After its end the feed is not read again: missing commits are lost.
        if (epoch !== this.#epoch || this.#sequence < last) throw lost();
      }
    }
  }

  /**
   * @param own changes of this process, which need not be read again; only up to a gap, after which they may be lost.
   * @returns the last commit in the feed. It is not visible yet if publishing stopped before a commit that this process
   * is about to publish.
   */
  async #catchUp(shared: SharedRecord, own?: ReadonlyMap<number, readonly GraphChange[]>): Promise<number> {
    for (;;) {
      const page = await shared.feed(this.#sequence, FEED_PAGE);
      if (page.kind === 'gap') {
        this.#sequence = page.latest;
        this.#epoch += 1;
        shared.restart();
        this.steps.reset(page.latest);
        // The feed is read again, so that the record has the commit by which the next gap is detected.
        own = undefined;
        continue;
      }
      const isLast = page.entries.length < FEED_PAGE;
      for (const entry of page.entries) {
        const changes = own?.get(entry.sequence);
        if (changes !== undefined) this.#publishOwn(entry.sequence, changes);
        else if (own === undefined && entry.isLocal && this.ownBatch() !== undefined)
          return isLast ? (page.entries.at(-1)?.sequence ?? Infinity) : Infinity;
        else this.#publishOther(entry);
      }
      if (isLast) return this.#sequence;
    }
  }

  #publishOwn(sequence: number, changes: readonly GraphChange[]): void {
    this.#sequence = sequence;
    this.steps.own(changes);
  }

  #publishOther(entry: FeedEntry): void {
    this.#sequence = entry.sequence;
    this.steps.others(entry);
  }
}

const lost = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'The database has gone back to an earlier commit; the outcome of the change is unknown',
    {
      headers: { 'Retry-After': '1' },
    },
  );
