/** Writes commits to a store's file in one transaction. It blocks its thread until they are on disk. */
import type { RootDatabase } from 'lmdb';
import { addChecksum } from '../checksum.js';
import { placedChanges, spanOf } from '../commit-order.js';
import { type BatchTimes, timeAfter } from '../commit-time.js';
import { type Databases, lastSequence, putSize, putTime, sizeIn, timeIn } from './environment.js';
import { LmdbLog } from './lmdb-log.js';
import { lastOf, type LoggedBatch, type LoggedCommit } from './log/frames.js';
import type { LookupIndex } from './lookup-index.js';

/** What some commits write, in their order. */
export type CommitBatch = readonly LoggedCommit[];

export class CommitWriter {
  readonly #log: LmdbLog;

  /** @param feedLength the number of commits in the feed. */
  constructor(
    private readonly root: RootDatabase,
    private readonly databases: Databases,
    private readonly index: LookupIndex,
    private readonly feedLength: number,
  ) {
    this.#log = new LmdbLog(root, databases);
  }

  /**
   * @param first the sequence of the first commit.
   * @throws the errors of LMDB; nothing is written then.
   */
  write(first: number, commits: CommitBatch, times: BatchTimes): void {
    this.#transaction(() => {
      const span = commits.reduce((sum, { changes }) => sum + spanOf(changes), 0);
      this.#write([{ first, commits, time: timeAfter(timeIn(this.databases.meta), span, times) }]);
    });
  }

  /**
   * Brings batches of the log into the trees, except those that are there already.
   *
   * @throws the errors of LMDB, and RangeError for batches that do not follow the last commit; nothing is written then.
   */
  apply(batches: readonly LoggedBatch[]): void {
    this.#transaction(() => {
      const sequence = lastSequence(this.databases);
      const missing = batches.filter((batch) => lastOf(batch) > sequence);
      const [next] = missing;
      if (next === undefined) return;
      if (next.first !== sequence + 1)
        throw new RangeError(`commit ${String(next.first)} does not follow commit ${String(sequence)}`);
      this.#write(missing);
    });
  }

  #transaction(work: () => void): void {
    // A killed reader, such as a backup, would prevent every page of its time from being reused.
    this.root.readerCheck();
    this.root.transactionSync(work);
  }

  #write(batches: readonly LoggedBatch[]): void {
    const { meta, graphs: texts, commits: feed, names } = this.databases;
    let { graphs, statements } = sizeIn(meta) ?? { graphs: 0, statements: 0 };
    for (const { first, commits, time } of batches) {
      const all = commits.map(({ changes }) => changes);
      for (const commit of commits) {
        for (const { graph, text, growth } of commit.changes) {
          const name = names.short(graph);
          graphs += Number(text !== '') - Number(texts.doesExist(name));
          statements += growth;
          if (text === '') void texts.remove(name);
          else void texts.put(name, addChecksum(graph, text));
        }
        this.#log.write(commit);
      }
      const span = all.reduce((sum, changes) => sum + spanOf(changes), 0);
      this.index.write(placedChanges(all, time - span + 1));
      for (const [index, changes] of all.entries()) {
        const sequence = first + index;
        void feed.put(sequence, changes.map(({ graph }) => names.short(graph)).join('\n'));
        if (sequence > this.feedLength) void feed.remove(sequence - this.feedLength);
      }
    }
    const last = batches.at(-1);
    if (last === undefined) return;
    putSize(meta, { graphs, statements });
    putTime(meta, last.time, lastOf(last));
  }
}
