/**
 * The state of the node that a message is prepared from, with all that was read of it. A transaction that finds the same
 * need not prepare the message again, nor read again: most of its time goes into reading the message and naming its things.
 */
import { PromiseCache } from '../../async/promise-cache.js';
import type { Head } from '../../logistics-objects/revisions.js';
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import type { IndexedLookup, LookupEntry, LookupPage } from '../../store/lookup.js';
import type { StateReader } from './known-objects.js';

interface RecordedLookup {
  readonly lookup: IndexedLookup;
  readonly partition: string;
  readonly page: LookupPage;
  readonly entries: Promise<LookupEntry[]>;
}

/** The graphs that commits have changed since a state was recorded; undefined if this is not known. */
export type Changed = ReadonlySet<Iri> | undefined;

/** Reads each thing once: nothing is written before all has been read. */
export class RecordedState implements StateReader {
  #state: StateReader;
  readonly #objects = new Set<Iri>();
  readonly #heads = new PromiseCache<Iri, Head | undefined>();
  readonly #names = new Set<Iri>();
  readonly #graphs = new PromiseCache<Iri, Graph>();
  readonly #lookups: RecordedLookup[] = [];

  /** @param headOf the graph with the head of an object. */
  constructor(
    state: StateReader,
    private readonly headOf: (object: Iri) => Iri,
  ) {
    this.#state = state;
  }

  head(object: Iri): Promise<Head | undefined> {
    this.#objects.add(object);
    return this.#heads.remember(object, () => this.#state.head(object));
  }

  read(graph: Iri): Promise<Graph> {
    this.#names.add(graph);
    return this.#graphs.remember(graph, () => this.#state.read(graph));
  }

  lookup(lookup: IndexedLookup, partition: string, page: LookupPage): Promise<LookupEntry[]> {
    const entries = this.#state.lookup(lookup, partition, page);
    this.#lookups.push({ lookup, partition, page, entries });
    return entries;
  }

  /**
   * Goes on in another state, which has all that was read: of that, only what may have changed is read again.
   *
   * @returns false if the other state has not all of it.
   */
  async continueIn(other: StateReader, changed: Changed): Promise<boolean> {
    const mayDiffer = (graph: Iri): boolean => changed?.has(graph) ?? true;
    for (const { lookup, partition, page, entries } of this.#lookups)
      if (!isSameList(await entries, await other.lookup(lookup, partition, page))) return false;
    for (const object of this.#objects)
      if (mayDiffer(this.headOf(object)) && !isSameHead(await this.head(object), await other.head(object)))
        return false;
    for (const name of this.#names)
      if (mayDiffer(name) && !isSameGraph(await this.read(name), await other.read(name))) return false;
    this.#state = other;
    return true;
  }
}

function isSameList(one: readonly LookupEntry[], other: readonly LookupEntry[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ order, value }, index) => order === other[index]?.order && value === other[index].value)
  );
}

const isSameHead = (one: Head | undefined, other: Head | undefined): boolean =>
  one?.latestRevision === other?.latestRevision && one?.type === other?.type;

/** The store gives the same graph for the same text, while it is cached. */
const isSameGraph = (one: Graph, other: Graph): boolean =>
  one === other || (one.size === other.size && Array.from(one).every((quad) => other.has(quad)));
