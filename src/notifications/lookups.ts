/** The lookups of the outbox, its queues and the inbox. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { type Iri, node } from '../rdf/terms.js';
import { dcterms, prov } from '../rdf/vocabulary.js';
import { hashOrder, type IndexedLookup, type LookupEntry, type LookupScope } from '../store/lookup.js';
import { graphOfReceipt, readReceipts } from './receipts/receipt.js';

/** The one partition of the inbox, and of the whole outbox. */
export const ALL_NOTIFICATIONS = '';

/** The partition of unreadable entries, which belong to no queue. */
export const WITHOUT_QUEUE = 'without a queue';

/** Whether a number can be an entry's position in its queue. */
export function isSequenceNumber(sequence: number): boolean {
  return Number.isSafeInteger(sequence) && sequence >= 0;
}

/** The partition of the updates that filters of subscriptions left out, in the lookup of receipts. */
export const FILTERED = 'filtered';

/** The partition of an object's revisions for one party, in the lookups by object. */
export const revisionsPartition = (object: Iri, party: Iri): string => `${object} ${party}`;

/** The partition of a queue in the lookup of the outbox. */
export const queuePartition = (receiver: string, topic: string): string => `${receiver} ${topic}`;

/** The partition of the entries that forward a received notification, in the lookups of the outbox and of receipts. */
export const receivedPartition = (inboxEntry: string): string => `received ${inboxEntry}`;

/** The partition of the receipts of a notification of this node. */
export const notificationPartition = (notification: string): string => `notification ${notification}`;

/** The position of a queue among all queues. */
export const queueOrder = (receiver: string, topic: string): number => hashOrder(queuePartition(receiver, topic));

export interface NotificationLookups {
  /**
   * The outbox by sequence: all entries, those of each queue (`<receiver> <topic>`, D28), those of each entry of the
   * inbox, and damaged ones.
   */
  readonly outbox: IndexedLookup;
  /** The outbox, grouped by queue (`queueOrder`): queues are found by skipping from one to the next. */
  readonly queues: IndexedLookup;
  /** The inbox by time. */
  readonly inbox: IndexedLookup;
  /** Paused queues by time: all, and those of each receiver. */
  readonly pauses: IndexedLookup;
  /** Ended pauses by the time of their end: all, and those of each receiver. */
  readonly endedPauses: IndexedLookup;
  /**
   * Receipts by the time of the confirmation: all, and those of each subscriber, queue, object and notification. Updates
   * that a filter left out are no deliveries: they are found by object, and in `FILTERED`.
   */
  readonly receipts: IndexedLookup;
  /**
   * Waiting notifications of objects' revisions (K92): by object, grouped by receiver (`hashOrder`), and by object and
   * receiver in the order of the revisions (`revisionsPartition`).
   */
  readonly outboxByObject: IndexedLookup;
  /** Receipts of objects' revisions, also of those that a filter left out: partitions and orders as in `outboxByObject`. */
  readonly receiptsByObject: IndexedLookup;
  /** Failing queues by the time of their first failure: all, and those of each receiver. */
  readonly failures: IndexedLookup;
}

/** The services of this module. */
export type NotificationServices = ExchangeServices & {
  readonly lookups: { readonly notifications: NotificationLookups };
};

/** A notification of an object's revision to a party. */
interface RevisionNotification {
  readonly object: Iri | undefined;
  readonly revision: number | undefined;
  readonly party: Iri | undefined;
}

/** The entries of a notification in the lookups by object; none if it is not about a revision. */
function entriesOfRevision({ object, revision, party }: RevisionNotification, value: Iri): LookupEntry[] {
  if (object === undefined || revision === undefined || party === undefined) return [];
  return [
    { partition: object, order: hashOrder(party), value },
    { partition: revisionsPartition(object, party), order: revision, value },
  ];
}

