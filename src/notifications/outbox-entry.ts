/** A stored entry of the outbox: a notification, and the data of its delivery. */
import type { Graph } from '../rdf/graph.js';
import { formatTrace, parseTrace, type RequestTrace } from '../tracing/request-trace.js';
import { activityStreams, type ErasureReason, type ErasureTerms } from '../rdf/erasure-terms.js';
import { factory, type Iri, isIri, type NamedNode, node, type Quad, triple } from '../rdf/terms.js';
import { StoredPropertyReader } from '../rdf/stored-property-reader.js';
import { dcterms, prov, rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import { isSequenceNumber } from './lookups.js';
import type { Receipt } from './receipts/receipt.js';

/** A notification that waits to be delivered. */
export interface OutboxEntry {
  /** The graph that holds it. */
  readonly uri: Iri;
  /** The notification's own `@id`, the same in every attempt (D28). */
  readonly id: Iri;
  readonly receiver: Iri;
  /** The topic of the receiver's subscription; notifications without a subscription have separate topics (D41). */
  readonly topic: Iri;
  /** Its position in the queue of its receiver and topic. */
  readonly sequence: number;
  readonly createdAt: Date;
  readonly eventType: string;
  readonly object: Iri | undefined;
  /** The entry of the inbox that is forwarded to the back end; undefined for a notification of this node. */
  readonly received: Iri | undefined;
  /** The revision to include if the subscription requests the body. */
  readonly bodyRevision: number | undefined;
  /**
   * The revision that the notification reports: its receipt names it, and the subscription's condition is evaluated on
   * it (D66).
   */
  readonly revision: number | undefined;
  /** Until then, updates of the same object are coalesced with this one (D66). */
  readonly notBefore: Date | undefined;
  /** The SubscriptionRequest that causes it; undefined for a notification without a subscription. */
  readonly subscription: Iri | undefined;
  /** The notification that this one repeats at an operator's request (K59). */
  readonly resends?: Iri | undefined;
  /** The trace of the causing request; undefined for an entry of an older version. */
  readonly trace: RequestTrace | undefined;
  /** The notification without the object's body. */
  readonly notification: readonly Quad[];
}

/** An entry to be written. */
export interface NewOutboxEntry extends Pick<
  OutboxEntry,
  'uri' | 'id' | 'receiver' | 'topic' | 'sequence' | 'createdAt' | 'object'
> {
  readonly eventType: Iri;
  readonly received?: Iri | undefined;
  readonly type?: Iri | undefined;
  readonly changedProperties?: readonly Iri[];
  /** The received event. */
  readonly event?: Iri | undefined;
  /** When and why something was erased: in a notification with the event type of erasures (A7). */
  readonly erased?: { readonly at: Date; readonly reason: ErasureReason } | undefined;
  readonly triggeredBy?: Iri | undefined;
  readonly trace?: RequestTrace | undefined;
  readonly resends?: Iri | undefined;
  readonly subscription?: Iri | undefined;
  readonly bodyRevision?: number | undefined;
  readonly revision?: number | undefined;
  readonly notBefore?: Date | undefined;
}

/** The statements for the receiver. All others in the graph are internal to this node. */
const sentProperties = ({ api }: Vocabulary, ext: ErasureTerms): readonly NamedNode[] => [
  rdfTerms.type,
  api.hasEventType,
  api.isTriggeredBy,
  api.hasLogisticsObject,
  api.hasLogisticsObjectType,
  api.hasLogisticsEvent,
  api.hasChangedProperty,
  ext.hasReason,
  activityStreams.deleted,
];

/**
 * The entry of a graph; undefined for a deleted one.
 *
 * @throws TypeError for a damaged one.
 */
export function readOutboxEntry(data: Graph, vocabulary: Vocabulary, ext: ErasureTerms): OutboxEntry | undefined {
  const { api, namespaces } = vocabulary;
  for (const { subject, object: sequence } of data.match(null, dcterms.identifier)) {
    const fields = new StoredPropertyReader(data, subject);
    const [receiver, topic] = [fields.iri(api.hasSubscriber), fields.iri(api.hasTopic)];
    const revision = data.object(subject, api.hasRevision)?.value;
    const createdAt = fields.date(dcterms.created);
    const numbers = [sequence.value, ...(revision === undefined ? [] : [revision])].map(Number);
    if (!isIri(subject.value) || receiver === undefined || topic === undefined || createdAt === undefined)
      throw new TypeError(`the outbox entry ${subject.value} is damaged`);
    if (!numbers.every(isSequenceNumber)) throw new TypeError(`the outbox entry ${subject.value} is damaged`);
    // Older versions used the graph's name as the @id, and may have sent the entry with it.
    const id = fields.iri(prov.wasDerivedFrom) ?? subject.value;
    return {
      uri: subject.value,
      id,
      receiver,
      topic,
      sequence: Number(sequence.value),
      createdAt,
      eventType: (fields.iri(api.hasEventType) ?? '').replace(namespaces.api, ''),
      object: fields.iri(api.hasLogisticsObject),
      received: fields.iri(dcterms.source),
      trace: parseTrace(data.object(subject, dcterms.references)?.value ?? ''),
      bodyRevision: revision === undefined ? undefined : Number(revision),
      revision: fields.integer(dcterms.hasVersion),
      notBefore: fields.date(dcterms.available),
      subscription: fields.iri(api.hasSubscription),
      ...resentBy(data, id),
      notification: sentProperties(vocabulary, ext).flatMap((property) =>
        data.objects(subject, property).map((value) => triple(node(id), property, value)),
      ),
    };
  }
  return undefined;
}

/** The notification that another one repeats, by its `@id`. */
function resentBy(data: Graph, id: Iri): Pick<OutboxEntry, 'resends'> {
  const resends = data.iri(node(id), prov.wasDerivedFrom);
  return resends === undefined ? {} : { resends };
}

/** What the receipt of an entry says of the notification, whatever became of it. */
export function receiptFor(
  entry: OutboxEntry,
  { api }: Vocabulary,
): Omit<Receipt, 'attempts' | 'confirmedAt' | 'skipped' | 'filtered'> {
  const { id, received, eventType, object, revision, receiver, topic, createdAt, subscription, resends } = entry;
  const values = (property: NamedNode): Iri[] =>
    entry.notification
      .filter(({ predicate }) => predicate.equals(property))
      .map((statement) => statement.object.value)
      .filter(isIri);
  const [changedProperties, [event], [triggeredBy]] = [
    values(api.hasChangedProperty),
    values(api.hasLogisticsEvent),
    values(api.isTriggeredBy),
  ];
  return {
    ...{ notification: id, received, eventType, object, revision, subscriber: receiver, topic, createdAt },
    ...(subscription !== undefined && { subscription }),
    ...(changedProperties.length > 0 && { changedProperties }),
    ...(event !== undefined && { event }),
    ...(triggeredBy !== undefined && { triggeredBy }),
    ...(resends !== undefined && { resends }),
  };
}

/** The statements of an entry. */
export function describeOutboxEntry(entry: NewOutboxEntry, { api }: Vocabulary, ext: ErasureTerms): Quad[] {
  const root = node(entry.uri);
  const { revision, notBefore } = entry;
  const time = (value: Date): ReturnType<typeof factory.literal> => factory.literal(value.toISOString(), xsd.dateTime);
  const anyUri = (value: Iri): ReturnType<typeof factory.literal> => factory.literal(value, xsd.anyURI);
  const integer = (value: number): ReturnType<typeof factory.literal> => factory.literal(String(value), xsd.integer);
  const {
    object,
    type,
    event,
    triggeredBy,
    received,
    resends,
    trace,
    subscription,
    bodyRevision,
    changedProperties = [],
    erased,
  } = entry;
  return [
    triple(root, rdfTerms.type, api.Notification),
    triple(root, prov.wasDerivedFrom, node(entry.id)),
    triple(root, api.hasEventType, node(entry.eventType)),
    ...(triggeredBy === undefined ? [] : [triple(root, api.isTriggeredBy, node(triggeredBy))]),
    ...(object === undefined ? [] : [triple(root, api.hasLogisticsObject, node(object))]),
    ...(type === undefined ? [] : [triple(root, api.hasLogisticsObjectType, anyUri(type))]),
    ...(event === undefined ? [] : [triple(root, api.hasLogisticsEvent, node(event))]),
    ...changedProperties.map((property) => triple(root, api.hasChangedProperty, anyUri(property))),
    ...(erased === undefined
      ? []
      : [triple(root, ext.hasReason, ext[erased.reason]), triple(root, activityStreams.deleted, time(erased.at))]),
    triple(root, api.hasSubscriber, node(entry.receiver)),
    triple(root, api.hasTopic, anyUri(entry.topic)),
    triple(root, dcterms.identifier, integer(entry.sequence)),
    triple(root, dcterms.created, time(entry.createdAt)),
    ...(received === undefined ? [] : [triple(root, dcterms.source, node(received))]),
    // The notification was made from another one; that of the entry names the notification itself.
    ...(resends === undefined ? [] : [triple(node(entry.id), prov.wasDerivedFrom, node(resends))]),
    ...(trace === undefined ? [] : [triple(root, dcterms.references, factory.literal(formatTrace(trace)))]),
    ...(subscription === undefined ? [] : [triple(root, api.hasSubscription, node(subscription))]),
    ...(bodyRevision === undefined ? [] : [triple(root, api.hasRevision, integer(bodyRevision))]),
    ...(revision === undefined ? [] : [triple(root, dcterms.hasVersion, integer(revision))]),
    ...(notBefore === undefined ? [] : [triple(root, dcterms.available, time(notBefore))]),
  ];
}
