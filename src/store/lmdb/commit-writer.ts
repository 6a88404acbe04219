/** Writes commits to a store's file, each batch as one transaction. It blocks its thread until the batch is on disk. */
import type { RootDatabase } from 'lmdb';
import { addChecksum } from '../checksum.js';
import type { GraphChange } from '../record.js';
import { type Databases, putSize, sizeIn } from './environment.js';
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
  write(first: number, commits: CommitBatch): void {
    // A killed reader, such as a backup, would prevent every page of its time from being reused.
    this.root.readerCheck();
    this.root.transactionSync(() => {
      this.#write(first, commits);
    });
  }

  #write(first: number, commits: CommitBatch): void {
    const { meta, graphs: texts, commits: feed, names } = this.databases;
    let { graphs, statements } = sizeIn(meta) ?? { graphs: 0, statements: 0 };
    for (const { graph, text, growth } of commits.flat()) {
      const name = names.short(graph);
      graphs += Number(text !== '') - Number(texts.doesExist(name));
      statements += growth;
      if (text === '') void texts.remove(name);
      else void texts.put(name, addChecksum(graph, text));
    }
    this.index.write(commits.flatMap((changes) => changes.flatMap(({ lookups }) => lookups)));
    for (const [index, changes] of commits.entries()) {
      const sequence = first + index;
      void feed.put(sequence, changes.map(({ graph }) => names.short(graph)).join('\n'));
      if (sequence > this.feedLength) void feed.remove(sequence - this.feedLength);
    }
    putSize(meta, { graphs, statements });
  }
}
