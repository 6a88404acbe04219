/** The rows of a batch of commits. A row that several commits change has the state after the last one. */
import type { Iri } from '../../rdf/terms.js';
import { isPlaced, placedChanges, spanOf } from '../commit-order.js';
import type { CommitTime } from '../commit-time.js';
import { checksumOf } from '../checksum.js';
import { keyPart } from '../key-part.js';
import type { LookupChange, LookupEntry } from '../lookup.js';
import type { GraphChange, PendingCommit } from '../record.js';
import { slotsOf } from './commit-batch.js';
import { storedChanges } from './feed-rows.js';
import type { StoredState } from '../sealed-commit.js';
import { type LogRows, logRows } from './postgres-log.js';

interface EntryRow {
  readonly lookup: string;
  readonly part: string;
  readonly place: number;
  readonly value: string;
  /** Whether the place is counted from the first commit time of the batch. */
  readonly timed?: true;
}

interface CountRow {
  readonly lookup: string;
  readonly part: string;
  /** The increase in the number of entries. */
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
  readonly log: LogRows;
  readonly graphGrowth: number;
  readonly statementGrowth: number;
  /** The number of commit times that the batch takes. */
  readonly span: number;
  /** The time that the batch ends (`PendingCommit.closes`). */
  readonly closes: CommitTime;
}

/** For commits without entries of graphs that they do not change. */
const nothingStored: StoredState = { text: () => undefined, newest: () => undefined };

/**
 * The sequences and times of the commits are not known yet: they are numbered from 1, and from 0.
 *
 * @param state before the batch, of the graphs with entries that it does not change (P51).
 */
export function rowsOf(commits: readonly PendingCommit[], state: StoredState = nothingStored): BatchRows {
  const texts = new Map<Iri, { readonly text: string; readonly sequence: number }>();
  /** Whether the database has a graph before the batch. */
  const there = new Map<Iri, boolean>();
  const slots = new Map<number, number>();
  const index = new IndexRows();
  let statementGrowth = 0;
  for (const [place, { changes, lockKeys }] of commits.entries()) {
    const sequence = place + 1;
    for (const slot of slotsOf(lockKeys)) slots.set(slot, sequence);
    for (const change of changes) {
      const { graph, text, growth } = change;
      if (!there.has(graph)) there.set(graph, wasThere(change));
      texts.set(graph, { text, sequence });
      statementGrowth += growth;
    }
  }
  const all = commits.map(({ changes }) => changes);
  for (const each of placedChanges(all, 0)) index.apply(each);
  const graphs = Array.from(texts, ([name, { text, sequence }]) => ({ name, text, sequence }));
  return {
    written: graphs
      .filter(({ text }) => text !== '')
      .map(({ name, text, sequence }) => ({ name, text, sequence, checksum: checksumOf(name, text) })),
    dropped: graphs.filter(({ text }) => text === '').map(({ name }) => name),
    ...index.rows(),
    slots: Array.from(slots, ([slot, sequence]) => ({ slot, sequence })),
    feed: commits.map(({ changes }, place) => ({ sequence: place + 1, changes: storedChanges(changes) })),
    log: logRows(commits, state),
    graphGrowth: graphs.reduce((sum, { name, text }) => sum + Number(text !== '') - Number(there.get(name)), 0),
    statementGrowth,
    span: all.reduce((sum, changes) => sum + spanOf(changes), 0),
    closes: Math.max(0, ...commits.map((commit) => commit.closes ?? 0)),
  };
}

/** Whether a graph was there before it was changed: then it had statements that were not added. */
function wasThere({ text, growth }: GraphChange): boolean {
  let statements = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) statements += 1;
  return statements > growth;
}

/** Collects the index changes of commits. */
class IndexRows {
  readonly #entries = new Map<string, { readonly row: EntryRow; readonly isAdded: boolean }>();
  readonly #counts = new Map<string, CountRow>();

  apply(change: LookupChange): void {
    const { lookup, added, removed } = change;
    for (const entry of removed) this.#put(lookup, entry, { isAdded: false, isTimed: false });
    for (const entry of added) this.#put(lookup, entry, { isAdded: true, isTimed: isPlaced(change) });
  }

  rows(): Pick<BatchRows, 'added' | 'removed' | 'counts'> {
    const entries = [...this.#entries.values()];
    return {
      added: entries.filter(({ isAdded }) => isAdded).map(({ row }) => row),
      removed: entries.filter(({ isAdded }) => !isAdded).map(({ row }) => row),
      counts: [...this.#counts.values()].filter(({ entries: by }) => by !== 0),
    };
  }

  #put(
    lookup: string,
    { partition, order, value }: LookupEntry,
    { isAdded, isTimed }: { readonly isAdded: boolean; readonly isTimed: boolean },
  ): void {
    const part = keyPart(partition);
    this.#entries.set(`${lookup}\n${part}\n${isTimed ? '+' : ''}${order}\n${value}`, {
      row: { lookup, part, place: order, value, ...(isTimed && { timed: true }) },
      isAdded,
    });
    const key = `${lookup}\n${part}`;
    const before = this.#counts.get(key)?.entries ?? 0;
    this.#counts.set(key, { lookup, part, entries: before + (isAdded ? 1 : -1) });
  }
}
