/**
 * Lookups: the frequent queries of the exchange, answered from small indexes that commits update in the same
 * transaction as the graphs. A module declares its lookups once, which adds them to the `Indexes` of the store. A test
 * compares each with a SPARQL query (test/store/lookup-definitions.ts).
 */
import { createHash } from 'node:crypto';
import type { Graph } from '../rdf/graph.js';
import { type Iri, iri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { UriScheme } from '../uris.js';

/** One line of an index: a value in a partition, at its position. */
export interface LookupEntry {
  /** The key of the lookup: for example the object whose events are listed. */
  readonly partition: string;
  /** The position in the partition: a time in milliseconds, or a sequence. Entries at the same position are in the order of their values, by code unit. */
  readonly order: number;
  readonly value: Iri;
}

/** An entry as a lookup declares it. */
export interface DeclaredEntry extends LookupEntry {
  /**
   * Only with `byCommit`: when the entry ends, in milliseconds since 1970. An entry that had ended when its graph is
   * written again is added anew, with a later order.
   */
  readonly endsAt?: number;
  /**
   * Only with `byCommit`: when the entry was made, in milliseconds since 1970. It orders entries of stores without commit
   * times (W54); those without it come first.
   */
  readonly madeAt?: number | undefined;
}

/** The position of an entry in its partition. */
export type ListPosition = Pick<LookupEntry, 'order' | 'value'>;

export interface Lookup {
  /** Unique among the lookups of a store, and never reused with another meaning. */
  readonly name: string;
  /** Increased with each change of the definition: the index is then rebuilt when the store is opened. */
  readonly version: number;
  /** Whether a graph can have entries, by its name. */
  readonly covers: (graph: Iri) => boolean;
  /**
   * The entries that a graph makes. Never throws: an invalid graph has none, and is reported when it is read.
   *
   * @param statements all of the graph. A graph without statements has no entries; this is not called for one.
   */
  readonly entries: (statements: Graph, graph: Iri) => readonly DeclaredEntry[];
  /**
   * Present if the record orders the entries, by the commits that added them (W54); `entries` then gives them all the
   * order 0. An entry that was there before a commit keeps its order.
   */
  readonly byCommit?: {
    /**
     * A small partition that has the value: there the order of a removed entry is found. All entries of a value are
     * added and removed together.
     */
    readonly home: (value: Iri) => string;
  };
  /**
   * The graph of an entry, from the entry's value; by default the value is the graph. It is used to find the entries of
   * a damaged graph.
   */
  readonly graphOf?: (value: Iri) => Iri;
}

// Not exported: only `Indexes` makes an `IndexedLookup`.
const indexed = Symbol('indexed');

/** A lookup with an index in the store. */
export interface IndexedLookup extends Lookup {
  readonly [indexed]: true;
}

/** Declares the lookups of a module. */
export interface LookupScope {
  /** Adds a lookup to the indexes of the store. */
  readonly index: (lookup: Lookup) => IndexedLookup;
  readonly uris: UriScheme;
  readonly vocabulary: Vocabulary;
}

export class Indexes {
  readonly #lookups = new Map<string, IndexedLookup>();

  /** All that have been declared, for the store. */
  get lookups(): readonly IndexedLookup[] {
    return [...this.#lookups.values()];
  }

  /** @throws TypeError for a name that another lookup has. */
  readonly add = (lookup: Lookup): IndexedLookup => {
    if (this.#lookups.has(lookup.name)) throw new TypeError(`two lookups have the name ${lookup.name}`);
    const added: IndexedLookup = { ...lookup, [indexed]: true };
    this.#lookups.set(lookup.name, added);
    return added;
  };
}

export interface LookupPage {
  /** The most entries. */
  readonly limit?: number;
  /** The number of entries to skip. */
  readonly offset?: number;
  /** Only entries after this one: a page by key costs the same at any position. */
  readonly after?: ListPosition;
  /** From the end. */
  readonly reverse?: boolean;
  /** Bounds of the order, both inclusive; with `after` only the one ahead of it, in the direction of reading. */
  readonly from?: number;
  readonly until?: number;
}

/** Behind all entries of a list, in whatever direction it is read: the page before it is the last one. */
export const LIST_END: ListPosition = { order: Number.MAX_SAFE_INTEGER, value: iri('urn:end') };

/** Answers lookups at the last commit. */
export interface LookupReader {
  /** The entries of a partition in their order. */
  lookup(lookup: IndexedLookup, partition: string, page?: LookupPage): Promise<LookupEntry[]>;
  /** The number of entries of a partition: stored, not counted. */
  count(lookup: IndexedLookup, partition: string): Promise<number>;
}

/** The effect of a commit on one index. */
export interface LookupChange {
  readonly lookup: string;
  readonly added: readonly LookupEntry[];
  readonly removed: readonly LookupEntry[];
  /** Whether the record orders the added entries (`Lookup.byCommit`). */
  readonly isByCommit?: true;
}

const keyOf = ({ partition, order, value }: LookupEntry): string => `${partition}\n${order}\n${value}`;

/**
 * The index changes for a change of a graph's statements.
 *
 * @param lookups the lookups that cover the graph.
 * @param now the time in milliseconds since 1970: entries may have ended (`DeclaredEntry.endsAt`).
 * @param found the current entries of the graph, by lookup, if its previous statements are unreadable.
 */
export function lookupChanges(
  lookups: readonly Lookup[],
  graph: Iri,
  { before, after, now = -Infinity }: { readonly before: Graph; readonly after: Graph; readonly now?: number },
  found?: ReadonlyMap<string, readonly LookupEntry[]>,
): LookupChange[] {
  const changes: LookupChange[] = [];
  for (const { name, entries, byCommit } of lookups) {
    const old: readonly DeclaredEntry[] = found?.get(name) ?? (before.size === 0 ? [] : entries(before, graph));
    const current = after.size === 0 ? [] : entries(after, graph);
    if (byCommit !== undefined) {
      const { added, removed } = changesByCommit(old, current, now);
      if (added.length + removed.length > 0) changes.push({ lookup: name, added, removed, isByCommit: true });
      continue;
    }
    if (areSame(old, current)) continue;
    const added = without(current, old);
    const removed = without(old, current);
    if (added.length + removed.length > 0) changes.push({ lookup: name, added, removed });
  }
  return changes;
}

/** The changes of entries that the record orders: those that stay without an interruption keep their order. */
function changesByCommit(
  old: readonly DeclaredEntry[],
  current: readonly DeclaredEntry[],
  now: number,
): Pick<LookupChange, 'added' | 'removed'> {
  const key = ({ partition, value }: LookupEntry): string => `${partition}\n${value}`;
  const hasEnded = ({ endsAt = Infinity }: DeclaredEntry): boolean => endsAt <= now;
  const next = new Map(current.map((entry) => [key(entry), entry]));
  const staying = new Set<string>();
  const removed = new Map<string, LookupEntry>();
  for (const entry of old) {
    const after = next.get(key(entry));
    if (after !== undefined && (!hasEnded(entry) || hasEnded(after))) staying.add(key(entry));
    else removed.set(key(entry), plain(entry));
  }
  const added = new Map<string, LookupEntry>();
  for (const entry of current) if (!staying.has(key(entry))) added.set(key(entry), plain(entry));
  return { added: [...added.values()], removed: [...removed.values()] };
}

const plain = ({ partition, order, value }: LookupEntry): LookupEntry => ({ partition, order, value });

/** Whether two lists have the same entries in the same order, as most lookups do before and after a change. */
const areSame = (some: readonly LookupEntry[], others: readonly LookupEntry[]): boolean =>
  some.length === others.length &&
  some.every(({ partition, order, value }, index) => {
    const other = others[index];
    return other?.value === value && other.order === order && other.partition === partition;
  });

/** The entries that are not in another list, without duplicates. */
function without(entries: readonly LookupEntry[], others: readonly LookupEntry[]): readonly LookupEntry[] {
  if (others.length === 0 && entries.length < 2) return entries;
  const left = new Map(entries.map((entry) => [keyOf(entry), entry]));
  for (const other of others) left.delete(keyOf(other));
  return [...left.values()];
}

/** Digits of the hash that orders names; as a number they are exact. */
const HASH_DIGITS = 12;

/**
 * A position for a name, so that entries with the same name are side by side: distinct names are found by skipping from the
 * position of one to the next.
 */
export function hashOrder(name: string): number {
  return Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, HASH_DIGITS), 16);
}

/** The order of entries within a partition. */
export function comparePositions(a: ListPosition, b: ListPosition): number {
  return a.order - b.order || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);
}
