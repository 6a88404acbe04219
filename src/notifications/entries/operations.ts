/** One entry of the outbox or the inbox over HTTP, for internal agents. */
import { ServiceError } from '../../errors.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation, PathParameter } from '../../openapi/operation.js';
import { exampleIds } from '../../openapi/section.js';
import type { Inbox } from '../inbox.js';
import type { NotificationServices } from '../lookups.js';
import { failing, subscriber } from '../queues/examples.js';
import { inboxEntryView } from './inbox-view.js';
import { type EntryParts, outboxEntryView } from './outbox-view.js';
import { inboxEntry, type InboxEntryAnswer, outboxEntry, type OutboxEntryAnswer } from './schemas.js';

const name = '33121ab9-2743-464b-96b5-fcaf3fec1eee';
const id: PathParameter = { description: 'The last segment of its URI.', schema: { type: 'string' }, example: name };

/** Reads an entry of the outbox. */
export const getOutboxEntry = (services: NotificationServices, parts: EntryParts): DeclaredOperation =>
  jsonOperation({
    method: 'GET',
    path: '/internal/outbox/:id',
    pathParameters: { id },
    id: 'getOutboxEntry',
    summary: 'Read one outgoing notification, or its receipt',
    description:
      'While it waits: the reason and the body. Then its receipt, for `RECEIPT_DAYS`; a notification that was merged into another one, or whose subscription was revoked, has none.',
    accessLevel: 'internal',
    answers: {
      description: 'The notification.',
      schema: outboxEntry,
      example: (node): OutboxEntryAnswer => ({
        entry: node.uri(`/outbox/${name}`),
        waiting: {
          delivery: {
            id: `urn:uuid:${name}`,
            entry: node.uri(`/outbox/${name}`),
            eventType: 'LOGISTICS_OBJECT_UPDATED',
            logisticsObject: node.uri(exampleIds.piece),
            subscriber,
            callback: 'https://airline.example/notifications',
            topic: `${node.namespaces.cargo}Piece`,
            createdAt: '2026-03-01T10:00:00.400Z',
            apiVersion: '2.3.0',
            confirmedAt: null,
            ...failing,
          },
          revision: 2,
          subscription: node.uri('/action-requests/f1bec916-2d38-408d-a781-c0140207ef83'),
          received: null,
          waitsFor: { kind: 'retry', at: failing.nextAttempt },
          body: JSON.stringify(
            node.document({
              '@id': `urn:uuid:${name}`,
              '@type': 'api:Notification',
              'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
              'api:hasLogisticsObject': node.link(exampleIds.piece),
            }),
          ),
          bodyVersion: '2.3.0',
        },
        receipt: null,
      }),
    },
    handle: async (context) => {
      const { uris } = services;
      const uri = uris.findOutboxEntry(`${uris.base}/outbox/${context.param('id')}`);
      const answer = uri && (await outboxEntryView(uri, services, parts));
      if (answer !== undefined) return { answer };
      throw new ServiceError('not-found', 'no such notification waits for delivery, and there is no receipt of it');
    },
  });

/** Reads an entry of the inbox. */
export const getInboxEntry = (
  services: NotificationServices,
  parts: EntryParts & { readonly inbox: Inbox },
): DeclaredOperation =>
  jsonOperation({
    method: 'GET',
    path: '/internal/inbox/:id',
    pathParameters: { id },
    id: 'getInboxEntry',
    summary: 'Read one received notification',
    description: 'The list names its URI with `rdfs:seeAlso`.',
    accessLevel: 'internal',
    answers: {
      description: 'The notification.',
      schema: inboxEntry,
      example: (node): InboxEntryAnswer => ({
        entry: node.uri(`/inbox/${name}`),
        notification: `urn:uuid:${name}`,
        from: 'https://forwarder.example/logistics-objects/_data-holder',
        receivedAt: '2026-03-01T10:00:00.400Z',
        eventType: 'LOGISTICS_OBJECT_UPDATED',
        object: 'https://forwarder.example/logistics-objects/piece-7',
        objectType: `${node.namespaces.cargo}Piece`,
        events: [],
        changedProperties: [`${node.namespaces.cargo}goodsDescription`],
        trigger: null,
        turtle: `<urn:uuid:${name}> a <${node.namespaces.api}Notification> .\n`,
        isHandedOn: false,
        handing: null,
        receipt: null,
      }),
    },
    handle: async (context) => {
      const { uris } = services;
      const uri = uris.findInboxEntry(`${uris.base}/inbox/${context.param('id')}`);
      const answer = uri && (await inboxEntryView(uri, services, parts));
      if (answer !== undefined) return { answer };
      throw new ServiceError('not-found', 'this node has received no such notification');
    },
  });
