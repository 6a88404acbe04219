/**
 * The outbox over HTTP, for internal agents: waiting notifications, their queues, and the actions of operators. A
 * partner may request attempts for its own waiting notifications.
 */
import { exportOfList } from '../../openapi/exporting.js';
import { deliveriesFile } from '../list-exports.js';
import type { Caller } from '../../http/caller.js';
import { ServiceError } from '../../errors.js';
import { PAGE_LIMIT, pageLinks } from '../../http/page-links.js';
import { MAX_LIMIT } from '../../http/query-parameters.js';
import type { AccessTokenProvider } from '../../identity/access-token-provider.js';
import { jsonBodyOf, jsonOperation } from '../../openapi/json-operation.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { type DescriptionContext, exampleIds } from '../../openapi/section.js';
import type { Iri } from '../../rdf/terms.js';
import { listPage, partitionsOf } from '../../store/lookup-page.js';
import { ALL_NOTIFICATIONS, queuePartition } from '../lookups.js';
import type { NotificationServices } from '../lookups.js';
import type { Outbox } from '../outbox.js';
import type { Receipts } from '../receipts/receipts.js';
import type { DeliveryItems } from './delivery-items.js';
import { failing, subscriber } from './examples.js';
import type { QueuePauses } from './pauses.js';
import type { QueueList, StoredQueue } from './queue-list.js';
import { retryNow } from './retry.js';
import { RETRIES_A_MINUTE, RetryLimit } from './retry-limit.js';
import {
  type DeliveriesAnswer,
  deliveryItems,
  type DeliveryQueue,
  deliveryQueues,
  type DeliveryQueuesAnswer,
  MAX_REASON,
  queueSelection,
  retriedQueues,
  skippedDelivery,
} from './schemas.js';
import { skipDelivery } from './skip.js';

/** The label of an agent that a caller may see; null without one. */
export type LabelOf = (agent: Iri, caller: Caller) => Promise<string | null>;

/** The dependencies of the operations on queues. */
export interface QueueParts {
  readonly outbox: Outbox;
  readonly items: DeliveryItems;
  readonly pauses: QueuePauses;
  readonly queues: QueueList;
  readonly receipts: Receipts;
  readonly ownToken: AccessTokenProvider | undefined;
  readonly labelOf: LabelOf;
}

/** The filters of a list of queues. */
const filter = {
  receiver: query.iri('subscriber', { description: 'Only notifications or queues of this subscriber.' }),
  topic: query.iri('topic', { description: 'Only notifications or queues of this topic.' }),
};

const topicOf = ({ namespaces }: DescriptionContext): string => `${namespaces.cargo}Piece`;

