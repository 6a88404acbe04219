/** Stored graphs in the order of their times, as far as lookups list them: several lists are read as one (P51). */
import type { Iri } from '../../rdf/terms.js';
import type { IndexedLookup, LookupEntry, LookupReader } from '../../store/lookup.js';
import type { BackfillState } from './state.js';

/** A lookup whose entries are in the order of their times. */
export interface TimedList {
  readonly lookup: IndexedLookup;
  readonly partition: string;
  /** How many units of its order a millisecond has. */
  readonly perMillisecond: number;
  /** The graph of an entry. */
  readonly graphOf: (entry: Iri) => Iri;
}

interface Ahead {
  readonly list: TimedList;
  entries: LookupEntry[];
  /** Whether the list has no others now. */
  isLast: boolean;
}

/** Graphs that follow a position in each list, and the position after them. */
export interface TimedPage {
  readonly graphs: readonly Iri[];
  readonly lists: BackfillState['lists'];
}

export class OldestFirst {
  readonly #ahead: readonly Ahead[];

  /** @param positions the last entry of each list that was read. */
  constructor(
    private readonly store: LookupReader,
    lists: readonly TimedList[],
    private positions: BackfillState['lists'],
  ) {
    this.#ahead = lists.map((list) => ({ list, entries: [], isLast: false }));
  }

  /** The next graphs, each once; none after the last one. */
  async next(limit: number): Promise<TimedPage> {
    const graphs = new Set<Iri>();
    const lists = { ...this.positions };
    while (graphs.size < limit) {
      const first = await this.#first(lists, limit);
      const entry = first?.entries.shift();
      if (first === undefined || entry === undefined) break;
      graphs.add(first.list.graphOf(entry.value));
      lists[keyOf(first.list)] = { order: entry.order, value: entry.value };
    }
    this.positions = lists;
    return { graphs: [...graphs], lists };
  }

  /** The list whose next entry is the oldest. */
  async #first(positions: BackfillState['lists'], limit: number): Promise<Ahead | undefined> {
    let first: Ahead | undefined;
    let oldest = Infinity;
    for (const ahead of this.#ahead) {
      const { list } = ahead;
      if (ahead.entries.length === 0 && !ahead.isLast) {
        const after = positions[keyOf(list)];
        ahead.entries = await this.store.lookup(list.lookup, list.partition, { limit, ...(after && { after }) });
        ahead.isLast = ahead.entries.length < limit;
      }
      const time = (ahead.entries[0]?.order ?? Infinity) / list.perMillisecond;
      if (time >= oldest) continue;
      oldest = time;
      first = ahead;
    }
    return first;
  }
}

const keyOf = ({ lookup, partition }: TimedList): string => `${lookup.name} ${partition}`;
