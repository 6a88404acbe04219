/**
 * Commits that are in the log and not yet in the trees, in memory: the graphs, the entries of lookups and the feed
 * that they change.
 */
import { getOrAdd, lowerBound } from '../../../collections.js';
import type { Iri } from '../../../rdf/terms.js';
import { placedChanges, spanOf } from '../../commit-order.js';
import type { CommitTime } from '../../commit-time.js';
import type { LookupEntry } from '../../lookup.js';
import type { RecordSize } from '../../record.js';
import { addPart, CommitRange } from './commit-range.js';
import { lastOf, type LoggedBatch } from './frames.js';
import type { LogPart } from './log-files.js';

/** The position of an entry in the trees: its order, then its name as a part of a key. */
export interface PlacedEntry {
  readonly order: number;
  readonly name: string;
  readonly entry: LookupEntry;
}

/** Code units of these are not in the order of the bytes of UTF-8, which the trees have. */
const BEYOND_LATIN = /[\ud800-\uffff]/;

function compareNames(one: string, other: string): number {
  if (one === other) return 0;
  if (BEYOND_LATIN.test(one) || BEYOND_LATIN.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

/** The order of entries in a partition of the trees. */
export const comparePlaced = (one: Omit<PlacedEntry, 'entry'>, other: Omit<PlacedEntry, 'entry'>): number =>
  one.order - other.order || compareNames(one.name, other.name);

const keyOf = ({ order, name }: Omit<PlacedEntry, 'entry'>): string => `${String(order)}\n${name}`;

/** The changes of a partition. */
export class PendingPartition {
  /** Added, in order. */
  readonly entries: PlacedEntry[] = [];
  /** The number of added entries less the removed ones. */
  growth = 0;
  readonly #touched = new Set<string>();

  /** Whether it was added or removed: what is older does not count. */
  touches(place: Omit<PlacedEntry, 'entry'>): boolean {
    return this.#touched.size > 0 && this.#touched.has(keyOf(place));
  }

  add(placed: PlacedEntry): void {
    this.#touched.add(keyOf(placed));
    this.growth += 1;
    const index = this.#indexOf(placed);
    const found = this.entries[index];
    if (found !== undefined && comparePlaced(found, placed) === 0) this.entries[index] = placed;
    else if (index === this.entries.length) this.entries.push(placed);
    else this.entries.splice(index, 0, placed);
  }

  remove(placed: PlacedEntry): void {
    this.#touched.add(keyOf(placed));
    this.growth -= 1;
    const index = this.#indexOf(placed);
    const found = this.entries[index];
    if (found !== undefined && comparePlaced(found, placed) === 0) this.entries.splice(index, 1);
  }

  #indexOf(place: PlacedEntry): number {
    return lowerBound(this.entries, (entry) => comparePlaced(entry, place) < 0);
  }
}

/** How partitions and values are named in the trees (`LookupIndex.part`). */
export type PartOf = (text: string) => string;

export class PendingCommits {
  readonly graphs = new Map<Iri, string>();
  /** Where their batches are in the log. */
  readonly parts: LogPart[] = [];
  /** Those of them that may be kept. */
  readonly range = new CommitRange();
  readonly #partitions = new Map<string, PendingPartition>();
  readonly #feed = new Map<number, readonly Iri[]>();
  #last: number;
  #size: RecordSize;
  #time: CommitTime;

  /**
   * @param before the state before the first one.
   * @param hasGraph whether a graph was there before.
   */
  constructor(
    before: { readonly sequence: number; readonly size: RecordSize; readonly time: CommitTime },
    private readonly hasGraph: (graph: Iri) => boolean,
    private readonly partOf: PartOf,
  ) {
    this.#last = before.sequence;
    this.#size = before.size;
    this.#time = before.time;
  }

  /** The sequence of the last commit. */
  get sequence(): number {
    return this.#last;
  }

  get size(): RecordSize {
    return this.#size;
  }

  get time(): CommitTime {
    return this.#time;
  }

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  add(batch: LoggedBatch, part: LogPart): void {
    let { graphs, statements } = this.#size;
    const all = batch.commits.map(({ changes }) => changes);
    for (const { graph, text, growth } of all.flat()) {
      const before = this.graphs.get(graph);
      const isThere = before === undefined ? this.hasGraph(graph) : before !== '';
      graphs += Number(text !== '') - Number(isThere);
      statements += growth;
      this.graphs.set(graph, text);
    }
    this.#size = { graphs, statements };
    const span = all.reduce((sum, changes) => sum + spanOf(changes), 0);
    for (const { lookup, added, removed } of placedChanges(all, batch.time - span + 1)) {
      for (const entry of removed) this.#partition(lookup, entry.partition).remove(this.#placed(entry));
      for (const entry of added) this.#partition(lookup, entry.partition).add(this.#placed(entry));
    }
    for (const [index, changes] of all.entries())
      this.#feed.set(
        batch.first + index,
        changes.map(({ graph }) => graph),
      );
    this.range.add(batch, part, this.#time);
    this.#last = lastOf(batch);
    this.#time = batch.time;
    addPart(this.parts, part);
  }

  partition(lookup: string, partition: string): PendingPartition | undefined {
    return this.#partitions.get(`${lookup}\n${this.partOf(partition)}`);
  }

  /** The added entries of all partitions of a lookup. */
  *entriesOf(lookup: string): Generator<LookupEntry, void, undefined> {
    for (const [key, { entries }] of this.#partitions)
      if (key.startsWith(`${lookup}\n`)) for (const { entry } of entries) yield entry;
  }

  /** The graphs that a commit changed. */
  changedBy(sequence: number): readonly Iri[] | undefined {
    return this.#feed.get(sequence);
  }

  #partition(lookup: string, partition: string): PendingPartition {
    return getOrAdd(this.#partitions, `${lookup}\n${this.partOf(partition)}`, () => new PendingPartition());
  }

  #placed(entry: LookupEntry): PlacedEntry {
    return { order: entry.order, name: this.partOf(entry.value), entry };
  }
}