export function queueOperations(services: NotificationServices, parts: QueueParts): DeclaredOperation[] {
  const { store, uris, clock } = services;
  const { items: described, pauses, queues, receipts, ownToken, labelOf } = parts;
  const lookups = services.lookups.notifications;
  const retryLimit = new RetryLimit();

  const deliveries = jsonOperation({
    method: 'GET',
    path: '/internal/deliveries',
    id: 'listDeliveries',
    summary: 'List outgoing notifications that are not confirmed',
    description:
      'With the attempts so far, the time of the next one, and the error of the last one; in queue order. Received notifications that wait for the back end have the subscriber `/internal/notifications`.',
    accessLevel: 'internal',
    query: { page: query.page({ fallback: PAGE_LIMIT, maximum: MAX_LIMIT }), ...filter },
    answers: {
      description: 'The notifications.',
      schema: deliveryItems,
      isPage: true,
      isUntagged: true,
      example: (node): DeliveriesAnswer => ({
        total: 1,
        items: [
          {
            id: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
            entry: `${node.base}/outbox/33121ab9-2743-464b-96b5-fcaf3fec1eee`,
            eventType: 'LOGISTICS_OBJECT_UPDATED',
            logisticsObject: node.uri(exampleIds.piece),
            subscriber,
            callback: 'https://airline.example/notifications',
            topic: topicOf(node),
            createdAt: '2026-03-01T10:00:00.400Z',
            apiVersion: '2.3.0',
            confirmedAt: null,
            ...failing,
          },
        ],
      }),
    },
    exports: exportOfList(deliveriesFile),
    handle: async (context, asks) => {
      const { page, ...queue } = asks();
      const isAll = queue.receiver === undefined && queue.topic === undefined;
      const partitions = isAll
        ? [ALL_NOTIFICATIONS]
        : (await queues.find(queue)).queues.map(({ receiver, topic }) => queuePartition(receiver, topic));
      const listed = await listPage(store, partitionsOf(lookups.outbox, partitions), page);
      const items = await Promise.all(listed.entries.map(async ({ value }) => (await described.describe(value))?.item));
      return {
        answer: { total: listed.total ?? null, items: items.filter((item) => item !== undefined) },
        headers: pageLinks(`${uris.base}/internal/deliveries`, context.query, page, listed),
      };
    },
  });

  const skipBody = jsonBodyOf(
    skippedDelivery,
    `{"notification": "<its id>", "reason": "<1 to ${MAX_REASON} characters>"}`,
    () => ({
      notification: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
      reason: 'The airline answers 400 and does not need it',
    }),
  );

  const skip = operation({
    method: 'POST',
    path: '/internal/deliveries/skip',
    id: 'skipDelivery',
    summary: 'Skip one notification, so that the rest of its queue is delivered',
    description: 'Identified by the `id` or `entry` in the list. A receipt records the agent and the reason.',
    accessLevel: 'internal',
    body: skipBody.describe,
    responses: () => ({ 204: { description: 'The notification is no longer delivered.' } }),
    errors: [404, 422],
    handle: async (context) => {
      const { notification, reason } = await skipBody.read(context);
      await skipDelivery(services, parts, { notification, by: context.caller.agent, reason });
      return { kind: 'no-content' };
    },
  });

  function stateOf({ waiting, first, failure }: StoredQueue): DeliveryQueue['state'] {
    const now = clock.now();
    if (waiting === 0) return 'idle';
    if (failure !== undefined && failure.nextAttempt > now) return 'backing-off';
    return first?.notBefore !== undefined && first.notBefore > now ? 'waiting' : 'sending';
  }

  async function row(queue: StoredQueue, caller: Caller): Promise<DeliveryQueue> {
    const { receiver, topic, subscription, waiting, first, failure } = queue;
    const pause = pauses.of(queue);
    const { lastConfirmed, latencyMs } = await receipts.historyOf(queue);
    return {
      subscriber: receiver,
      label: await labelOf(receiver, caller),
      callback: described.callbackOf(receiver) ?? null,
      topic,
      subscription: subscription ?? null,
      waiting,
      oldest: first?.createdAt.toISOString() ?? null,
      state: pause === undefined ? stateOf(queue) : 'paused',
      attempts: failure?.attempts ?? 0,
      failingSince: failure?.since.toISOString() ?? null,
      nextAttempt: failure?.nextAttempt.toISOString() ?? null,
      lastError: failure?.lastError ?? null,
      lastConfirmed: lastConfirmed?.toISOString() ?? null,
      paused: pause === undefined ? null : { by: pause.by, at: pause.at.toISOString(), reason: pause.reason ?? null },
      latencyMs: latencyMs ?? null,
    };
  }

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/delivery-queues',
    id: 'listDeliveryQueues',
    summary: 'List the queues of deliveries',
    description:
      'One for each subscriber and topic, with its waiting notifications, their age and the last error. At most 200, those with waiting notifications first; `truncated` means that more exist.',
    accessLevel: 'internal',
    query: filter,
    answers: {
      description: 'The queues, and whether this node can get tokens for its calls.',
      schema: deliveryQueues,
      isUntagged: true,
      example: (node): DeliveryQueuesAnswer => ({
        token: { ok: true, lastError: null },
        items: [
          {
            subscriber,
            label: null,
            callback: 'https://airline.example/notifications',
            topic: topicOf(node),
            subscription: node.uri('/action-requests/f1bec916-2d38-408d-a781-c0140207ef83'),
            waiting: 3,
            oldest: '2026-03-01T10:00:00.400Z',
            state: 'backing-off',
            failingSince: '2026-03-01T10:00:00.700Z',
            ...failing,
            lastConfirmed: '2026-03-01T09:58:00.000Z',
            paused: null,
            latencyMs: { p50: 42, p95: 310, count: 50 },
          },
        ],
        truncated: false,
      }),
    },
    handle: async ({ caller }, asks) => {
      const { queues: found, truncated } = await queues.find(asks());
      const noToken =
        ownToken === undefined ? 'this node has no credentials for calls to partners (IDP_TOKEN_URL)' : null;
      const lastError = noToken ?? ownToken?.lastError ?? null;
      const items = await Promise.all(found.map((queue) => row(queue, caller)));
      return { answer: { token: { ok: lastError === null, lastError }, items, truncated } };
    },
  });

  const retryBody = jsonBodyOf(queueSelection, '{"subscriber": "<IRI>", "topic": "<IRI>" (optional)}', (node) => ({
    subscriber,
    topic: topicOf(node),
  }));

  /** A partner that was offline requests only its own waiting notifications. */
  const retry = jsonOperation({
    method: 'POST',
    path: '/internal/delivery-queues/retry',
    id: 'retryDeliveryQueues',
    summary: 'Attempt failing deliveries now',
    description: `In all failing queues of a subscriber, or in one. A paused queue stays paused. A partner may retry its own, ${RETRIES_A_MINUTE} times a minute, after an outage.`,
    accessLevel: 'permitted',
    body: retryBody.describe,
    answers: {
      status: 202,
      description: 'The number of queues to attempt.',
      schema: retriedQueues,
      isUntagged: true,
      example: () => ({ queues: 1 }),
    },
    handle: async (context) => {
      const { caller } = context;
      const { subscriber: receiver, topic } = await retryBody.read(context);
      if (!caller.internal) {
        if (receiver !== caller.agent)
          throw new ServiceError('forbidden', 'only internal agents may retry the deliveries of other agents');
        await retryLimit.charge(caller.agent);
      }
      return { answer: { queues: await retryNow(services, { receiver, topic }) } };
    },
  });

  return [deliveries, skip, list, retry];
}
