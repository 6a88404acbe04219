/** Legal holds: what is held is neither erased nor purged nor expired (P44). */
import { ServiceError } from '../errors.js';
import type { Decider } from '../http/caller.js';
import { type ErasureTerms, erasureTerms } from '../rdf/erasure-terms.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import { type ListedEntries, type ListedPage, listPage, partitionsOf } from '../store/lookup-page.js';
import type { GraphReader } from '../store/store.js';
import { describeHold, type Hold, readHold } from './hold.js';
import { ALL_HOLDS, type HoldServices } from './lookups.js';

export interface ListedHolds extends ListedEntries {
  readonly holds: readonly Hold[];
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

  /** @throws ServiceError `conflict` that names the hold. */
  async assertNotHeld(reader: GraphReader, held: Iri): Promise<void> {
    const hold = await this.findIn(reader, held);
    if (hold === undefined) return;
    const message = `under legal hold since ${hold.at.toISOString()}: ${this.services.uris.hold(held)}`;
    throw new ServiceError('conflict', { message, resource: held });
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
   */
  put(held: Iri, reason: string, { agent, trace }: Decider, assertUnchanged: () => Promise<void>): Promise<boolean> {
    const { transactions, uris, clock } = this.services;
    const graph = uris.hold(held);
    return transactions.transact(
      [graph],
      async (tx) => {
        await assertUnchanged();
        const present = await this.findIn(tx, held);
        const hold = present === undefined ? { held, reason, by: agent, at: clock.now() } : { ...present, reason };
        await tx.replace(graph, describeHold(graph, hold, this.#ext));
        return present === undefined;
      },
      trace,
    );
  }

  /**
   * Ends a hold.
   *
   * @param assertUnchanged as in `put`.
   * @throws ServiceError `not-found` without a hold in force.
   */
  end(held: Iri, { agent, trace }: Decider, assertUnchanged: () => Promise<void>): Promise<void> {
    const { transactions, uris, clock } = this.services;
    const graph = uris.hold(held);
    return transactions.transact(
      [graph],
      async (tx) => {
        await assertUnchanged();
        const present = await this.findIn(tx, held);
        if (present === undefined)
          throw new ServiceError('not-found', { message: 'there is no legal hold on this', resource: held });
        const ended = { ...present, endedAt: clock.now(), endedBy: agent };
        await tx.replace(graph, describeHold(graph, ended, this.#ext));
      },
      trace,
    );
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
