/**
 * Reads a store's file in another thread of the node's process while the node writes to it. Each read is one LMDB
 * transaction, released at its end: an open one would prevent the pages of its time from being reused.
 */
import { statSync } from 'node:fs';
import type { RootDatabase, Transaction } from 'lmdb';
import type { GraphSnapshot, SnapshotSource } from '../snapshot.js';
import { type Databases, openDatabases, openRoot } from './environment.js';
import { GraphTexts } from './graph-texts.js';

/** Sorts after everything that continues a prefix: no IRI has this character. */
const LAST = '\uffff';

/** How often an idle reader looks whether the node has taken a new file: until then the old one takes room on the disk. */
const LOOK_MS = 10_000;

interface OpenFile {
  readonly inode: bigint;
  readonly root: RootDatabase;
  readonly databases: Databases;
  readonly texts: GraphTexts;
}

export class LmdbReader implements SnapshotSource {
  #open: OpenFile;
  readonly #looking: NodeJS.Timeout;

  /**
   * @param onDamaged called with each graph whose text does not match its checksum.
   * @throws Error for a file that cannot be opened.
   */
  constructor(
    private readonly file: string,
    private readonly onDamaged: (graph: string) => void = () => undefined,
  ) {
    this.#open = openFile(file);
    this.#looking = setInterval(() => {
      this.#current();
    }, LOOK_MS).unref();
  }

  read<Result>(read: (snapshot: GraphSnapshot) => Result): Result {
    const { root } = this.#current();
    root.resetReadTxn();
    const transaction = root.useReadTransaction();
    try {
      return read(this.#snapshot(transaction));
    } finally {
      transaction.done();
      // Or it would stay open until the event loop continues: as long as the query that follows.
      root.resetReadTxn();
    }
  }

  close(): Promise<void> {
    clearInterval(this.#looking);
    return this.#open.root.close();
  }

  /** The file, opened again when a purge has put a new one in its place: it has all commits of the old one. */
  #current(): OpenFile {
    if (inodeOf(this.file) !== this.#open.inode) {
      const { root } = this.#open;
      this.#open = openFile(this.file);
      void root.close();
    }
    return this.#open;
  }

  #snapshot(transaction: Transaction): GraphSnapshot {
    const { commits, meta } = this.#open.databases;
    const [sequence = 0] = commits.getKeys({ reverse: true, limit: 1, transaction });
    return {
      sequence,
      graphs: Number(meta.get('graphs', { transaction }) ?? 0),
      names: (prefix, after) => this.#names(prefix, after, transaction),
      text: (graph) => {
        const text = this.#open.texts.get(graph, transaction);
        if (text === undefined) this.onDamaged(graph);
        return text ?? '';
      },
      changedSince: (since) => this.#changedSince(since, sequence, transaction),
    };
  }

  *#names(prefix: string, after: string | undefined, transaction: Transaction): Generator<string, void, undefined> {
    const { graphs, names } = this.#open.databases;
    const below = names.short(prefix);
    const last = after === undefined ? undefined : names.short(after);
    for (const key of graphs.getKeys({ start: last ?? below, end: below + LAST, transaction })) {
      if (key !== last) yield names.full(key);
    }
  }

  #changedSince(since: number, until: number, transaction: Transaction): ReadonlySet<string> | undefined {
    const { commits, names } = this.#open.databases;
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

const inodeOf = (file: string): bigint => statSync(file, { bigint: true }).ino;

function openFile(file: string): OpenFile {
  // Before it is opened: if another one takes its place meanwhile, it is opened again.
  const inode = inodeOf(file);
  // LMDB gives all threads of a process the same environment.
  const root = openRoot(file, { readOnly: true });
  const databases = openDatabases(root);
  return { inode, root, databases, texts: new GraphTexts(databases) };
}
