/**
 * Notifications to send: written in the transaction of the reported change, so that either both are stored or neither
 * (D28).
 */
import type { Services } from '../services.js';
import type { DomainEvent } from '../domain-events.js';
import type { Graph } from '../rdf/graph.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { type Iri, iri, isIri } from '../rdf/terms.js';
import type { ApiName } from '../rdf/vocabulary.js';
import type { RequestTrace } from '../tracing/request-trace.js';
import type { Transaction } from '../store/store.js';
import { describeOutboxEntry, type NewOutboxEntry, type OutboxEntry, readOutboxEntry } from './outbox-entry.js';
import { type Receipt, writeReceipts } from './receipts/receipt.js';
import type { ActiveSubscriptions } from '../subscriptions/active-subscriptions.js';
import { extensionTerms, type SubscriptionExtensions } from '../subscriptions/extensions.js';
import { serverBaseOf, type SubscriptionEvent } from '../subscriptions/subscription.js';

/** A notification without its receiver. */
interface Message {
  readonly eventType: ApiName | 'LOGISTICS_OBJECT_ERASED';
  /** Of an erasure, for who asks for its event type. */
  readonly erased?: NewOutboxEntry['erased'];
  readonly object: Iri | undefined;
  readonly type: Iri | undefined;
  readonly changedProperties?: readonly Iri[];
  /** The received event. */
  readonly event?: Iri | undefined;
  readonly triggeredBy?: Iri;
  readonly trace: RequestTrace | undefined;
}

/** The events that subscribers are notified of. */
type SubscribedEvent = Extract<DomainEvent, { kind: 'object-created' | 'object-updated' | 'event-received' }>;

/** The part of an entry that its queue needs. */
export type QueuedEntry = Omit<OutboxEntry, 'notification'>;

/** What is found anew for a repeated notification. */
type Repetition = Pick<NewOutboxEntry, 'type' | 'bodyRevision' | 'revision' | 'trace'>;

export class Outbox {
  /**
   * @param subscriptions the subscriptions that an event is sent to.
   * @param typeOf the type of an object of this node.
   * @param mayRead whether an agent may read an object: only then a notification about its request has the type (D73).
   */
  constructor(
    private readonly services: Pick<Services, 'uris' | 'vocabulary' | 'model' | 'clock' | 'ids' | 'settings'>,
    private readonly subscriptions: Pick<ActiveSubscriptions, 'matching'>,
    private readonly typeOf: (object: Iri) => Promise<Iri | undefined>,
    private readonly mayRead: (agent: Iri, object: Iri) => Promise<boolean>,
  ) {}

