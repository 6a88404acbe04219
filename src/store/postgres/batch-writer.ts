/** Writes batches of commits, and finds out what became of one whose transaction ended with an error. */
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import type { CommitOutcome, PendingCommit } from '../record.js';
import { isOneStatement } from './batch-statement.js';
import { batchSteps, type Position, type WrittenBatch } from './commit-batch.js';
import type { CommitHistory } from './commit-history.js';
import type { Database } from './database.js';
import { isRepeatable } from './database-errors.js';
import { addEmptyCommit } from './empty-commit.js';
import { feedEntry, type FeedRow } from './feed-rows.js';
import { writeAtOnce, writeGuarded } from './guarded-batch.js';
import { isOptimistic, writeOptimistically } from './optimistic-batch.js';

/** How often a batch is sent again that failed for concurrency, which only databases without row locks report. */
const MAX_ATTEMPTS = 10;

/** The feed is trimmed after so many commits of this process. */
const TRIM_INTERVAL = 256;

export interface BatchWriterOptions {
  /** Of this process, among those that use the database. */
  readonly id: string;
  /** How many commits the feed keeps at least. */
  readonly feedLength: number;
  readonly generation: string;
  /** The batches of the commits that were read or written last. */
  readonly history: CommitHistory;
  /** What the listeners of other nodes are given; undefined where there are none. */
  readonly notify: () => string | undefined;
}

/** What was written, and what the record has afterwards; undefined where only the outcome could be found out. */
export interface WrittenCommits {
  readonly outcomes: readonly CommitOutcome[];
  readonly position: Position | undefined;
  /** Commits of other processes that came before, as far as they were read with the batch. */
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
   */
  async write(commits: readonly PendingCommit[], last: number): Promise<WrittenCommits> {
    const { history, id } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      const batch = `${id} ${randomUUID()}`;
      try {
        const written = await this.#write(commits, batch, last);
        if (written.before > last) history.addForeign(written.before);
        for (const outcome of written.outcomes) if (outcome.kind === 'written') history.add(outcome.sequence, batch);
        return written;
      } catch (error) {
        if (isRepeatable(error) && attempt < MAX_ATTEMPTS) continue;
        if (isRepeatable(error)) throw unavailable(error);
        const outcomes = await this.#outcomesOf(batch, commits, error);
        if (outcomes !== undefined) return { outcomes, position: undefined, foreign: [] };
        throw error;
      }
    }
  }

  async #write(
    commits: readonly PendingCommit[],
    batch: string,
    last: number,
  ): Promise<WrittenBatch & { readonly foreign: readonly FeedRow[] }> {
    const { history, feedLength, generation } = this.options;
    const notify = this.options.notify();
    const commitOf = (sequence: number): { readonly sequence: number; readonly batch: string } | undefined => {
      const of = history.batchOf(sequence);
      return of === undefined ? undefined : { sequence, batch: of };
    };
    const trims = this.#untrimmed >= TRIM_INTERVAL;
    const known = commitOf(last);
    if (known !== undefined && !trims && isOptimistic(commits, last, history)) {
      const written = await this.database.statement((sql) =>
        writeOptimistically(sql, commits, { batch, generation, last: known, notify }),
      );
      if (written !== undefined) {
        this.#untrimmed += commits.length;
        return { ...written, foreign: [] };
      }
    }
    const since = Math.max(...commits.map((commit) => commit.since));
    const options = { batch, feedLength, generation, last: known ?? commitOf(since), notify };
    const guarded = { ...options, known: last, trims };
    const atOnce =
      trims || !isOneStatement(commits)
        ? undefined
        : await this.database.statement((sql) => writeAtOnce(sql, commits, guarded));
    const written = atOnce ?? (await this.database.transactionTogether((sql) => writeGuarded(sql, commits, guarded)));
    if (written !== undefined) {
      this.#untrimmed = trims ? 0 : this.#untrimmed + commits.length;
      return written;
    }
    // Some of the commits may pass.
    return { ...(await this.database.transactionSteps(batchSteps(commits, options))), foreign: [] };
  }

  /**
   * Whether a batch was committed whose transaction ended with an error, as when the connection broke. A transaction that
   * still runs holds the lock, which is waited for; and one that has not begun yet finds the empty commit that is made here.
   * So what the feed shows then is final.
   *
   * @throws ServiceError `unavailable` when that cannot be found out.
   */
  async #outcomesOf(
    batch: string,
    commits: readonly PendingCommit[],
    cause: unknown,
  ): Promise<readonly CommitOutcome[] | undefined> {
    if (cause instanceof ServiceError && cause.kind === 'insufficient-storage') return undefined;
    const rows = await this.database.transaction(async (sql) => {
      await sql`SELECT sequence FROM cargograph_position WHERE id = 1 FOR UPDATE`;
      const found = await sql<{ sequence: number; changes: string }[]>`
        SELECT sequence, changes FROM cargograph_feed WHERE batch = ${batch} ORDER BY sequence`;
      if (found.length === 0) await addEmptyCommit(sql, batch);
      return found;
    });
    if (rows.length === 0) return undefined;
    // Commits that were in conflict have no row: each row belongs to the next commit that wrote the same graphs.
    const waiting = rows.map(({ sequence, changes }) => feedEntry(sequence, changes, true));
    return commits.map(({ changes }) => {
      const [next] = waiting;
      const names = new Set<string>(changes.map(({ graph }) => graph));
      if (next?.graphs.length !== names.size || !next.graphs.every((graph) => names.has(graph)))
        return { kind: 'conflict' };
      waiting.shift();
      return { kind: 'written', sequence: next.sequence };
    });
  }
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The change was made at the same time as others; try it again', {
    cause,
    headers: { 'Retry-After': '1' },
  });
}
