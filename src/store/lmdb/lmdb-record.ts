/**
 * The store in a folder as a record: embedded, with this process as its only writer. A commit is appended to the log,
 * and is durable then. Large groups of commits are brought into LMDB's trees together: each commit alone would copy a
 * page of each tree for it. Until then reads merge what is in memory of them with the trees.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promiseOf } from '../../async/promise-of.js';
import { type Clock, systemClock } from '../../clock.js';
import { ServiceError } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import { commitTimeOf, timeAfter } from '../commit-time.js';
import { spanOf } from '../commit-order.js';
import type { Lookup, LookupEntry, LookupPage } from '../lookup.js';
import type { ProofLogReader } from '../proof-log.js';
import type { CheckedGraph, GraphRecord, PendingCommit, RecordSize, WriteResult } from '../record.js';
import type { LmdbFile } from './lmdb-file.js';
import { loggedCommit } from './log/frames.js';
import { LoggedCommits, type LoggedCommitsOptions } from './log/logged-commits.js';
import { LoggedProofLog } from './log/logged-proof-log.js';
import { mergedPage } from './log/merged-lookup.js';

/** The longest time that the main thread may be blocked, in milliseconds. */
const SLICE_MS = 1;

/**
 * The maximum age of the figures of the disk: they take several system calls, and `/health/ready` may be read at any
 * rate.
 */
const DISK_USAGE_MS = 100;

interface LmdbRecordOptions extends LoggedCommitsOptions {
  readonly clock?: Clock | undefined;
}

export class LmdbRecord implements GraphRecord {
  #diskUsage: { readonly usage: GraphRecord['diskUsage']; readonly at: number } | undefined;
  readonly #clock: Clock;
  readonly #logged: LoggedCommits;
  readonly #proofLog: ProofLogReader;

  constructor(
    private readonly disk: LmdbFile,
    private readonly options: LmdbRecordOptions,
  ) {
    this.#clock = options.clock ?? systemClock;
    this.#logged = new LoggedCommits(disk, options);
    this.#proofLog = new LoggedProofLog(
      () => disk.log,
      () => this.updateFile(this.sequence),
    );
  }

  get sequence(): number {
    return this.#logged.sequence;
  }

  get log(): ProofLogReader {
    return this.#proofLog;
  }

  get size(): RecordSize {
    return this.#logged.size;
  }

  get file(): string {
    return this.disk.file;
  }

  get diskUsage(): GraphRecord['diskUsage'] {
    const now = performance.now();
    if (this.#diskUsage === undefined || now - this.#diskUsage.at >= DISK_USAGE_MS) {
      const usage = this.disk.diskUsage;
      this.#diskUsage = { usage: { ...usage, diskBytes: usage.diskBytes + this.#logged.bytes }, at: now };
    }
    return this.#diskUsage.usage;
  }

  changedSince(after: number, until: number): ReadonlySet<Iri> | undefined {
    this.#logged.settle();
    const inTrees = Math.min(until, this.disk.sequence);
    const older = after < inTrees ? this.disk.changedSince(after, inTrees) : new Set<Iri>();
    if (older === undefined) return undefined;
    const changed = new Set(older);
    for (let sequence = Math.max(after, inTrees) + 1; sequence <= until; sequence += 1) {
      const graphs = this.#logged.changedBy(sequence);
      if (graphs === undefined) return undefined;
      for (const graph of graphs) changed.add(graph);
    }
    return after <= until ? changed : undefined;
  }

  text(graph: Iri): Promise<string> {
    return promiseOf(() => this.#logged.text(graph) ?? this.disk.text(graph));
  }

  lookup(lookup: Lookup, partition: string, page: LookupPage = {}): Promise<LookupEntry[]> {
    return promiseOf(() => {
      const layers = this.#logged.partitions(lookup.name, partition);
      const { index } = this.disk;
      if (layers.length === 0) return index.lookup(lookup, partition, page);
      const readTrees = (wanted: LookupPage): LookupEntry[] => index.lookup(lookup, partition, wanted);
      return mergedPage(layers, readTrees, (text) => index.part(text), page);
    });
  }

  count(lookup: Lookup, partition: string): Promise<number> {
    return promiseOf(() => {
      const layers = this.#logged.partitions(lookup.name, partition);
      return layers.reduce((count, { growth }) => count + growth, this.disk.index.count(lookup, partition));
    });
  }

  async graphNames(after: string, limit: number): Promise<string[]> {
    await this.updateFile(this.sequence);
    return this.disk.graphNames(after, limit);
  }

  checkedGraphs(): AsyncIterable<CheckedGraph> {
    return inTurns(this.#logged.graphs(this.disk.checkedGraphs()));
  }

  entries(lookup: string): AsyncIterable<LookupEntry> {
    return inTurns(this.#logged.entries(lookup, this.disk.entries(lookup)));
  }

  async write(commits: readonly PendingCommit[]): Promise<WriteResult> {
    const logged = commits.map(loggedCommit);
    const first = this.sequence + 1;
    const span = commits.reduce((sum, { changes }) => sum + spanOf(changes), 0);
    const closes = Math.max(...commits.map((commit) => commit.closes ?? 0));
    const time = timeAfter(this.#logged.time, span, { now: commitTimeOf(this.#clock.now()), closes });
    try {
      await this.#logged.append({ first, time, commits: logged });
    } catch (error) {
      throw await this.disk.errorOf(error, logged);
    }
    return { kind: 'written', first, time };
  }

  async updateFile(sequence: number): Promise<void> {
    try {
      await this.#logged.applyUntil(sequence);
    } catch (error) {
      throw await this.disk.errorOf(error, []);
    }
  }

  async purge(signal?: AbortSignal): Promise<void> {
    const { diskBytes, diskFreeBytes } = this.disk.diskUsage;
    if (diskFreeBytes < diskBytes) throw new ServiceError('insufficient-storage', 'There is no room for a new file');
    try {
      await this.#logged.purge(signal);
    } catch (error) {
      throw await this.disk.errorOf(error, []);
    }
  }

  hasSpace(bytes: number): Promise<boolean> {
    return this.disk.hasSpace(bytes);
  }

  async close(): Promise<void> {
    await this.#logged.close();
    await this.options.thread?.close();
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
