/**
 * Reads a store's file in another thread of the node's process while the node writes to it. Each read is one LMDB
 * transaction, released at its end: an open one would prevent the pages of its time from being reused.
 */
import type { RootDatabase, Transaction } from 'lmdb';
import type { GraphSnapshot, SnapshotSource } from '../snapshot.js';
import { type Databases, openDatabases, openRoot } from './environment.js';
import { GraphTexts } from './graph-texts.js';

/** Sorts after everything that continues a prefix: no IRI has this character. */
const LAST = '\uffff';

export class LmdbReader implements SnapshotSource {
  readonly #root: RootDatabase;
  readonly #databases: Databases;
  readonly #texts: GraphTexts;

  /**
   * @param onDamaged called with each graph whose text does not match its checksum.
   * @throws Error for a file that cannot be opened.
   */
  constructor(
    file: string,
    private readonly onDamaged: (graph: string) => void = () => undefined,
  ) {
    // LMDB gives all threads of a process the same environment.
    this.#root = openRoot(file, { readOnly: true });
    this.#databases = openDatabases(this.#root);
    this.#texts = new GraphTexts(this.#databases);
  }

  read<Result>(read: (snapshot: GraphSnapshot) => Result): Result {
    this.#root.resetReadTxn();
    const transaction = this.#root.useReadTransaction();
    try {
      return read(this.#snapshot(transaction));
    } finally {
      transaction.done();
      // Or it would stay open until the event loop continues: as long as the query that follows.
      this.#root.resetReadTxn();
    }
  }

  close(): Promise<void> {
    return this.#root.close();
  }

  #snapshot(transaction: Transaction): GraphSnapshot {
    const { commits, meta } = this.#databases;
    const [sequence = 0] = commits.getKeys({ reverse: true, limit: 1, transaction });
    return {
      sequence,
      graphs: Number(meta.get('graphs', { transaction }) ?? 0),
      names: (prefix, after) => this.#names(prefix, after, transaction),
      text: (graph) => {
        const text = this.#texts.get(graph, transaction);
        if (text === undefined) this.onDamaged(graph);
        return text ?? '';
      },
      changedSince: (since) => this.#changedSince(since, sequence, transaction),
    };
  }

  *#names(prefix: string, after: string | undefined, transaction: Transaction): Generator<string, void, undefined> {
    const { graphs, names } = this.#databases;
    const below = names.short(prefix);
    const last = after === undefined ? undefined : names.short(after);
    for (const key of graphs.getKeys({ start: last ?? below, end: below + LAST, transaction })) {
      if (key !== last) yield names.full(key);
    }
  }

  #changedSince(since: number, until: number, transaction: Transaction): ReadonlySet<string> | undefined {
    const { commits, names } = this.#databases;
    const changed = new Set<string>();
    let expected = since + 1;
    for (const { key, value } of commits.getRange({ start: expected, transaction })) {
      if (key !== expected) return undefined;
      expected += 1;
      // A commit without changes has none.
      if (value !== '') for (const name of value.split('\n')) changed.add(names.full(name));
    }
    return expected === until + 1 ? changed : undefined;
  }
}
