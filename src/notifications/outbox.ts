/** Notifications to send: written in the transaction of the change that they report, so that both are stored or neither (D28). */
import type { Services } from '../services.js';
import type { DomainEvent } from '../domain-events.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, iri, isIri, node, type Quad, triple } from '../rdf/terms.js';
import { StoredPropertyReader } from '../rdf/stored-property-reader.js';
import { type ApiName, dcterms, prov, rdfTerms, xsd } from '../rdf/vocabulary.js';
import { formatTrace, parseTrace, type RequestTrace } from '../request-trace.js';
import type { Transaction } from '../store/store.js';
import { isSequenceNumber } from './lookups.js';
import type { ActiveSubscriptions } from '../subscriptions/active-subscriptions.js';
import { serverBaseOf, type SubscriptionEvent } from '../subscriptions/subscription.js';

/** A notification that waits to be delivered. */
export interface OutboxEntry {
  /** The graph that holds it. */
  readonly uri: Iri;
  /** The notification's own `@id`, the same in every attempt (D28). */
  readonly id: Iri;
  readonly receiver: Iri;
  /** What the receiver subscribed to; notifications without a subscription have separate topics (D41). */
  readonly topic: Iri;
  /** Its position in the queue of its receiver and topic. */
  readonly sequence: number;
  readonly createdAt: Date;
  readonly eventType: string;
  readonly object: Iri | undefined;
  /** The revision to send along, where the subscription asks for the body. */
  readonly bodyRevision: number | undefined;
  /** The SubscriptionRequest that causes it; undefined for a notification without a subscription. */
  readonly subscription: Iri | undefined;
  /** Of the request that has caused it; undefined for an entry of an older version. */
  readonly trace: RequestTrace | undefined;
  /** What is sent, without the object's body. */
  readonly notification: readonly Quad[];
}

/** A notification without its receiver. */
interface Message {
  readonly eventType: ApiName;
  readonly object: Iri | undefined;
  readonly type: Iri | undefined;
  readonly changedProperties?: readonly Iri[];
  /** The event that was received. */
  readonly event?: Iri | undefined;
  readonly triggeredBy?: Iri;
  readonly trace: RequestTrace | undefined;
}

/** What subscribers are notified of. */
type SubscribedEvent = Extract<DomainEvent, { kind: 'object-created' | 'object-updated' | 'event-received' }>;

/** What a queue needs to know of an entry. */
export type QueuedEntry = Pick<OutboxEntry, 'uri' | 'receiver' | 'topic' | 'sequence' | 'createdAt'>;

export class Outbox {
  #sequence = 0;

  /**
   * @param subscriptions which subscriptions an event is sent to.
   * @param typeOf the type of an object of this node.
   */
  constructor(
    private readonly services: Pick<Services, 'uris' | 'vocabulary' | 'model' | 'clock' | 'ids'>,
    private readonly subscriptions: Pick<ActiveSubscriptions, 'matching'>,
    private readonly typeOf: (object: Iri) => Promise<Iri | undefined>,
  ) {}

