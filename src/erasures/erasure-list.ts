/** Erasures as internal agents read them (P38). */
import { ServiceError } from '../errors.js';
import { type ErasureTerms, erasureTerms } from '../rdf/erasure-terms.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, node } from '../rdf/terms.js';
import { dcterms } from '../rdf/vocabulary.js';
import { type ListedEntries, type ListedPage, listPage, partitionsOf } from '../store/lookup-page.js';
import type { EntryFinder } from '../store/proof-log.js';
import { type Erasure, readErasure, readState } from './erasure.js';
import { ALL_ERASURES, type ErasureServices } from './lookups.js';
import type { ErasureAnswer } from './schemas.js';

export interface ListedErasures extends ListedEntries {
  readonly erasures: readonly ErasureAnswer[];
}

export class ErasureList {
  readonly #ext: ErasureTerms;
  readonly #parse: (data: Graph, graph: Iri) => Erasure | undefined;

  /** @param proofLog undefined where it is switched off. */
  constructor(
    private readonly services: ErasureServices,
    private readonly proofLog: EntryFinder | undefined,
  ) {
    this.#ext = erasureTerms(services.uris.extensions);
    this.#parse = (data, graph) => readErasure(data, graph, this.#ext);
  }

  /** @throws ServiceError `not-found` */
  async getOrThrow(id: string): Promise<ErasureAnswer> {
    const uri = this.services.uris.findErasure(id);
    const found = uri && (await this.#find(uri));
    if (found !== undefined) return this.#answer(found);
    throw new ServiceError('not-found', 'there is no erasure at this address');
  }

  /** A page of all erasures, or of those of one resource; newest first. */
  async list(erased: Iri | undefined, page: Omit<ListedPage, 'reverse'>): Promise<ListedErasures> {
    const { store, lookups } = this.services;
    const sources = partitionsOf(lookups.erasures.erasures, [erased ?? ALL_ERASURES]);
    const listed = await listPage(store, sources, { ...page, reverse: true });
    const found = await Promise.all(listed.entries.map(({ value }) => this.#find(value)));
    const erasures = await Promise.all(found.filter((one) => one !== undefined).map((one) => this.#answer(one)));
    return { ...listed, erasures };
  }

  #find(uri: Iri): Promise<Erasure | undefined> {
    return this.services.parsedGraphs.get(uri, this.#parse);
  }

  async #answer(erasure: Erasure): Promise<ErasureAnswer> {
    const { store, uris } = this.services;
    const { uri, erased, property = null, subject = null, reason, by, at } = erasure;
    const entry = await this.proofLog?.entryOf(uri);
    const { comment = null, receivers, purgedAt } = readState(await store.read(uris.erasureState(uri)), uri, this.#ext);
    return {
      ...{ uri, object: erased, property, subject, reason, comment, by, at: at.toISOString() },
      entry: entry?.index ?? null,
      entryAddress: entry === undefined ? null : uris.logEntry(entry.epoch, entry.index),
      state: purgedAt === undefined ? 'HIDDEN' : 'PURGED',
      purgedAt: purgedAt?.toISOString() ?? null,
      ...{ told: receivers, toldOpen: await this.#waiting(erasure) },
    };
  }

  /** The number of its notifications that wait to be delivered. */
  async #waiting({ erased, at }: Erasure): Promise<number> {
    const { store, lookups, uris, vocabulary } = this.services;
    const { api } = vocabulary;
    const object = uris.eventObject(erased) ?? erased;
    let count = 0;
    for (const { value } of await store.lookup(lookups.erasures.waitingAbout, object)) {
      const data = await store.read(value);
      const isUpdate = data.match(node(value), api.hasEventType, api.LOGISTICS_OBJECT_UPDATED).size > 0;
      const createdAt = data.date(node(value), dcterms.created);
      if (isUpdate && createdAt?.getTime() === at.getTime()) count += 1;
    }
    return count;
  }
}
