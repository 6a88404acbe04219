/** The LMDB file as a record: embedded, with this process as its only writer. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '../../clock.js';
import type { Iri } from '../../rdf/terms.js';
import { commitTimeOf } from '../commit-time.js';
import type { Lookup, LookupEntry, LookupPage } from '../lookup.js';
import { promiseOf } from '../../async/promise-of.js';
import type { CheckedGraph, GraphRecord, PendingCommit, RecordSize, WriteResult } from '../record.js';
import type { LmdbFile } from './lmdb-file.js';
import type { WriterThread } from './writer-thread.js';

/** The longest time that the main thread may be blocked, in milliseconds. */
const SLICE_MS = 1;

/**
 * The maximum age of the figures of the disk: they take several system calls, and `/health/ready` may be read at any
 * rate.
 */
const DISK_USAGE_MS = 100;

export class LmdbRecord implements GraphRecord {
  #diskUsage: { readonly usage: GraphRecord['diskUsage']; readonly at: number } | undefined;

  /** @param writer writes its commits; by default this thread. */
  constructor(
    private readonly disk: LmdbFile,
    private readonly writer?: WriterThread,
    private readonly clock: Clock = systemClock,
  ) {}

  get sequence(): number {
    return this.disk.sequence;
  }

  get size(): RecordSize {
    return this.disk.size;
  }

  get file(): string {
    return this.disk.file;
  }

  get diskUsage(): GraphRecord['diskUsage'] {
    const now = performance.now();
    if (this.#diskUsage === undefined || now - this.#diskUsage.at >= DISK_USAGE_MS)
      this.#diskUsage = { usage: this.disk.diskUsage, at: now };
    return this.#diskUsage.usage;
  }

  changedSince(after: number, until: number): ReadonlySet<Iri> | undefined {
    return this.disk.changedSince(after, until);
  }

  text(graph: Iri): Promise<string> {
    return promiseOf(() => this.disk.text(graph));
  }

  lookup(lookup: Lookup, partition: string, page: LookupPage = {}): Promise<LookupEntry[]> {
    return promiseOf(() => this.disk.index.lookup(lookup, partition, page));
  }

  count(lookup: Lookup, partition: string): Promise<number> {
    return promiseOf(() => this.disk.index.count(lookup, partition));
  }

  checkedGraphs(): AsyncIterable<CheckedGraph> {
    return inTurns(this.disk.checkedGraphs());
  }

  entries(lookup: string): AsyncIterable<LookupEntry> {
    return inTurns(this.disk.index.entries(lookup));
  }

  async write(commits: readonly PendingCommit[]): Promise<WriteResult> {
    const first = this.disk.sequence + 1;
    await this.disk.write(
      first,
      commits.map(({ changes }) => changes),
      {
        writer: this.writer,
        times: {
          now: commitTimeOf(this.clock.now()),
          closes: Math.max(...commits.map((commit) => commit.closes ?? 0)),
        },
      },
    );
    return { kind: 'written', first, time: this.disk.time };
  }

  hasSpace(bytes: number): Promise<boolean> {
    return this.disk.hasSpace(bytes);
  }

  async close(): Promise<void> {
    await this.writer?.close();
    await this.disk.close();
  }
}

/** Reads of the file, interleaved with other work. */
async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, undefined> {
  let since = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - since < SLICE_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}