export function notificationLookups({ index, uris, vocabulary: { api } }: LookupScope): NotificationLookups {
  /** Graphs about queues, by a time that they state. */
  const queueStates = (name: string, covers: (graph: Iri) => boolean, time = dcterms.created): IndexedLookup =>
    index({
      name,
      version: 1,
      covers,
      entries: (statements, graph) => {
        const root = node(graph);
        const receiver = statements.iri(root, api.hasSubscriber);
        const order = statements.date(root, time)?.getTime();
        if (receiver === undefined || order === undefined) return [];
        return [ALL_NOTIFICATIONS, receiver].map((partition) => ({ partition, order, value: graph }));
      },
    });
  return {
    receipts: index({
      name: 'receipts',
      version: 2,
      covers: (graph) => uris.isOfKind(graph, 'receipts'),
      entries: (statements) =>
        readReceipts(statements).flatMap(
          ({ uri, receipt: { notification, received, subscriber, topic, object, confirmedAt, filtered } }) =>
            [
              ...(filtered === undefined
                ? [
                    ALL_NOTIFICATIONS,
                    subscriber,
                    queuePartition(subscriber, topic),
                    received === undefined ? notificationPartition(notification) : receivedPartition(received),
                  ]
                : [FILTERED]),
              ...(object === undefined ? [] : [object]),
            ].map((partition) => ({ partition, order: confirmedAt.getTime(), value: uri })),
        ),
      graphOf: graphOfReceipt,
    }),
    receiptsByObject: index({
      name: 'receipts-by-object',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'receipts'),
      entries: (statements) =>
        readReceipts(statements).flatMap(({ uri, receipt: { object, revision, subscriber } }) =>
          entriesOfRevision({ object, revision, party: subscriber }, uri),
        ),
      graphOf: graphOfReceipt,
    }),
    outboxByObject: index({
      name: 'outbox-by-object',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'outbox-entry'),
      entries: (statements, graph) => {
        const entry = node(graph);
        const revision = Number(statements.object(entry, dcterms.hasVersion)?.value ?? NaN);
        return entriesOfRevision(
          {
            object: statements.iri(entry, api.hasLogisticsObject),
            revision: isSequenceNumber(revision) ? revision : undefined,
            party: statements.iri(entry, api.hasSubscriber),
          },
          graph,
        );
      },
    }),
    pauses: queueStates('delivery-pauses', (graph) => uris.isOfKind(graph, 'delivery-pause')),
    endedPauses: queueStates(
      'ended-delivery-pauses',
      (graph) => uris.isOfKind(graph, 'ended-delivery-pause'),
      prov.invalidatedAtTime,
    ),
    failures: queueStates('delivery-failures', (graph) => uris.isOfKind(graph, 'delivery-failure')),
    queues: index({
      name: 'delivery-queues',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'outbox-entry'),
      entries: (statements, graph) => {
        const entry = node(graph);
        const [receiver, topic] = [statements.iri(entry, api.hasSubscriber), statements.iri(entry, api.hasTopic)];
        const sequence = Number(statements.object(entry, dcterms.identifier)?.value ?? NaN);
        return receiver !== undefined && topic !== undefined && isSequenceNumber(sequence)
          ? [{ partition: ALL_NOTIFICATIONS, order: queueOrder(receiver, topic), value: graph }]
          : [];
      },
    }),
    outbox: index({
      name: 'outbox',
      version: 3,
      covers: (graph) => uris.isOfKind(graph, 'outbox-entry'),
      entries: (statements, graph) => {
        const entry = node(graph);
        const [receiver, topic] = [statements.iri(entry, api.hasSubscriber), statements.iri(entry, api.hasTopic)];
        const sequence = statements.object(entry, dcterms.identifier);
        if (sequence === undefined) return [];
        const order = Number(sequence.value);
        const all = { partition: ALL_NOTIFICATIONS, order: isSequenceNumber(order) ? order : 0, value: graph };
        const received = statements.iri(entry, dcterms.source);
        const partitions = [
          ...(receiver !== undefined && topic !== undefined && isSequenceNumber(order)
            ? [queuePartition(receiver, topic)]
            : // Delivery reports them and quarantines them.
              [WITHOUT_QUEUE]),
          ...(received === undefined ? [] : [receivedPartition(received)]),
        ];
        return [all, ...partitions.map((partition) => ({ ...all, partition }))];
      },
    }),
    inbox: index({
      name: 'inbox',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'inbox-entry'),
      entries: (statements, graph) => {
        const order = statements.date(node(graph), dcterms.created)?.getTime();
        const isWhole = statements.object(node(graph), prov.wasDerivedFrom) !== undefined;
        return isWhole && order !== undefined ? [{ partition: ALL_NOTIFICATIONS, order, value: graph }] : [];
      },
    }),
  };
}