  /** Writes the notifications that a domain event causes. */
  readonly publish = async (tx: Transaction, event: DomainEvent, trace?: RequestTrace): Promise<void> => {
    const { api } = this.services.vocabulary;
    switch (event.kind) {
      case 'object-created':
        return this.#notifySubscribers(tx, event, {
          eventType: 'LOGISTICS_OBJECT_CREATED',
          revision: event.revision,
          trace,
        });
      case 'object-updated': {
        const { changedProperties, revision } = event;
        return this.#notifySubscribers(tx, event, {
          eventType: 'LOGISTICS_OBJECT_UPDATED',
          changedProperties,
          revision,
          trace,
        });
      }
      case 'object-erased': {
        const { object, types, changedProperties, receivers, at, reason } = event;
        const message = {
          object,
          type: this.services.model.mostSpecific(types),
          changedProperties,
          trace,
        } as const;
        // The subscription may go with the object: its queue does not depend on it.
        for (const { receiver, topic, subscription, includesErasures } of receivers)
          await this.#write(
            tx,
            receiver,
            topic,
            {
              ...message,
              ...(subscription && { triggeredBy: subscription }),
              ...(includesErasures
                ? { eventType: 'LOGISTICS_OBJECT_ERASED' as const, erased: { at, reason } }
                : { eventType: 'LOGISTICS_OBJECT_UPDATED' as const }),
            },
            { createdAt: at },
          );
        return;
      }
      case 'event-received':
        return this.#notifySubscribers(tx, event, { eventType: 'LOGISTICS_EVENT_RECEIVED', event: event.event, trace });
      case 'status-changed': {
        const { eventType, object: about, request, requestedBy } = event;
        const isReader = about !== undefined && (await this.mayRead(requestedBy, about));
        const type = isReader ? await this.typeOf(about) : undefined;
        const message = { eventType, object: about, type, triggeredBy: request, trace };
        return this.#write(tx, requestedBy, api.RequestStatus.value, message);
      }
      case 'access-granted': {
        const type = await this.typeOf(event.object);
        const eventType = 'LOGISTICS_OBJECT_ACCESS_GRANTED';
        const message = { eventType, object: event.object, type, triggeredBy: event.request, trace } as const;
        for (const delegate of event.delegates) await this.#write(tx, delegate, api[eventType].value, message);
        return;
      }
      case 'object-announced': {
        const type = await this.typeOf(event.object);
        const eventType = 'LOGISTICS_OBJECT_AVAILABLE';
        return this.#write(tx, event.receiver, api[eventType].value, {
          eventType,
          object: event.object,
          type,
          trace,
        });
      }
    }
  };

  /**
   * The entry of a graph; undefined for a deleted one.
   *
   * @throws TypeError for a damaged one.
   */
  read(data: Graph): OutboxEntry | undefined {
    const { vocabulary, uris } = this.services;
    return readOutboxEntry(data, vocabulary, erasureTerms(uris.extensions));
  }

  /** Forwards a received notification to the back end, in the order of reception. */
  async handOn(
    tx: Transaction,
    received: Iri,
    { id, eventType, object, trace }: Pick<OutboxEntry, 'id' | 'object' | 'trace'> & { readonly eventType: Iri },
  ): Promise<void> {
    const { uris } = this.services;
    await this.#insert(tx, {
      id,
      eventType,
      object,
      received,
      trace,
      receiver: uris.receivedNotifications,
      topic: uris.receivedNotifications,
    });
  }

  /**
   * Writes the notification of a receipt once more, with an `@id` of its own: receivers drop one that they know (K59).
   *
   * @returns its entry.
   */
  repeat(tx: Transaction, receipt: Receipt, { type, bodyRevision, revision, trace }: Repetition): Promise<Iri> {
    const { namespaces } = this.services.vocabulary;
    const { notification, subscriber, topic, eventType, object, changedProperties, event, triggeredBy, subscription } =
      receipt;
    return this.#insert(tx, {
      receiver: subscriber,
      topic,
      // One of another namespace is whole.
      eventType: isIri(eventType) ? eventType : iri(namespaces.api + eventType),
      ...{ object, type, event, triggeredBy, subscription, bodyRevision, revision, trace },
      resends: notification,
      ...(changedProperties !== undefined && { changedProperties }),
    });
  }

  async #notifySubscribers(
    tx: Transaction,
    { object: about, types }: SubscribedEvent,
    {
      revision,
      eventType,
      ...rest
    }: Pick<Message, 'changedProperties' | 'event' | 'trace'> & {
      readonly eventType: SubscriptionEvent;
      readonly revision?: number;
    },
  ): Promise<void> {
    const { model, clock } = this.services;
    const type = model.mostSpecific(types);
    const topics = new Set([about, ...types.flatMap((one) => [one, ...model.ancestors(one)])]);
    const filtered: Receipt[] = [];
    for (const subscription of await this.subscriptions.matching(topics, eventType)) {
      const { subscriber, topic, request, sendLogisticsObjectBody, extensions } = subscription;
      if (!isOfInterest(rest.changedProperties, extensions)) {
        const { changedProperties } = rest;
        filtered.push(
          this.#leftOut({
            subscriber,
            topic,
            subscription: request,
            object: about,
            revision,
            eventType,
            changedProperties,
          }),
        );
        continue;
      }
      const message = { ...rest, eventType, object: about, type, triggeredBy: request };
      const { coalesceSeconds } = extensions;
      const isCollected = coalesceSeconds !== undefined && eventType === 'LOGISTICS_OBJECT_UPDATED';
      // In a separate queue: other subscriptions must not wait until the updates are collected.
      await this.#write(tx, subscriber, coalesceSeconds === undefined ? topic : request, message, {
        subscription: request,
        bodyRevision: sendLogisticsObjectBody ? revision : undefined,
        revision,
        notBefore: isCollected ? new Date(clock.now().getTime() + coalesceSeconds * 1000) : undefined,
      });
    }
    await writeReceipts(tx, filtered, this.services);
  }

  /** The receipt of an update that a subscription's properties leave out: so that it can be said later (K57). */
  #leftOut(
    update: Pick<
      Receipt,
      'subscriber' | 'topic' | 'subscription' | 'object' | 'revision' | 'eventType' | 'changedProperties'
    >,
  ): Receipt {
    const { ids, clock } = this.services;
    const now = clock.now();
    const times = { createdAt: now, confirmedAt: now, attempts: 0 };
    return {
      ...update,
      ...times,
      notification: iri(`urn:uuid:${ids.next()}`),
      received: undefined,
      skipped: undefined,
      filtered: 'properties',
    };
  }

  async #write(
    tx: Transaction,
    receiver: Iri,
    topic: Iri,
    { eventType, object: about, type, changedProperties = [], event, triggeredBy, trace, erased }: Message,
    delivery: Pick<NewOutboxEntry, 'subscription' | 'bodyRevision' | 'revision' | 'notBefore'> &
      Partial<Pick<NewOutboxEntry, 'createdAt'>> = {},
  ): Promise<void> {
    // An agent whose URI contains no server cannot be notified (D27).
    if (serverBaseOf(receiver) === undefined) return;
    const { vocabulary, uris } = this.services;
    const isOwn = eventType === 'LOGISTICS_OBJECT_ERASED';
    await this.#insert(tx, {
      receiver,
      topic,
      eventType: isOwn ? extensionTerms(uris)[eventType].value : vocabulary.api[eventType].value,
      erased,
      object: about,
      type,
      changedProperties,
      event,
      triggeredBy,
      trace,
      ...delivery,
    });
  }

  async #insert(
    tx: Transaction,
    entry: Omit<NewOutboxEntry, 'uri' | 'id' | 'sequence' | 'createdAt'> & {
      readonly id?: Iri;
      readonly createdAt?: Date;
    },
  ): Promise<Iri> {
    const { uris, vocabulary, clock, ids } = this.services;
    const name = ids.next();
    const uri = uris.outboxEntry(name);
    // Not an http address: the entry is deleted when it is delivered (D59).
    const created = { id: iri(`urn:uuid:${name}`), uri, sequence: tx.nextOrder(), createdAt: clock.now(), ...entry };
    await tx.insert(uri, describeOutboxEntry(created, vocabulary, erasureTerms(uris.extensions)));
    return uri;
  }
}

/** Whether an update concerns properties that a subscription names; other events have no changed properties (D66). */
function isOfInterest(changed: readonly Iri[] | undefined, { properties }: SubscriptionExtensions): boolean {
  return changed === undefined || properties.length === 0 || properties.some((property) => changed.includes(property));
}
