/** Writes commits to a store's file, each batch as one transaction. It blocks its thread until the batch is on disk. */
import type { RootDatabase } from 'lmdb';
import { addChecksum } from '../checksum.js';
import { placedChanges, spanOf } from '../commit-order.js';
import { type BatchTimes, timeAfter } from '../commit-time.js';
import type { GraphChange } from '../record.js';
import { type Databases, putSize, putTime, sizeIn, timeIn } from './environment.js';
import type { LookupIndex } from './lookup-index.js';

/** The changes of some commits, in their order. */
export type CommitBatch = readonly (readonly GraphChange[])[];

export class CommitWriter {
  /** @param feedLength the number of commits in the feed. */
  constructor(
    private readonly root: RootDatabase,
    private readonly databases: Databases,
    private readonly index: LookupIndex,
    private readonly feedLength: number,
  ) {}

  /**
   * @param first the sequence of the first commit.
   * @throws the errors of LMDB; nothing is written then.
   */
  write(first: number, commits: CommitBatch, times: BatchTimes): void {
    // A killed reader, such as a backup, would prevent every page of its time from being reused.
    this.root.readerCheck();
    this.root.transactionSync(() => {
      this.#write(first, commits, times);
    });
  }

  #write(first: number, commits: CommitBatch, times: BatchTimes): void {
    const { meta, graphs: texts, commits: feed, names } = this.databases;
    let { graphs, statements } = sizeIn(meta) ?? { graphs: 0, statements: 0 };
    for (const { graph, text, growth } of commits.flat()) {
      const name = names.short(graph);
      graphs += Number(text !== '') - Number(texts.doesExist(name));
      statements += growth;
      if (text === '') void texts.remove(name);
      else void texts.put(name, addChecksum(graph, text));
    }
    const span = commits.reduce((sum, changes) => sum + spanOf(changes), 0);
    const time = timeAfter(timeIn(meta), span, times);
    this.index.write(placedChanges(commits, time - span + 1));
    for (const [index, changes] of commits.entries()) {
      const sequence = first + index;
      void feed.put(sequence, changes.map(({ graph }) => names.short(graph)).join('\n'));
      if (sequence > this.feedLength) void feed.remove(sequence - this.feedLength);
    }
    putSize(meta, { graphs, statements });
    putTime(meta, time, first + commits.length - 1);
  }
}
