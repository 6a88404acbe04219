/**
 * Which commits this process sees: its own and, of a shared record, those of other processes, each when all before it are
 * visible.
 */
import { ServiceError } from '../../errors.js';
import type { FeedEntry, GraphChange, GraphRecord, SharedRecord } from '../record.js';
import type { DurableCommits } from './group-commit.js';

/** How many commits of other processes are read at a time. */
const FEED_PAGE = 500;

/** What becomes visible. */
export interface VisibilitySteps {
  readonly own: (changes: readonly GraphChange[]) => void;
  readonly others: (entry: FeedEntry) => void;
  /** The feed no longer tells what has changed: nothing that was read before may be used. */
  readonly reset: (sequence: number) => void;
}

export class Visibility {
  #sequence: number;
  #epoch = 0;
  /** The end of the last step that reads the feed: there is one at a time. */
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

  /** How many resets there were: what was read in an earlier epoch may be of commits that are lost. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Makes commits of this process visible, and those of others before them.
   *
   * @param epoch when they were written: of one that has ended nobody knows whether its last commits are still there.
   * @throws ServiceError `unavailable` when that is so, and none of the others is published; and what the record throws.
   */
  async publish(written: DurableCommits, epoch: number): Promise<void> {
    const { shared } = this.record;
    if (shared !== undefined) await this.#inTurn(() => this.#publishInOrder(written, shared, epoch));
    else for (const [index, changes] of written.changes.entries()) this.#publishOwn(written.first + index, changes);
  }

  /**
   * Makes everything visible that was committed before the call. Calls during a refresh share the next one.
   *
   * @throws what the record throws.
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
        // After its end the feed is not asked again: what it lacks now was lost.
        if (epoch !== this.#epoch || this.#sequence < last) throw lost();
      }
    }
  }

  /**
   * @param own changes of this process, which need not be read again; until a gap, after which they may be lost.
   * @returns the last commit that the feed had; it is not visible yet where it stopped before a commit that this process is
   *   about to publish.
   */
  async #catchUp(shared: SharedRecord, own?: ReadonlyMap<number, readonly GraphChange[]>): Promise<number> {
    for (;;) {
      const page = await shared.feed(this.#sequence, FEED_PAGE);
      if (page.kind === 'gap') {
        this.#sequence = page.latest;
        this.#epoch += 1;
        shared.restart();
        this.steps.reset(page.latest);
        // The feed is read again, so that the record knows the commit that the next gap is told by.
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
    'The database has gone back to an earlier commit; whether the change is in it is unknown',
    {
      headers: { 'Retry-After': '1' },
    },
  );
