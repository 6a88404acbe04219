/** A record that is gone with the process (`STORE_URL=memory:`), with the same contract as the one on disk. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lowerBound } from '../../collections.js';
import { type Clock, systemClock } from '../../clock.js';
import { compareTexts } from '../../rdf/order.js';
import type { Iri } from '../../rdf/terms.js';
import { placedChanges, spanOf } from '../commit-order.js';
import { type CommitTime, commitTimeOf, timeAfter } from '../commit-time.js';
import { comparePositions, type Lookup, type LookupEntry, type LookupPage, type ListPosition } from '../lookup.js';
import { MemoryLog } from './memory-log.js';
import type { CheckedGraph, GraphRecord, PendingCommit, RecordSize, WriteResult } from '../record.js';

/** The number of graphs read at a time. */
const SLICE_GRAPHS = 1_000;
/** The number of commits in the feed. */
const FEED_LENGTH = 10_000;

/** The position of an entry in a sorted list, or its insertion point. */
function indexIn(entries: readonly LookupEntry[], position: ListPosition): number {
  return lowerBound(entries, (entry) => comparePositions(entry, position) < 0);
}

export class MemoryRecord implements GraphRecord {
  readonly #graphs = new Map<Iri, string>();
  /** The sorted entries of each partition, by the lookup's name and the partition. */
  readonly #partitions = new Map<string, LookupEntry[]>();
  /** The graphs that each of the last commits changed. */
  readonly #feed = new Map<number, readonly Iri[]>();
  #sequence = 0;
  #statements = 0;
  /** Of the last commit. */
  #time: CommitTime = 0;

  readonly log = new MemoryLog((graph) => this.#graphs.get(graph) ?? '');
  readonly diskUsage = undefined;
  readonly file = undefined;

  constructor(private readonly clock: Clock = systemClock) {}

  get sequence(): number {
    return this.#sequence;
  }

  get size(): RecordSize {
    return { graphs: this.#graphs.size, statements: this.#statements };
  }

  purge(): Promise<void> {
    return Promise.resolve();
  }

  hasSpace(): Promise<boolean> {
    return Promise.resolve(true);
  }

  changedSince(after: number, until: number): ReadonlySet<Iri> | undefined {
    const changed = new Set<Iri>();
    for (let sequence = after + 1; sequence <= until; sequence += 1) {
      const graphs = this.#feed.get(sequence);
      if (graphs === undefined) return undefined;
      for (const graph of graphs) changed.add(graph);
    }
    return after <= until ? changed : undefined;
  }

  text(graph: Iri): Promise<string> {
    return Promise.resolve(this.#graphs.get(graph) ?? '');
  }

  graphNames(after: string, limit: number): Promise<string[]> {
    const names = [...this.#graphs.keys()].filter((name) => name > after);
    return Promise.resolve(names.sort(compareTexts).slice(0, limit));
  }

  async *checkedGraphs(): AsyncGenerator<CheckedGraph, void, undefined> {
    let read = 0;
    for (const [graph, text] of this.#graphs) {
      yield { graph, text };
      read += 1;
      if (read % SLICE_GRAPHS === 0) await nextTurn();
    }
  }

  async *entries(lookup: string): AsyncGenerator<LookupEntry, void, undefined> {
    for (const [key, entries] of this.#partitions) {
      if (!key.startsWith(`${lookup}\n`)) continue;
      yield* entries.slice();
      await nextTurn();
    }
  }

  lookup(lookup: Lookup, partition: string, page: LookupPage = {}): Promise<LookupEntry[]> {
    return Promise.resolve(this.#lookup(lookup, partition, page));
  }

  count({ name }: Lookup, partition: string): Promise<number> {
    return Promise.resolve(this.#partitions.get(`${name}\n${partition}`)?.length ?? 0);
  }

  async write(commits: readonly PendingCommit[]): Promise<WriteResult> {
    // As with a disk, other work runs meanwhile: a loop of writes must not block it.
    await nextTurn();
    const first = this.#sequence + 1;
    const span = commits.reduce((sum, { changes }) => sum + spanOf(changes), 0);
    const closes = Math.max(...commits.map((commit) => commit.closes ?? 0));
    this.#time = timeAfter(this.#time, span, { now: commitTimeOf(this.clock.now()), closes });
    const indexChanges = placedChanges(
      commits.map(({ changes }) => changes),
      this.#time - span + 1,
    );
    for (const { lookup, added, removed } of indexChanges) {
      for (const entry of removed) this.#remove(lookup, entry);
      for (const entry of added) this.#add(lookup, entry);
    }
    for (const commit of commits) {
      const { changes } = commit;
      for (const { graph, text, growth } of changes) {
        if (text === '') this.#graphs.delete(graph);
        else this.#graphs.set(graph, text);
        this.#statements += growth;
      }
      this.#sequence += 1;
      this.#feed.set(
        this.#sequence,
        changes.map(({ graph }) => graph),
      );
      this.#feed.delete(this.#sequence - FEED_LENGTH);
      this.log.write(commit);
    }
    return { kind: 'written', first, time: this.#time };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #lookup(
    { name }: Lookup,
    partition: string,
    { limit, offset = 0, after, reverse = false, from = -Infinity, until = Infinity }: LookupPage,
  ): LookupEntry[] {
    const entries = this.#partitions.get(`${name}\n${partition}`) ?? [];
    const first = from === -Infinity ? 0 : lowerBound(entries, ({ order }) => order < from);
    const end = until === Infinity ? entries.length : lowerBound(entries, ({ order }) => order <= until);
    const found = after === undefined ? undefined : indexIn(entries, after);
    const isThere = found !== undefined && after !== undefined && isAt(entries[found], after);
    if (reverse) {
      const stop = Math.max(first, Math.min(found ?? end, end) - offset);
      return entries.slice(limit === undefined ? first : Math.max(first, stop - limit), stop).reverse();
    }
    const begin = Math.max(first, found === undefined ? first : found + (isThere ? 1 : 0)) + offset;
    return entries.slice(begin, Math.max(begin, limit === undefined ? end : Math.min(end, begin + limit)));
  }

  #add(lookup: string, entry: LookupEntry): void {
    const key = `${lookup}\n${entry.partition}`;
    const entries = this.#partitions.get(key);
    if (entries === undefined) this.#partitions.set(key, [entry]);
    else entries.splice(indexIn(entries, entry), 0, entry);
  }

  #remove(lookup: string, entry: LookupEntry): void {
    const key = `${lookup}\n${entry.partition}`;
    const entries = this.#partitions.get(key);
    const index = entries === undefined ? -1 : indexIn(entries, entry);
    if (entries === undefined || !isAt(entries[index], entry)) return;
    entries.splice(index, 1);
    if (entries.length === 0) this.#partitions.delete(key);
  }
}

function isAt(entry: LookupEntry | undefined, position: ListPosition): boolean {
  return entry !== undefined && comparePositions(entry, position) === 0;
}
