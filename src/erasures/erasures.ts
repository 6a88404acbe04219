/** Erasures: what was asked for is gone, in one transaction, and that it is gone is on record (P26 to P36). */
import { ServiceError } from '../errors.js';
import type { Requestor } from '../http/caller.js';
import type { Head } from '../logistics-objects/revisions.js';
import { eraseMessage } from '../messages/erase-message.js';
import { LegalHolds } from '../legal-holds/legal-holds.js';
import type { Purging } from '../mirror/copies/purge.js';
import { type ErasureTerms, erasureTerms } from '../rdf/erasure-terms.js';
import { type Iri, node } from '../rdf/terms.js';
import type { EventTransaction } from '../transactions.js';
import { eraseWithCopy, findCopyData, locksOfCopy } from './erase-copy.js';
import { eraseEvent } from './erase-event.js';
import { eraseObject } from './erase-object.js';
import { Erasable, erasedBefore, notHere } from './erasable.js';
import { eraseGraph } from './erasing.js';
import type { ErasureServices } from './lookups.js';
import { findObjectData, type ObjectData } from './object-data.js';
import { messagesOfEvent } from './object-messages.js';
import { Overtaken, retried } from './overtaken.js';
import { PropertyErasures } from './property-erasures.js';
import { recordErasure } from './record-erasure.js';
import type { ErasureReceiver, ErasureReceivers } from './receivers.js';
import type { ErasureOrder, ErasureTarget } from './target.js';

/** An object that is to be erased, with what was found of it. */
interface FoundObject {
  readonly data: ObjectData;
  readonly types: readonly [Iri, ...Iri[]];
  readonly receivers: readonly ErasureReceiver[];
}

/** An erasure that a transaction with its lock keys carries out. */
export interface PlannedErasure {
  readonly locks: ReadonlySet<Iri>;
  /**
   * @param locks of the transaction.
   * @returns the URI of the erasure.
   * @throws Overtaken if others have written about it since it was planned; ServiceError as `Erasures.erase`.
   */
  readonly carryOut: (tx: EventTransaction, locks: ReadonlySet<Iri>) => Promise<Iri>;
}

export class Erasures {
  readonly #ext: ErasureTerms;
  readonly #holds: LegalHolds;
  /** What may be erased. */
  readonly parts: Erasable;
  readonly properties: PropertyErasures;

