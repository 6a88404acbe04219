/** The erasure of a property of an object: its values go from all revisions, and from what is about them (P29). */
import { dropDraft } from '../drafts/drafts.js';
import { ServiceError } from '../errors.js';
import type { Requestor } from '../http/caller.js';
import type { LegalHolds } from '../legal-holds/legal-holds.js';
import type { Head } from '../logistics-objects/revisions.js';
import { eraseMessage } from '../messages/erase-message.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { graphOf } from '../rdf/graph.js';
import { type Iri, node } from '../rdf/terms.js';
import type { EventTransaction } from '../transactions.js';
import type { Erasable } from './erasable.js';
import { type Erasure, readErasure } from './erasure.js';
import { eraseStatements } from './erasing.js';
import type { ErasureServices } from './lookups.js';
import type { ErasedProperty } from './lost-statements.js';
import { findObjectData, type ObjectData } from './object-data.js';
import { Overtaken, retried } from './overtaken.js';
import { findLoss, isErasable, type PropertyLoss } from './property-loss.js';
import type { ErasureReceiver, ErasureReceivers } from './receivers.js';
import { recordErasure } from './record-erasure.js';
import type { ErasureOrder } from './target.js';

/** What is told of an erasure, and to whom. */
export interface PropertyErasureParts {
  readonly receivers: Pick<ErasureReceivers, 'of'>;
  readonly holds: Pick<LegalHolds, 'assertNotHeld'>;
  readonly erasable: Pick<Erasable, 'assertMessagesNotHeld'>;
  /** The class of erasures. */
  readonly type: Iri;
}

interface FoundProperty {
  readonly data: ObjectData;
  readonly types: readonly [Iri, ...Iri[]];
  readonly receivers: readonly ErasureReceiver[];
}

export class PropertyErasures {
  constructor(
    private readonly services: ErasureServices,
    private readonly parts: PropertyErasureParts,
  ) {}

  /**
   * @param head of an object that may be erased.
   * @returns the URI of the erasure.
   * @throws ServiceError `unprocessable` for a property of no revision, `conflict` for one that was erased already.
   */
  async erase(
    head: Head,
    erased: ErasedProperty,
    order: ErasureOrder,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Iri> {
    const { transactions, vocabulary, store } = this.services;
    this.assertErasable(head, erased);
    return retried(async () => {
      const found = await this.found(head, order.isNotified);
      // Before the locks: a property that is not there takes none.
      if ((await findLoss(store, found.data, erased, vocabulary)) === undefined) await this.throwMissing(head, erased);
      const locks = new Set(this.#locksOf(found.data));
      return transactions.transact(
        [...locks],
        async (tx) => {
          await assertUnchanged();
          const uri = await this.#eraseFound(tx, { found, erased, locks }, order, requestor);
          tx.answer({ status: 201, location: uri, type: this.parts.type });
          return uri;
        },
        requestor.trace,
      );
    }, head.object);
  }

  /** @throws ServiceError `unprocessable` */
  assertErasable({ object }: Head, { property }: ErasedProperty): void {
    if (isErasable(property)) return;
    const message = 'the type of an object cannot be erased: erase the object';
    throw new ServiceError('unprocessable', { message, resource: object, property });
  }

  /** Everything that may hold a value of the property, and who is notified. */
  async found(head: Head, isNotified: boolean): Promise<FoundProperty> {
    const { store, uris } = this.services;
    const latest = await store.read(uris.revision(head.object, head.latestRevision));
    const [first = head.type, ...others] = latest.types(node(head.object));
    const types = [first, ...others] as const;
    const receivers = isNotified ? await this.parts.receivers.of(head.object, types) : [];
    return { data: await findObjectData(head, this.services), types, receivers };
  }

  /** @throws ServiceError `conflict` if the property was erased before, else `unprocessable`. */
  async throwMissing({ object, erasures }: Head, { property, subject }: ErasedProperty): Promise<never> {
    const ext = erasureTerms(this.services.uris.extensions);
    for (const uri of erasures) {
      const earlier = readErasure(await this.services.store.read(uri), uri, ext);
      if (earlier?.property === property && earlier.subject === subject)
        throw new ServiceError('conflict', {
          message: `the property was erased on ${earlier.at.toISOString()}`,
          ...{ resource: object, property },
        });
    }
    throw new ServiceError('unprocessable', {
      message: 'no revision of the object has a value of this property there',
      ...{ resource: object, property },
    });
  }

  /** The lock keys of all writers of what loses statements. */
  #locksOf({ head: { object }, requests, received, messages, drafts }: ObjectData): Iri[] {
    const { uris } = this.services;
    const held = [object, ...messages].map((one) => uris.hold(one));
    return [object, uris.events(object), ...held, ...[requests, received, messages, drafts].flat()];
  }

  async #eraseFound(
    tx: EventTransaction,
    plan: { readonly found: FoundProperty; readonly erased: ErasedProperty; readonly locks: ReadonlySet<Iri> },
    order: Pick<ErasureOrder, 'reason' | 'comment' | 'repeats'>,
    { agent }: Pick<Requestor, 'agent'>,
  ): Promise<Iri> {
    const { revisions, objects, vocabulary } = this.services;
    const { found, erased, locks } = plan;
    const { object } = found.data.head;
    await this.parts.holds.assertNotHeld(tx, object, order.repeats?.at);
    const head = (await revisions.headIn(tx, object)) ?? (await objects.getOrThrow(object));
    const data = await findObjectData(head, this.services);
    if (this.#locksOf(data).some((key) => !locks.has(key))) throw new Overtaken();
    await this.parts.erasable.assertMessagesNotHeld(tx, data.messages, order.repeats?.at);
    const loss = await findLoss(tx, data, erased, vocabulary);
    if (loss === undefined) return this.throwMissing(head, erased);
    const { receivers, types } = found;
    const from = [...loss.statements.keys(), ...loss.pending.keys()].sort();
    const recorded = { ...order, ...erased, from, receivers: receivers.length };
    const erasure = await recordErasure(tx, object, recorded, agent, this.services);
    await this.#take(tx, loss, erasure);
    for (const draft of data.drafts) await dropDraft(tx, draft, this.services.uris);
    for (const message of data.messages) await eraseMessage(tx, message, erasure.uri, this.services);
    await revisions.addErasure(tx, object, erasure.uri, loss.unlinked);
    const changedProperties = [erased.property];
    const { at, reason } = erasure;
    tx.raise({ kind: 'object-erased', object, types, at, reason, changedProperties, receivers });
    return erasure.uri;
  }

  async #take(tx: EventTransaction, { statements, pending }: PropertyLoss, { by, at }: Erasure): Promise<void> {
    const { requests } = this.services;
    for (const [graph, gone] of statements) await eraseStatements(tx, graph, gone);
    for (const [uri, gone] of pending) {
      // What is left of a Change is not what was asked for. Its new status is another entry of the log.
      await requests.transition(tx, await requests.getOrThrowIn(tx, uri), 'reject', { agent: by, at });
      const lost = graphOf(gone);
      await tx.replace(
        uri,
        Array.from(await tx.read(uri)).filter((quad) => !lost.has(quad)),
      );
    }
  }
}
