/** The rows that a batch of commits writes. What several of them change is as the last one leaves it. */
import type { Iri } from '../../rdf/terms.js';
import { checksumOf } from '../checksum.js';
import { keyPart } from '../key-part.js';
import type { LookupChange, LookupEntry } from '../lookup.js';
import type { GraphChange } from '../record.js';
import { storedChanges } from './feed-rows.js';

/** A commit that passed its guards. */
export interface SequencedCommit {
  readonly sequence: number;
  readonly changes: readonly GraphChange[];
  readonly slots: readonly number[];
}

interface EntryRow {
  readonly lookup: string;
  readonly part: string;
  readonly place: number;
  readonly value: string;
}

interface CountRow {
  readonly lookup: string;
  readonly part: string;
  /** How many more. */
  readonly entries: number;
}

export interface BatchRows {
  readonly written: readonly {
    readonly name: string;
    readonly text: string;
    readonly checksum: string;
    readonly sequence: number;
  }[];
  readonly dropped: readonly Iri[];
  readonly added: readonly EntryRow[];
  readonly removed: readonly EntryRow[];
  readonly counts: readonly CountRow[];
  readonly slots: readonly { readonly slot: number; readonly sequence: number }[];
  readonly feed: readonly { readonly sequence: number; readonly changes: string }[];
  readonly graphGrowth: number;
  readonly statementGrowth: number;
}

/** @param isThere whether the database has a graph before the batch. */
export function rowsOf(commits: readonly SequencedCommit[], isThere: (graph: Iri) => boolean): BatchRows {
  const texts = new Map<Iri, { readonly text: string; readonly sequence: number }>();
  const slots = new Map<number, number>();
  const index = new IndexRows();
  let statementGrowth = 0;
  for (const { sequence, changes, slots: taken } of commits) {
    for (const slot of taken) slots.set(slot, sequence);
    for (const { graph, text, growth, lookups } of changes) {
      texts.set(graph, { text, sequence });
      statementGrowth += growth;
      for (const change of lookups) index.apply(change);
    }
  }
  const graphs = Array.from(texts, ([name, { text, sequence }]) => ({ name, text, sequence }));
  return {
    written: graphs
      .filter(({ text }) => text !== '')
      .map(({ name, text, sequence }) => ({ name, text, sequence, checksum: checksumOf(name, text) })),
    dropped: graphs.filter(({ text }) => text === '').map(({ name }) => name),
    ...index.rows(),
    slots: Array.from(slots, ([slot, sequence]) => ({ slot, sequence })),
    feed: commits.map(({ sequence, changes }) => ({ sequence, changes: storedChanges(changes) })),
    graphGrowth: graphs.reduce((sum, { name, text }) => sum + Number(text !== '') - Number(isThere(name)), 0),
    statementGrowth,
  };
}

/** Collects what commits do to the indexes. */
class IndexRows {
  readonly #entries = new Map<string, { readonly row: EntryRow; readonly isAdded: boolean }>();
  readonly #counts = new Map<string, CountRow>();

  apply({ lookup, added, removed }: LookupChange): void {
    for (const entry of removed) this.#put(lookup, entry, false);
    for (const entry of added) this.#put(lookup, entry, true);
  }

  rows(): Pick<BatchRows, 'added' | 'removed' | 'counts'> {
    const entries = [...this.#entries.values()];
    return {
      added: entries.filter(({ isAdded }) => isAdded).map(({ row }) => row),
      removed: entries.filter(({ isAdded }) => !isAdded).map(({ row }) => row),
      counts: [...this.#counts.values()].filter(({ entries: by }) => by !== 0),
    };
  }

  #put(lookup: string, { partition, order, value }: LookupEntry, isAdded: boolean): void {
    const part = keyPart(partition);
    this.#entries.set(`${lookup}\n${part}\n${order}\n${value}`, {
      row: { lookup, part, place: order, value },
      isAdded,
    });
    const key = `${lookup}\n${part}`;
    const before = this.#counts.get(key)?.entries ?? 0;
    this.#counts.set(key, { lookup, part, entries: before + (isAdded ? 1 : -1) });
  }
}
