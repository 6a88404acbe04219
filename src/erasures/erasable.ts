/** What may be erased: it is here, was not erased before, and is not under legal hold (P26, P44). */
import { ServiceError } from '../errors.js';
import type { LegalHolds } from '../legal-holds/legal-holds.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { messageTerms } from '../rdf/message-terms.js';
import { type Iri, node } from '../rdf/terms.js';
import type { GraphReader } from '../store/store.js';
import { readErasure } from './erasure.js';
import type { ErasureServices } from './lookups.js';
import type { ErasureTarget } from './target.js';

/** Kinds of what is erased beside objects. */
export type PartKind = Exclude<ErasureTarget['kind'], 'object'>;

export class Erasable {
  constructor(
    private readonly services: Pick<ErasureServices, 'store' | 'lookups' | 'uris' | 'objects' | 'tombstones'>,
    private readonly holds: Pick<LegalHolds, 'assertNotHeld'>,
  ) {}

  /**
   * @param reader a transaction, or the store for a preview.
   * @param doneAt as for `LegalHolds.assertNotHeld`.
   * @throws ServiceError `not-found`, `conflict` under legal hold, of its object or a message of it, too, and for what was
   * erased before.
   */
  async assert(reader: GraphReader, kind: PartKind, erased: Iri, doneAt?: Date): Promise<void> {
    switch (kind) {
      case 'event':
        return this.#event(reader, erased, doneAt);
      case 'notification':
      case 'message':
        return this.#graph(reader, kind, erased, doneAt);
      case 'copy':
        if ((await reader.read(this.services.uris.copyHead(erased))).size === 0) throw notHere(kind, erased);
        return this.holds.assertNotHeld(reader, erased, doneAt);
    }
  }

  /** Messages go whole with what they made: one that is held keeps it. @throws ServiceError `conflict` */
  async assertMessagesNotHeld(reader: GraphReader, messages: readonly Iri[], doneAt?: Date): Promise<void> {
    for (const message of messages) await this.holds.assertNotHeld(reader, message, doneAt);
  }

  async #event(reader: GraphReader, event: Iri, doneAt: Date | undefined): Promise<void> {
    const { uris, objects, tombstones } = this.services;
    const object = uris.eventObject(event);
    if (object === undefined) throw notHere('Logistics Event', event);
    await objects.getOrThrow(object);
    await this.holds.assertNotHeld(reader, object, doneAt);
    if ((await reader.read(event)).size > 0) return;
    const erased = await tombstones.find(event);
    throw erased === undefined ? notHere('Logistics Event', event) : erasedBefore(event, erased.deletedAt);
  }

  async #graph(
    reader: GraphReader,
    kind: 'notification' | 'message',
    graph: Iri,
    doneAt: Date | undefined,
  ): Promise<void> {
    const { uris, store, lookups } = this.services;
    const isOfKind = uris.isOfKind(graph, kind === 'notification' ? 'inbox-entry' : 'message');
    if (!isOfKind) throw notHere(kind, graph);
    await this.holds.assertNotHeld(reader, graph, doneAt);
    const data = await reader.read(graph);
    // Of an erased message something stays; an entry may have lost a property only, and have the rest.
    const erasedBy = data.iri(node(graph), messageTerms(uris.extensions).hasErasure);
    if (data.size > 0 && erasedBy === undefined) return;
    const [last] = await store.lookup(lookups.erasures.erasures, graph, { limit: 1, reverse: true });
    const erasure = erasedBy ?? last?.value;
    if (erasure === undefined) throw notHere(kind, graph);
    const ext = erasureTerms(uris.extensions);
    throw erasedBefore(graph, readErasure(await store.read(erasure), erasure, ext)?.at);
  }
}

export const notHere = (what: string, resource: Iri): ServiceError =>
  new ServiceError('not-found', { message: `this node has no ${what} with this URI`, resource });

export const erasedBefore = (resource: Iri, at: Date | undefined): ServiceError =>
  new ServiceError('conflict', { message: `was erased on ${at?.toISOString() ?? 'an unknown date'}`, resource });
