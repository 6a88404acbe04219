/**
 * The last commits in memory, as they are in the log, for a standby that follows. They are added when they are on disk: a
 * standby has nothing that a start of the node would not have.
 */
import type { CommitTime, Position } from '../../commit-time.js';
import { lastOf, type LoggedBatch } from './frames.js';
import { type LogDescription, type Segment, segmentHeader } from './segments.js';

/** A store that is open. */
interface CommittedStore {
  last(): Position;
  /** Undefined if its commits are not kept. */
  history(): string | undefined;
  /** Undefined before the first commit. */
  description(): LogDescription | undefined;
}

interface RecentBatch {
  readonly first: number;
  readonly last: Position;
  /** The time of the commit before it. */
  readonly before: CommitTime;
  readonly frame: Buffer;
}

/** As much as both files of the log have. */
const MAX_BYTES = 4 * 1024 * 1024;

/** `elsewhere`: not in memory, but maybe on disk; `another`: the position is of another history. */
export type CommitsAfter =
  | { readonly kind: 'none' }
  | { readonly kind: 'commits'; readonly segment: Segment }
  | { readonly kind: 'elsewhere' | 'another' };

export class RecentCommits {
  #batches: RecentBatch[] = [];
  #bytes = 0;
  #store: CommittedStore | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** Begins with a store that is open. */
  begin(store: CommittedStore): void {
    this.#store = store;
  }

  /** The last commit; undefined before the store is open. */
  get last(): Position | undefined {
    return this.#store?.last();
  }

  /** Adds commits that are on disk. @param before the time of the commit before them. */
  add(batch: LoggedBatch, frame: Buffer, before: CommitTime): void {
    this.#batches.push({ first: batch.first, last: { sequence: lastOf(batch), time: batch.time }, before, frame });
    this.#bytes += frame.length;
    while (this.#bytes > this.maxBytes) this.#bytes -= this.#batches.shift()?.frame.length ?? 0;
    this.#wake();
  }

  /** Forgets all of them, as the log is wiped: an erasure is done with then. */
  drop(): void {
    this.#batches = [];
    this.#bytes = 0;
    this.#wake();
  }

  /** The commits after a position of a history. */
  after({ sequence, time }: Position, history: string): CommitsAfter {
    const last = this.#store?.last();
    if (last === undefined || this.#store?.history() !== history || sequence > last.sequence)
      return { kind: 'another' };
    if (sequence === last.sequence) return { kind: time === last.time ? 'none' : 'another' };
    const from = this.#batches.findIndex(({ first }) => first === sequence + 1);
    const batches = from === -1 ? [] : this.#batches.slice(from);
    const [begin] = batches;
    const description = this.#store.description();
    if (begin === undefined || description === undefined) return { kind: 'elsewhere' };
    if (begin.before !== time) return { kind: 'another' };
    const header = segmentHeader({ ...description, first: begin.first, before: begin.before });
    return { kind: 'commits', segment: { header, frames: Buffer.concat(batches.map(({ frame }) => frame)) } };
  }

  /** Resolves when there may be other commits than before the call, or when a signal aborts. */
  async change(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }
}