  /** @param purging of copies; undefined where this node has no mirror. */
  constructor(
    private readonly services: ErasureServices,
    private readonly receivers: ErasureReceivers,
    private readonly purging: Purging | undefined,
  ) {
    this.#ext = erasureTerms(services.uris.extensions);
    this.#holds = new LegalHolds(services);
    this.parts = new Erasable(services, this.#holds);
    this.properties = new PropertyErasures(services, {
      ...{ receivers, holds: this.#holds, type: this.type, erasable: this.parts },
    });
  }

  /**
   * Carries out an erasure.
   *
   * @param assertUnchanged compares the conditions of the request (D49).
   * @returns its URI.
   * @throws ServiceError `not-found` for what is not here, `conflict` under legal hold and for what was erased already,
   * `unprocessable` for the data holder's own object, and for a property of no revision, `insufficient-storage` or
   * `unavailable` while the list of erasures cannot be written (P43).
   */
  async erase(order: ErasureOrder, requestor: Requestor, assertUnchanged: () => Promise<void>): Promise<Iri> {
    const { target, repeats } = order;
    // Whoever asks again is not told that it was erased before the list says so; a repeated one is in the list.
    if (repeats === undefined) await this.services.transactions.assertListed();
    switch (target.kind) {
      case 'object':
        return target.property === undefined
          ? this.#object(target.erased, order, requestor, assertUnchanged)
          : this.#property({ ...target, property: target.property }, order, requestor, assertUnchanged);
      case 'event':
        return this.#event(target.erased, order, requestor, assertUnchanged);
      case 'notification':
      case 'message':
        return this.#graph(target.kind, target.erased, order, requestor, assertUnchanged);
      case 'copy':
        return this.#copy(target.erased, order, requestor, assertUnchanged);
    }
  }

  async #object(
    object: Iri,
    order: ErasureOrder,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Iri> {
    const { transactions, uris } = this.services;
    const head = await this.erasable(object, order);
    return retried(async () => {
      const { locks, carryOut } = await this.planObject(head, order, requestor.agent);
      return transactions.transact(
        [...locks],
        async (tx) => {
          await assertUnchanged();
          const uri = await carryOut(tx, locks);
          tx.answer({ status: 201, location: uri, type: this.type });
          return uri;
        },
        requestor.trace,
      );
    }, uris.head(object));
  }

  /** The erasure of an object, for a transaction that may carry out others, too. */
  async planObject(head: Head, order: Omit<ErasureOrder, 'target'>, by: Iri): Promise<PlannedErasure> {
    const found = await this.#found(head, order.isNotified);
    return {
      locks: new Set(this.#locksOf(found)),
      carryOut: (tx, locks) => this.#eraseFound(tx, found, locks, order, by),
    };
  }

  async #property(
    { erased, property, subject }: ErasureTarget & { readonly property: Iri },
    order: ErasureOrder,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Iri> {
    const head = await this.erasable(erased, order);
    return this.properties.erase(head, { property, subject }, order, requestor, assertUnchanged);
  }

  /** The class of erasures, for the header `Type`. */
  get type(): Iri {
    return this.#ext.Erasure.value;
  }

  /** An object that may be erased. @throws ServiceError as `erase`. */
  async erasable(object: Iri, { repeats }: Pick<ErasureOrder, 'repeats'> = {}): Promise<Head> {
    const { uris, tombstones, dataHolder, objects, revisions } = this.services;
    const isOwn = uris.objectId(object) !== undefined;
    const tombstone = isOwn ? await tombstones.find(object) : undefined;
    if (tombstone !== undefined) throw erasedBefore(object, tombstone.deletedAt);
    const head = isOwn ? await revisions.head(object) : undefined;
    if (head === undefined) return objects.getOrThrow(object);
    if (object === dataHolder)
      throw new ServiceError('unprocessable', { message: 'the data holder itself cannot be erased', resource: object });
    await this.#holds.assertNotHeld(this.services.store, object, repeats?.at);
    return head;
  }

  async #found(head: Head, isNotified: boolean): Promise<FoundObject> {
    const { store, uris } = this.services;
    const latest = await store.read(uris.revision(head.object, head.latestRevision));
    const [first = head.type, ...others] = latest.types(node(head.object));
    const types = [first, ...others] as const;
    const receivers = isNotified ? await this.receivers.of(head.object, types) : [];
    return { data: await findObjectData(head, this.services), types, receivers };
  }

  /** The lock keys of all writers of what goes. */
  #locksOf({ data: { head, requests, waiting, received, messages, drafts } }: FoundObject): Iri[] {
    const { uris } = this.services;
    const { object } = head;
    return [
      ...[object, uris.events(object), uris.accessDelegations, uris.hold(object)],
      ...[requests, waiting, received, messages, drafts].flat(),
      ...messages.map((message) => uris.hold(message)),
    ];
  }

  async #eraseFound(
    tx: EventTransaction,
    { data, types, receivers }: FoundObject,
    locks: ReadonlySet<Iri>,
    order: Pick<ErasureOrder, 'reason' | 'comment' | 'repeats'>,
    by: Iri,
  ): Promise<Iri> {
    const { object } = data.head;
    await this.#holds.assertNotHeld(tx, object, order.repeats?.at);
    const head = await this.services.revisions.headIn(tx, object);
    // Erased by somebody else meanwhile.
    if (head === undefined) throw erasedBefore(object, (await this.services.tombstones.find(object))?.deletedAt);
    const current = await this.#found(head, false);
    if (this.#locksOf(current).some((key) => !locks.has(key))) throw new Overtaken();
    await this.parts.assertMessagesNotHeld(tx, current.data.messages, order.repeats?.at);
    // What is below the URI of the object is not named.
    const from = [...current.data.requests, ...current.data.received].sort();
    const erasure = await recordErasure(tx, object, { ...order, from, receivers: receivers.length }, by, this.services);
    await eraseObject(tx, current.data, erasure, this.services);
    const { at, reason } = erasure;
    tx.raise({ kind: 'object-erased', object, types, at, reason, changedProperties: [], receivers });
    return erasure.uri;
  }

  async #event(
    event: Iri,
    order: ErasureOrder,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Iri> {
    const { uris, transactions } = this.services;
    const object = uris.eventObject(event);
    if (object === undefined) throw notHere('Logistics Event', event);
    const head = await this.services.objects.getOrThrow(object);
    const receivers = order.isNotified ? (await this.#found(head, true)).receivers : [];
    // The provenance of an event never changes.
    const messages = await messagesOfEvent(event, this.services);
    return transactions.transact(
      [object, uris.events(object), ...[object, ...messages].map((held) => uris.hold(held)), ...messages],
      async (tx) => {
        await assertUnchanged();
        await this.parts.assert(tx, 'event', event, order.repeats?.at);
        await this.parts.assertMessagesNotHeld(tx, messages, order.repeats?.at);
        const recorded = { ...order, receivers: receivers.length };
        const erasure = await recordErasure(tx, event, recorded, requestor.agent, this.services);
        await eraseEvent(tx, { object, event }, erasure, this.services);
        for (const message of messages) await eraseMessage(tx, message, erasure.uri, this.services);
        tx.raise({
          kind: 'object-erased',
          object,
          types: [head.type],
          at: erasure.at,
          reason: erasure.reason,
          changedProperties: [],
          receivers,
        });
        tx.answer({ status: 201, location: erasure.uri, type: this.type });
        return erasure.uri;
      },
      requestor.trace,
    );
  }

  /** An entry of the inbox, which waits to be handed on to the back end no more; or a message (A2). */
  async #graph(
    kind: 'notification' | 'message',
    graph: Iri,
    order: ErasureOrder,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Iri> {
    const isOfKind = this.services.uris.isOfKind(graph, kind === 'notification' ? 'inbox-entry' : 'message');
    if (!isOfKind) throw notHere(kind, graph);
    const { locks, carryOut } = await this.planGraph(kind, graph, order, requestor.agent);
    return this.services.transactions.transact(
      [...locks],
      async (tx) => {
        await assertUnchanged();
        const uri = await carryOut(tx, locks);
        tx.answer({ status: 201, location: uri, type: this.type });
        return uri;
      },
      requestor.trace,
    );
  }

  /** As `planObject`, of an entry of the inbox or a message. */
  async planGraph(
    kind: 'notification' | 'message',
    graph: Iri,
    order: Pick<ErasureOrder, 'reason' | 'comment' | 'repeats'>,
    by: Iri,
  ): Promise<PlannedErasure> {
    const { uris, store, lookups } = this.services;
    const waiting = kind === 'message' ? [] : await store.lookup(lookups.notifications.outbox, `received ${graph}`);
    const entries = [graph, ...waiting.map(({ value }) => value)];
    return {
      locks: new Set([uris.hold(graph), ...entries]),
      carryOut: async (tx) => {
        await this.parts.assert(tx, kind, graph, order.repeats?.at);
        const erasure = await recordErasure(tx, graph, { ...order, receivers: 0 }, by, this.services);
        if (kind === 'message') await eraseMessage(tx, graph, erasure.uri, this.services);
        else for (const entry of entries) await eraseGraph(tx, entry);
        return erasure.uri;
      },
    };
  }

  /** The copy of a partner's object, although it is followed; entries of the inbox about it go with it (A2). */
  async #copy(
    copy: Iri,
    order: ErasureOrder,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Iri> {
    const { uris, transactions, store } = this.services;
    const isThere = (await store.read(uris.copyHead(copy))).size > 0;
    if (this.purging === undefined || !isThere) throw notHere('copy', copy);
    const data = await findCopyData(copy, this.services);
    const uri = await transactions.transact(
      locksOfCopy(data, uris),
      async (tx) => {
        await assertUnchanged();
        await this.parts.assert(tx, 'copy', copy, order.repeats?.at);
        const erasure = await eraseWithCopy(tx, data, order, requestor.agent, this.services);
        tx.answer({ status: 201, location: erasure.uri, type: this.type });
        return erasure.uri;
      },
      requestor.trace,
    );
    await this.purging.purge(copy, requestor.agent);
    return uri;
  }
}
