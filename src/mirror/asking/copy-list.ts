/** Which copies a list has (M50): found in the indexes, whatever their number is. */
import type { Iri } from '../../rdf/terms.js';
import type { IndexedLookup, LookupEntry } from '../../store/lookup.js';
import type { LookupSource } from '../../store/lookup-page.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { Copies } from '../copies/copies.js';
import type { CopyState } from '../copies/copy-state.js';
import { ALL, namedCopy, reachedPartition, serverPartition, statePartition, typePartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';

/** Entries read at a time. */
const PAGE = 1_000;

export interface CopyFilters {
  readonly server: Iri | undefined;
  readonly state: CopyState | undefined;
  readonly type: Iri | undefined;
  readonly follow: Iri | undefined;
  /** A part of the label or of the URI, in any case. */
  readonly text: string | undefined;
}

export interface ListedCopies {
  readonly heads: readonly CopyHead[];
  readonly total: number;
}

export class CopyList {
  constructor(
    private readonly context: MirrorContext,
    private readonly copies: Copies,
  ) {}

  /** The newest first; those of a follow in the order of the links from the followed objects. */
  async page(filters: CopyFilters, page: { readonly limit: number; readonly offset: number }): Promise<ListedCopies> {
    const { store } = this.context;
    const [first, ...others] = this.#sources(filters);
    const text = filters.text?.trim().toLowerCase();
    const reverse = filters.follow === undefined;
    if (others.length === 0 && text === undefined) {
      const { lookup, partition } = first;
      const total = await store.count(lookup, partition);
      const entries = await store.lookup(lookup, partition, { ...page, reverse });
      return { heads: await this.#heads(entries.map(({ value }) => value)), total };
    }
    let matching = new Set<Iri>();
    for await (const { value } of this.#entries(first.lookup, first.partition, reverse)) matching.add(value);
    for (const { lookup, partition } of others) {
      const both = new Set<Iri>();
      for await (const { value } of this.#entries(lookup, partition, reverse)) if (matching.has(value)) both.add(value);
      matching = inOrderOf(matching, both);
    }
    if (text !== undefined) {
      const named = new Set<Iri>();
      for await (const { value } of this.#entries(this.context.lookups.mirror.names, ALL, reverse)) {
        const { head, texts } = namedCopy(value);
        if (texts.includes(text) && matching.has(head)) named.add(head);
      }
      matching = inOrderOf(matching, named);
    }
    const graphs = [...matching].slice(page.offset, page.offset + page.limit);
    return { heads: await this.#heads(graphs), total: matching.size };
  }

  /** Partitions whose common copies are listed; the first one has their order. */
  #sources({ server, state, type, follow }: CopyFilters): readonly [LookupSource, ...LookupSource[]] {
    const { copies, reached } = this.context.lookups.mirror;
    const partitions = [
      ...(server === undefined ? [] : [serverPartition(server)]),
      ...(type === undefined ? [] : [typePartition(type)]),
      ...(state === undefined || follow !== undefined ? [] : [statePartition(state)]),
    ].map((partition) => ({ lookup: copies, partition }));
    if (follow !== undefined) return [{ lookup: reached, partition: reachedPartition(follow, state) }, ...partitions];
    const [first = { lookup: copies, partition: ALL }, ...others] = partitions;
    return [first, ...others];
  }

  async *#entries(
    lookup: IndexedLookup,
    partition: string,
    reverse: boolean,
  ): AsyncGenerator<LookupEntry, void, undefined> {
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await this.context.store.lookup(lookup, partition, {
        ...{ limit: PAGE, reverse },
        ...(after && { after }),
      });
      yield* page;
      after = page.length < PAGE ? undefined : page.at(-1);
    } while (after !== undefined);
  }

  async #heads(graphs: readonly Iri[]): Promise<CopyHead[]> {
    const heads = await Promise.all(graphs.map((graph) => this.copies.byGraph(graph)));
    return heads.filter((head) => head !== undefined);
  }
}

/** The members of a set that are in another one, in the order of the first. */
const inOrderOf = (ordered: ReadonlySet<Iri>, chosen: ReadonlySet<Iri>): Set<Iri> =>
  new Set(Array.from(ordered).filter((one) => chosen.has(one)));
