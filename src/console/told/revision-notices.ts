/**
 * The notifications of an object's revisions, by party: those that wait, and the receipts of those that were confirmed,
 * skipped or left out. They are found by the object (K56): what waits for other objects changes nothing.
 */
import { erasureTerms } from '../../rdf/erasure-terms.js';
import { type NotificationLookups, revisionsPartition } from '../../notifications/lookups.js';
import { type OutboxEntry, readOutboxEntry } from '../../notifications/outbox-entry.js';
import { graphOfReceipt, readReceipts, type Receipt } from '../../notifications/receipts/receipt.js';
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { ConsoleServices } from '../services.js';

type NoticeServices = Pick<ConsoleServices, 'store' | 'parsedGraphs' | 'vocabulary' | 'uris'> & {
  readonly lookups: { readonly notifications: Pick<NotificationLookups, 'outboxByObject' | 'receiptsByObject'> };
};

/** A part of what is kept, the newest revisions first. */
export interface PartOf<Item> {
  readonly items: readonly Item[];
  /** Notifications of earlier revisions were not read; undefined if all were. */
  readonly readFrom: number | undefined;
}

export interface NoticePage {
  readonly limit: number;
  /** Only of this revision and later ones. */
  readonly from?: number | undefined;
}

export class RevisionNotices {
  readonly #parseReceipts = (data: Graph): ReadonlyMap<Iri, Receipt> =>
    new Map(readReceipts(data).map(({ uri, receipt }) => [uri, receipt]));

  constructor(private readonly services: NoticeServices) {}

  /** The parties with a receipt or a waiting notification of the object, at most `limit` of each. */
  async parties(object: Iri, limit: number): Promise<{ readonly parties: Iri[]; readonly isWhole: boolean }> {
    const { outboxByObject, receiptsByObject } = this.services.lookups.notifications;
    const told = await this.#distinct(receiptsByObject, object, limit, async ({ value }) => {
      return (await this.#receipt(value))?.subscriber;
    });
    const waiting = await this.#distinct(outboxByObject, object, limit, async ({ value }) => {
      return (await this.#entry(value))?.receiver;
    });
    return { parties: [...new Set([...told.found, ...waiting.found])], isWhole: told.isWhole && waiting.isWhole };
  }

  /** The receipts of a party. */
  async receipts(object: Iri, party: Iri, page: NoticePage): Promise<PartOf<Receipt>> {
    const { receiptsByObject } = this.services.lookups.notifications;
    return this.#newest(receiptsByObject, revisionsPartition(object, party), page, (uri) => this.#receipt(uri));
  }

  /** The notifications that wait for a party. */
  async waiting(object: Iri, party: Iri, page: NoticePage): Promise<PartOf<OutboxEntry>> {
    const { outboxByObject } = this.services.lookups.notifications;
    return this.#newest(outboxByObject, revisionsPartition(object, party), page, (uri) => this.#entry(uri));
  }

  async #newest<Item>(
    lookup: NotificationLookups['outboxByObject'],
    partition: string,
    { limit, from }: NoticePage,
    read: (value: Iri) => Promise<Item | undefined>,
  ): Promise<PartOf<Item>> {
    const page = { limit: limit + 1, reverse: true, ...(from !== undefined && { from }) };
    const entries = await this.services.store.lookup(lookup, partition, page);
    const found = await Promise.all(entries.slice(0, limit).map(({ value }) => read(value)));
    return {
      items: found.filter((item) => item !== undefined),
      // Of the first revision that was not read there may be others that were.
      readFrom: entries.length > limit ? (entries[limit]?.order ?? 0) + 1 : undefined,
    };
  }

  /** One of each party: entries of the same party have the same order. */
  async #distinct(
    lookup: NotificationLookups['outboxByObject'],
    object: Iri,
    limit: number,
    partyOf: (entry: LookupEntry) => Promise<Iri | undefined>,
  ): Promise<{ readonly found: readonly Iri[]; readonly isWhole: boolean }> {
    const found: Iri[] = [];
    const { store } = this.services;
    for (let from = 0; ;) {
      const [entry] = await store.lookup(lookup, object, { limit: 1, from });
      if (entry === undefined) return { found, isWhole: true };
      if (found.length === limit) return { found, isWhole: false };
      const party = await partyOf(entry);
      if (party !== undefined) found.push(party);
      from = entry.order + 1;
    }
  }

  async #receipt(uri: Iri): Promise<Receipt | undefined> {
    return (await this.services.parsedGraphs.get(graphOfReceipt(uri), this.#parseReceipts)).get(uri);
  }

  /** Undefined for a deleted or damaged entry. */
  async #entry(graph: Iri): Promise<OutboxEntry | undefined> {
    try {
      const { store, vocabulary, uris } = this.services;
      return readOutboxEntry(await store.read(graph), vocabulary, erasureTerms(uris.extensions));
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
