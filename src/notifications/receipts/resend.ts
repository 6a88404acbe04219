/** A notification that was delivered, or skipped, is sent again at an operator's request (K59). */
import { contentFields } from '../../action-requests/action-request.js';
import { ServiceError } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import type { RequestOrigin } from '../../transactions.js';
import { type SubscriptionEvent, subscriptionEvents } from '../../subscriptions/subscription.js';
import { notificationPartition, type NotificationServices } from '../lookups.js';
import type { Outbox } from '../outbox.js';
import type { Receipt } from './receipt.js';
import type { Receipts } from './receipts.js';
import type { ResentAnswer } from './schemas.js';

export interface ResendParts {
  readonly outbox: Outbox;
  readonly receipts: Receipts;
}

/** The notification to send again: its `@id`, and to whom it was sent. */
export interface Resend {
  readonly notification: Iri;
  readonly subscriber: Iri;
}

/**
 * Makes a notification anew from its receipt: the same event type, object and changed properties, and the latest
 * revision's body if the subscription wants one. It joins the end of its queue.
 *
 * @throws ErasedResource if the object or the event was erased; ServiceError `not-found` without a receipt, `conflict` while
 * it waits or if its subscription has ended, `forbidden` if the subscriber may no longer read the object.
 */
export async function resend(
  services: NotificationServices,
  { outbox, receipts }: ResendParts,
  { notification, subscriber }: Resend,
  origin: RequestOrigin | undefined,
): Promise<ResentAnswer> {
  const { store, uris, transactions, revisions } = services;
  const waiting = uris.findOutboxEntry(notification);
  if (waiting !== undefined && outbox.read(await store.read(waiting))?.receiver === subscriber)
    throw new ServiceError('conflict', {
      message: 'the notification still waits for delivery',
      resource: notification,
    });
  const receipt = await receipts.last(notificationPartition(notification));
  if (receipt?.subscriber !== subscriber) {
    const message = 'there is no receipt of this notification to this subscriber';
    throw new ServiceError('not-found', { message, resource: notification });
  }
  await assertNotErased(services, receipt);
  await assertAccess(services, receipt);
  const isBodyWanted = await wantsBody(services, receipt);
  const { object, eventType } = receipt;
  return transactions.transact(
    object === undefined ? [] : [object],
    async (tx) => {
      const head = object === undefined ? undefined : await revisions.headIn(tx, object);
      if (head === undefined) await assertNotErased(services, receipt);
      const isOfRevision = subscriptionEvents.some((event) => event === eventType) && receipt.revision !== undefined;
      const bodyRevision = isBodyWanted && isOfRevision ? head?.latestRevision : undefined;
      const isReader = object !== undefined && (await mayRead(services, subscriber, object));
      const entry = await outbox.repeat(tx, receipt, {
        type: isReader ? head?.type : undefined,
        bodyRevision,
        // Without a body it says what it said.
        revision: bodyRevision ?? receipt.revision,
        trace: origin,
      });
      const answer: ResentAnswer = { entry };
      tx.answer({ status: 202, json: answer });
      return answer;
    },
    origin,
  );
}

const mayRead = ({ access, internalAgents }: NotificationServices, agent: Iri, object: Iri): Promise<boolean> =>
  access.isAllowed({ agent, internal: internalAgents.has(agent) }, 'GET_LOGISTICS_OBJECT', object);

/** Nothing is sent again about what was erased (P28). @throws ErasedResource */
async function assertNotErased({ tombstones, uris }: NotificationServices, { object, event }: Receipt): Promise<void> {
  for (const resource of [object, event]) {
    if (resource === undefined) continue;
    const isOwn = uris.objectId(resource) !== undefined || uris.eventObject(resource) !== undefined;
    if (isOwn) await tombstones.assertNotErased(resource);
  }
}

/** Access is judged now, not as it was then. A status of the subscriber's own request needs none. */
async function assertAccess(services: NotificationServices, receipt: Receipt): Promise<void> {
  const { object, subscriber, eventType } = receipt;
  const needsAccess =
    subscriptionEvents.some((event: SubscriptionEvent) => event === eventType) ||
    eventType === 'LOGISTICS_OBJECT_ACCESS_GRANTED';
  if (object === undefined || !needsAccess || (await mayRead(services, subscriber, object))) return;
  const message = 'the subscriber may not read the object: give access first';
  throw new ServiceError('forbidden', { message, resource: subscriber });
}

/** @throws ServiceError `conflict` for a subscription that has ended. */
async function wantsBody({ requests, vocabulary }: NotificationServices, receipt: Receipt): Promise<boolean> {
  const { subscription } = receipt;
  if (subscription === undefined) return false;
  const request = await requests.find(subscription);
  if (request?.status !== 'REQUEST_ACCEPTED') {
    const message = 'the subscription has ended: its subscriber wants no notifications any more';
    throw new ServiceError('conflict', { message, resource: subscription });
  }
  const fields: StoredPropertyReader = contentFields(request, vocabulary);
  return fields.flag(vocabulary.api.sendLogisticsObjectBody);
}
