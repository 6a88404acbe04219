import type { ActionRequests } from '../action-requests/action-requests.js';
import type { Identity } from '../identity/module.js';
import type { NotificationServices } from './lookups.js';
import type { Revisions } from '../logistics-objects/revisions.js';
import { combinedRoutes, moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { announceLogisticsObject } from './announcements.js';
import type { ConditionEngine } from '../subscriptions/extensions.js';
import type { Access } from '../access/access.js';
import type { SubscriptionLookups } from '../subscriptions/lookups.js';
import { ActiveSubscriptions } from '../subscriptions/active-subscriptions.js';
import { Delivery } from './delivery/delivery.js';
import type { Draft } from './delivery/delivery-options.js';
import { getInboxEntry, getOutboxEntry } from './entries/operations.js';
import { Inbox } from './inbox.js';
import { instrumented, registerDeliveryMetrics } from './metrics.js';
import { runDelivery } from './delivery/delivery-task.js';
import { readEntry, storedEntries } from './delivery/outbox-feed.js';
import { listReceivedNotifications, receiveNotification, streamReceivedNotifications } from './operations.js';
import { Outbox } from './outbox.js';
import type { OutboxEntry } from './outbox-entry.js';
import { coalesced } from './delivery/coalescing.js';
import { StoredDeliveryJournal } from './queues/delivery-journal.js';
import { DeliveryItems } from './queues/delivery-items.js';
import { QueuePauses } from './queues/pauses.js';
import { pauseOperations } from './queues/pause-operations.js';
import { QueueList } from './queues/queue-list.js';
import { type LabelOf, queueOperations } from './queues/operations.js';
import { Receipts } from './receipts/receipts.js';
import { listReceipts, resendNotification } from './receipts/operations.js';
import { schemas, tag } from './schemas.js';
import { Sender } from './delivery/sender.js';
import { Webhook } from './delivery/webhook.js';

/** The outbox, which publishes domain events as notifications to subscribers. */
export function createOutbox(
  services: Services & {
    readonly requests: ActionRequests;
    readonly revisions: Revisions;
    readonly access: Access;
    readonly lookups: { readonly subscriptions: SubscriptionLookups };
  },
): Outbox {
  const subscriptions = new ActiveSubscriptions(services);
  const typeOf = async (object: Iri): Promise<Iri | undefined> => (await services.revisions.head(object))?.type;
  const mayRead = (agent: Iri, object: Iri): Promise<boolean> => {
    const caller = { agent, internal: services.internalAgents.has(agent) };
    return services.access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object);
  };
  return new Outbox(services, subscriptions, typeOf, mayRead);
}

/** Delivers the outbox to partners, and receives notifications of partners. */
export function createNotifications(
  services: NotificationServices,
  identity: Identity,
  outbox: Outbox,
  conditions: ConditionEngine,
  labelOf: LabelOf,
): ModuleRoutes & { readonly queues: QueueList; readonly receipts: Receipts; readonly pauses: QueuePauses } {
  const { settings, metrics, tracer, clock, closers } = services;
  const sender = new Sender(services, identity, conditions);
  const inbox = new Inbox(services, outbox);
  const webhook = new Webhook(services, identity.operatorClient, inbox);
  const attempt: Sender['attempt'] = (entry, signal) =>
    entry.received === undefined ? sender.attempt(entry, signal) : webhook.attempt(entry, signal);
  const attemptInSpan: Sender['attempt'] = (entry, signal) => {
    const attributes = { 'cargograph.receiver': entry.receiver, 'cargograph.event_type': entry.eventType };
    return tracer.span('delivery', { kind: 'client', trace: entry.trace, attributes }, async (span) => {
      const outcome = await attempt(entry, signal);
      span.set({ 'cargograph.outcome': outcome.kind });
      if (outcome.kind === 'failed') span.fail(outcome.reason);
      return outcome;
    });
  };
  const pauses = new QueuePauses(services);
  const receipts = new Receipts(services);
  const delivery = new Delivery(services, {
    journal: new StoredDeliveryJournal(services, receipts),
    isPaused: (queue) => pauses.of(queue) !== undefined,
    retryMs: settings.deliveryRetryMs,
    stored: (queue, after, limit) => storedEntries({ ...services, outbox }, queue, after, limit),
    read: (entry) => readEntry({ ...services, outbox }, entry),
    coalesce: (first, others) => coalesced(first, others, services.vocabulary),
    attempt: instrumented(metrics, tracer.isEnabled ? attemptInSpan : attempt),
  });
  const queues = new QueueList(services, outbox, pauses);
  const items = new DeliveryItems(services, { outbox, delivery, queues });
  const draft = (entry: OutboxEntry): Promise<Draft | undefined> =>
    entry.received === undefined ? sender.draft(entry) : webhook.draft(entry);
  registerDeliveryMetrics(metrics, delivery, () => clock.now());
  const running = runDelivery({ ...services, outbox }, { delivery, pauses, receipts });
  closers.push(async () => {
    await delivery.stop();
    await running;
  });
  const entryParts = { inbox, items, pauses, receipts, draft };
  const queueParts = { outbox, items, pauses, queues, receipts, ownToken: identity.ownToken, labelOf };
  const received = moduleRoutes(
    tag,
    [
      receiveNotification(services, inbox),
      announceLogisticsObject(services),
      listReceivedNotifications(services, inbox),
      streamReceivedNotifications(services, inbox),
      getInboxEntry(services, entryParts),
    ],
    schemas,
  );
  const sent = moduleRoutes(
    { name: 'Deliveries', description: 'Notifications that this node sends: the outbox and its queues.' },
    [
      getOutboxEntry(services, entryParts),
      ...queueOperations(services, queueParts),
      ...pauseOperations(services, pauses),
      listReceipts(receipts, services.uris.base),
      resendNotification(services, { outbox, receipts }),
    ],
  );
  return { queues, receipts, pauses, ...combinedRoutes(received, sent) };
}
