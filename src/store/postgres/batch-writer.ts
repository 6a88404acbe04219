/** Writes batches of commits, and finds the outcome of a batch whose transaction ended with an error. */
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import type { CommitTime } from '../commit-time.js';
import type { PendingCommit } from '../record.js';
import type { Position, SeenCommit } from './commit-batch.js';
import type { CommitHistory } from './commit-history.js';
import type { Database } from './database.js';
import { isRepeatable } from './database-errors.js';
import { addEmptyCommit } from './empty-commit.js';
import type { FeedRow } from './feed-rows.js';
import { writeGuarded } from './guarded-batch.js';
import { isOptimistic, writeOptimistically } from './optimistic-batch.js';
import { StoredGraphs } from './stored-graphs.js';

/** How often a batch is sent again that failed for concurrency, which only databases without row locks report. */
const MAX_ATTEMPTS = 10;

/** The feed is trimmed after this many commits of this process. */
const TRIM_INTERVAL = 256;

export interface BatchWriterOptions {
  /** The id of this process, among those that use the database. */
  readonly id: string;
  /** The least number of commits in the feed. */
  readonly feedLength: number;
  readonly generation: string;
  /** The batches of the commits that were read or written last. */
  readonly history: CommitHistory;
  /** The payload for the listeners of other nodes; undefined without any. */
  readonly notify: () => string | undefined;
}

/** The result of a write with the position and time afterwards; undefined where only the outcome is known. */
export interface WrittenCommits {
  /** The sequence of the first commit; the others follow it. */
  readonly first: number;
  readonly position: Position | undefined;
  readonly time: CommitTime | undefined;
  /** Earlier commits of other processes, if they were read with the batch. */
  readonly foreign: readonly FeedRow[];
}

export class BatchWriter {
  /** Commits since the feed was trimmed; another process may have left it untrimmed. */
  #untrimmed = TRIM_INTERVAL;

  constructor(
    private readonly database: Database,
    private readonly options: BatchWriterOptions,
  ) {}

  /**
   * As `GraphRecord.write`, for a batch.
   *
   * @param last the last commit that this process knows of.
   * @returns undefined for a conflict.
   */
  async write(commits: readonly PendingCommit[], last: number): Promise<WrittenCommits | undefined> {
    const { history, id } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      const batch = `${id} ${randomUUID()}`;
      try {
        const written = await this.#write(commits, batch, last);
        if (written === undefined) return undefined;
        const { first } = written;
        if (first > last + 1) history.addForeign(first - 1);
        for (let index = 0; index < commits.length; index += 1) history.add(first + index, batch);
        return written;
      } catch (error) {
        if (isRepeatable(error) && attempt < MAX_ATTEMPTS) continue;
        if (isRepeatable(error)) throw unavailable(error);
        const first = await this.#firstOf(batch, error);
        if (first !== undefined) return { first, position: undefined, time: undefined, foreign: [] };
        throw error;
      }
    }
  }

  async #write(commits: readonly PendingCommit[], batch: string, last: number): Promise<WrittenCommits | undefined> {
    const { history, feedLength, generation } = this.options;
    const notify = this.options.notify();
    const seen = (sequence: number): SeenCommit | undefined => {
      const of = history.batchOf(sequence);
      return of === undefined ? undefined : { sequence, batch: of };
    };
    const trims = this.#untrimmed >= TRIM_INTERVAL;
    const stored = await StoredGraphs.read(this.database, commits);
    // Another commit of the batch may change what was read: after this conflict it is written by itself.
    if (stored?.isChangedBy(commits) === true) return undefined;
    const seenLast = seen(last);
    if (seenLast !== undefined && !trims && isOptimistic(commits, last, history)) {
      const options = { batch, generation, last: seenLast, notify, stored };
      const written = await this.database.statement((sql) => writeOptimistically(sql, commits, options));
      if (written !== undefined) {
        this.#untrimmed += commits.length;
        return { ...written, foreign: [] };
      }
    }
    const since = Math.max(...commits.map((commit) => commit.since));
    const options = {
      ...{ batch, generation, last: seenLast ?? seen(since), readUpTo: last, feedLength, trims, notify, stored },
    };
    const written = await this.database.transactionTogether((sql) => writeGuarded(sql, commits, options));
    if (written !== undefined) this.#untrimmed = trims ? 0 : this.#untrimmed + commits.length;
    return written;
  }

  /**
   * The first commit of a batch whose transaction ended with an error, for example a broken connection; undefined if it
   * was not committed. A running transaction holds the lock, which is awaited; one that has not begun finds the empty
   * commit made here. Therefore the answer of the feed is final.
   *
   * @throws ServiceError `unavailable` if the outcome cannot be determined.
   */
  async #firstOf(batch: string, cause: unknown): Promise<number | undefined> {
    if (cause instanceof ServiceError && cause.kind === 'insufficient-storage') return undefined;
    return this.database.transaction(async (sql) => {
      await sql`SELECT sequence FROM cargograph_position WHERE id = 1 FOR UPDATE`;
      const [found] = await sql<{ first: number | null }[]>`
        SELECT min(sequence) AS first FROM cargograph_feed WHERE batch = ${batch}`;
      if (typeof found?.first === 'number') return found.first;
      await addEmptyCommit(sql, batch);
      return undefined;
    });
  }
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The change conflicted with concurrent ones; try it again', {
    cause,
    headers: { 'Retry-After': '1' },
  });
}
