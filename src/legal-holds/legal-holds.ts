/** Legal holds: what is held is neither erased nor purged nor expired (P44). */
import type { HoldLine } from '../erasure-list/line.js';
import { ServiceError } from '../errors.js';
import type { Decider } from '../http/caller.js';
import { type ErasureTerms, erasureTerms } from '../rdf/erasure-terms.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import type { LookupEntry } from '../store/lookup.js';
import { type ListedEntries, type ListedPage, listPage, partitionsOf } from '../store/lookup-page.js';
import type { GraphReader } from '../store/store.js';
import { describeHold, type Hold, readHold } from './hold.js';
import { ALL_HOLDS, type HoldServices } from './lookups.js';

/** Entries of the lookup that are read at a time. */
const PAGE = 1_000;

/** The reason of a hold that was repeated. */
const REPEATED = 'restored from the list of erasures; the reason is not in it';

export interface ListedHolds extends ListedEntries {
  readonly holds: readonly Hold[];
}

/** Something is held: it stays. */
export class UnderLegalHold extends ServiceError {
  constructor({ held, at }: Hold, graph: Iri) {
    super('conflict', { message: `under legal hold since ${at.toISOString()}: ${graph}`, resource: held });
  }
}

export class LegalHolds {
  readonly #ext: ErasureTerms;
  readonly #parse: (data: Graph, graph: Iri) => Hold | undefined;

  constructor(
    private readonly services: Pick<
      HoldServices,
      'store' | 'parsedGraphs' | 'lookups' | 'uris' | 'clock' | 'transactions'
    >,
  ) {
    this.#ext = erasureTerms(services.uris.extensions);
    this.#parse = (data, graph) => readHold(data, graph, this.#ext);
  }

  /** The hold in force on something; undefined without one. */
  async find(held: Iri): Promise<Hold | undefined> {
    const hold = await this.services.parsedGraphs.get(this.services.uris.hold(held), this.#parse);
    return hold?.held === held && hold.endedAt === undefined ? hold : undefined;
  }

  /** As `find`, as a transaction sees it. */
  async findIn(reader: GraphReader, held: Iri): Promise<Hold | undefined> {
    const graph = this.services.uris.hold(held);
    const hold = readHold(await reader.read(graph), graph, this.#ext);
    return hold?.held === held && hold.endedAt === undefined ? hold : undefined;
  }

  /**
   * @param doneAt when it was erased, if the erasure is repeated: it came after the end of an earlier hold (P43).
   * @throws UnderLegalHold
   */
  async assertNotHeld(reader: GraphReader, held: Iri, doneAt?: Date): Promise<void> {
    const hold = await this.findIn(reader, held);
    if (hold === undefined || (doneAt !== undefined && hold.at < doneAt)) return;
    throw new UnderLegalHold(hold, this.services.uris.hold(held));
  }

  /** @throws ServiceError `not-found` without a hold in force. */
  async getOrThrow(held: Iri): Promise<Hold> {
    const hold = await this.find(held);
    if (hold !== undefined) return hold;
    throw new ServiceError('not-found', { message: 'there is no legal hold on this', resource: held });
  }

  /**
   * Puts a hold on something, or changes its reason.
   *
   * @param assertUnchanged compares the conditions of the request (D49).
   * @returns whether it is new.
   * @throws ServiceError while the list of erasures cannot be written (P43).
   */
  async put(
    held: Iri,
    reason: string,
    { agent, trace }: Decider,
    assertUnchanged: () => Promise<void>,
  ): Promise<boolean> {
    const { transactions, uris, clock } = this.services;
    const graph = uris.hold(held);
    await transactions.assertListed();
    return transactions.transact(
      [graph],
      async (tx) => {
        await assertUnchanged();
        const present = await this.findIn(tx, held);
        const hold = present === undefined ? { held, reason, by: agent, at: clock.now() } : { ...present, reason };
        await tx.replace(graph, describeHold(graph, hold, this.#ext));
        if (present === undefined) await tx.list({ kind: 'hold', held, at: hold.at, by: hold.by });
        return present === undefined;
      },
      trace,
    );
  }

  /**
   * Ends a hold.
   *
   * @param assertUnchanged as in `put`.
   * @throws ServiceError `not-found` without a hold in force, and as `put`.
   */
  async end(held: Iri, { agent, trace }: Decider, assertUnchanged: () => Promise<void>): Promise<void> {
    const { transactions, uris, clock } = this.services;
    const graph = uris.hold(held);
    await transactions.assertListed();
    return transactions.transact(
      [graph],
      async (tx) => {
        await assertUnchanged();
        const present = await this.findIn(tx, held);
        if (present === undefined)
          throw new ServiceError('not-found', { message: 'there is no legal hold on this', resource: held });
        const at = clock.now();
        const ended = { ...present, endedAt: at, endedBy: agent };
        await tx.replace(graph, describeHold(graph, ended, this.#ext));
        await tx.list({ kind: 'hold-end', held, at, by: agent });
      },
      trace,
    );
  }

  /**
   * Repeats what the list of erasures has of a hold (P43). Its reason is not in the list.
   *
   * @param line of something that this node may not have.
   */
  async repeat({ kind, held, at, by }: HoldLine): Promise<void> {
    const { transactions, uris } = this.services;
    const graph = uris.hold(held);
    await transactions.transact([graph], async (tx) => {
      const present = await this.findIn(tx, held);
      if (kind === 'hold') {
        if (present === undefined)
          await tx.replace(graph, describeHold(graph, { held, reason: REPEATED, by, at }, this.#ext));
      } else if (present !== undefined) {
        await tx.replace(graph, describeHold(graph, { ...present, endedAt: at, endedBy: by }, this.#ext));
      }
    });
  }

  /** What is on record of a hold, in the form of the list of erasures: its beginning, and its end. */
  async linesOf(held: Iri): Promise<HoldLine[]> {
    const graph = this.services.uris.hold(held);
    const hold = this.#parse(await this.services.store.read(graph), graph);
    if (hold?.held !== held) return [];
    const { at, by, endedAt, endedBy = by } = hold;
    const begin: HoldLine = { kind: 'hold', held, at, by };
    return endedAt === undefined ? [begin] : [begin, { kind: 'hold-end', held, at: endedAt, by: endedBy }];
  }

  /** Everything that is held now. */
  async allHeld(): Promise<Iri[]> {
    const { store, lookups } = this.services;
    const found: Iri[] = [];
    let after: LookupEntry | undefined;
    do {
      const limits = { limit: PAGE, ...(after && { after }) };
      const page: LookupEntry[] = await store.lookup(lookups.holds.holds, ALL_HOLDS, limits);
      after = page.at(-1);
      for (const { value } of page) {
        const hold = this.#parse(await store.read(value), value);
        if (hold !== undefined) found.push(hold.held);
      }
    } while (after !== undefined);
    return found;
  }

  /** A page of the holds in force, newest first. */
  async list(page: Omit<ListedPage, 'reverse'>): Promise<ListedHolds> {
    const { store, lookups, parsedGraphs } = this.services;
    const sources = partitionsOf(lookups.holds.holds, [ALL_HOLDS]);
    const listed = await listPage(store, sources, { ...page, reverse: true });
    const holds = await Promise.all(listed.entries.map(({ value }) => parsedGraphs.get(value, this.#parse)));
    return { ...listed, holds: holds.filter((hold) => hold !== undefined) };
  }
}