  /** Continues the sequence after the last entry that is still waiting. */
  resumeFrom(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

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
      case 'event-received':
        return this.#notifySubscribers(tx, event, { eventType: 'LOGISTICS_EVENT_RECEIVED', event: event.event, trace });
      case 'status-changed': {
        const { eventType, object: about, request, requestedBy } = event;
        const type = about && (await this.typeOf(about));
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
   * The entry of a graph; undefined when it has been deleted.
   *
   * @throws TypeError when it is damaged.
   */
  read(data: Graph): OutboxEntry | undefined {
    const { api } = this.services.vocabulary;
    for (const { subject, object: sequence } of data.match(null, dcterms.identifier)) {
      const fields = new StoredPropertyReader(data, subject);
      const [receiver, topic] = [fields.iri(api.hasSubscriber), fields.iri(api.hasTopic)];
      const revision = data.object(subject, api.hasRevision)?.value;
      const createdAt = fields.date(dcterms.created);
      const numbers = [sequence.value, ...(revision === undefined ? [] : [revision])].map(Number);
      if (!isIri(subject.value) || receiver === undefined || topic === undefined || createdAt === undefined)
        throw new TypeError(`the outbox entry ${subject.value} is damaged`);
      if (!numbers.every(isSequenceNumber)) throw new TypeError(`the outbox entry ${subject.value} is damaged`);
      const forDelivery = [
        api.hasSubscriber,
        api.hasTopic,
        api.hasRevision,
        api.hasSubscription,
        dcterms.identifier,
        dcterms.created,
        dcterms.references,
        prov.wasDerivedFrom,
      ];
      // Older versions used the graph's name as the @id, and may have sent the entry with it.
      const id = fields.iri(prov.wasDerivedFrom) ?? subject.value;
      return {
        uri: subject.value,
        id,
        receiver,
        topic,
        sequence: Number(sequence.value),
        createdAt,
        eventType: (fields.iri(api.hasEventType) ?? '').replace(this.services.vocabulary.namespaces.api, ''),
        object: fields.iri(api.hasLogisticsObject),
        bodyRevision: revision === undefined ? undefined : Number(revision),
        subscription: fields.iri(api.hasSubscription),
        trace: parseTrace(data.object(subject, dcterms.references)?.value ?? ''),
        notification: Array.from(data)
          .filter(({ predicate }) => !forDelivery.some((term) => term.equals(predicate)))
          .map((quad) => (quad.subject.equals(subject) ? triple(node(id), quad.predicate, quad.object) : quad)),
      };
    }
    return undefined;
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
    const { model } = this.services;
    const type = model.mostSpecific(types);
    const topics = new Set([about, ...types.flatMap((one) => [one, ...model.ancestors(one)])]);
    for (const subscription of await this.subscriptions.matching(topics, eventType)) {
      const { subscriber, topic, request, sendLogisticsObjectBody } = subscription;
      const message = { ...rest, eventType, object: about, type, triggeredBy: request };
      await this.#write(tx, subscriber, topic, message, {
        subscription: request,
        bodyRevision: sendLogisticsObjectBody ? revision : undefined,
      });
    }
  }

  async #write(
    tx: Transaction,
    receiver: Iri,
    topic: Iri,
    { eventType, object: about, type, changedProperties = [], event, triggeredBy, trace }: Message,
    delivery: { readonly subscription?: Iri; readonly bodyRevision?: number | undefined } = {},
  ): Promise<void> {
    // An agent whose URI names no server cannot be notified (D27).
    if (serverBaseOf(receiver) === undefined) return;
    const { uris, vocabulary, clock, ids } = this.services;
    const { api } = vocabulary;
    const id = ids.next();
    const uri = uris.outboxEntry(id);
    const root = node(uri);
    // Not an http address: the entry is deleted when it is delivered (D59).
    const notification = iri(`urn:uuid:${id}`);
    const anyUri = (value: Iri): ReturnType<typeof factory.literal> => factory.literal(value, xsd.anyURI);
    const integer = (value: number): ReturnType<typeof factory.literal> => factory.literal(String(value), xsd.integer);
    this.#sequence += 1;
    await tx.insert(uri, [
      triple(root, rdfTerms.type, api.Notification),
      triple(root, prov.wasDerivedFrom, node(notification)),
      triple(root, api.hasEventType, api[eventType]),
      ...(triggeredBy === undefined ? [] : [triple(root, api.isTriggeredBy, node(triggeredBy))]),
      ...(about === undefined ? [] : [triple(root, api.hasLogisticsObject, node(about))]),
      ...(type === undefined ? [] : [triple(root, api.hasLogisticsObjectType, anyUri(type))]),
      ...(event === undefined ? [] : [triple(root, api.hasLogisticsEvent, node(event))]),
      ...changedProperties.map((property) => triple(root, api.hasChangedProperty, anyUri(property))),
      triple(root, api.hasSubscriber, node(receiver)),
      triple(root, api.hasTopic, anyUri(topic)),
      triple(root, dcterms.identifier, integer(this.#sequence)),
      triple(root, dcterms.created, factory.literal(clock.now().toISOString(), xsd.dateTime)),
      ...(trace === undefined ? [] : [triple(root, dcterms.references, factory.literal(formatTrace(trace)))]),
      ...(delivery.subscription === undefined ? [] : [triple(root, api.hasSubscription, node(delivery.subscription))]),
      ...(delivery.bodyRevision === undefined ? [] : [triple(root, api.hasRevision, integer(delivery.bodyRevision))]),
    ]);
  }
}
