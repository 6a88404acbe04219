/** Receipts over HTTP, for internal agents. */
import { pageCursors, pageLinks } from '../../http/page-links.js';
import { MAX_LIMIT } from '../../http/query-parameters.js';
import { jsonBodyOf, jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { exampleIds } from '../../openapi/section.js';
import { exportOfList } from '../../openapi/exporting.js';
import { receiptsFile } from '../list-exports.js';
import type { Iri } from '../../rdf/terms.js';
import type { Receipt } from './receipt.js';
import type { Receipts } from './receipts.js';
import type { NotificationServices } from '../lookups.js';
import { resend, type ResendParts } from './resend.js';
import { type ReceiptItem, receiptItems, type ReceiptsAnswer, resentEntry, resentNotification } from './schemas.js';

export function describeReceipt(receipt: Receipt): ReceiptItem {
  const { notification, received, eventType, object, revision, subscriber, topic, attempts } = receipt;
  const { createdAt, confirmedAt, skipped, filtered, resends } = receipt;
  return {
    ...{ notification, eventType, subscriber, topic, attempts },
    received: received ?? null,
    object: object ?? null,
    revision: revision ?? null,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt.toISOString(),
    status: skipped !== undefined ? 'skipped' : filtered === undefined ? 'confirmed' : 'filtered',
    skippedBy: skipped?.by ?? null,
    reason: skipped?.reason ?? null,
    rule: filtered ?? null,
    resends: resends ?? null,
  };
}

/** @param base the base URL of the node. */
export const listReceipts = (receipts: Receipts, base: Iri): DeclaredOperation =>
  jsonOperation({
    method: 'GET',
    path: '/internal/receipts',
    id: 'listReceipts',
    summary: 'List receipts of deliveries, newest first',
    description:
      'The subscriber, content, time and number of attempts of each delivery; stored for `RECEIPT_DAYS`. With `object` also the updates that filters of subscriptions left out. With both `subscriber` and `object`, the newest 2000 receipts of the object are searched.',
    accessLevel: 'internal',
    query: {
      subscriber: query.iri('subscriber', { description: 'Only receipts of this subscriber.' }),
      object: query.iri('object', { description: 'Only receipts about this object.' }),
      from: query.time('from', { description: 'Only receipts confirmed at this time or later.' }),
      to: query.time('to', { description: 'Only receipts confirmed at this time or earlier.' }),
      page: query.page({ fallback: 50, maximum: MAX_LIMIT }),
    },
    answers: {
      description: 'The receipts.',
      schema: receiptItems,
      isPage: true,
      isUntagged: true,
      example: (node): ReceiptsAnswer => ({
        items: [
          {
            notification: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
            received: null,
            eventType: 'LOGISTICS_OBJECT_UPDATED',
            object: node.uri(exampleIds.piece),
            revision: 2,
            subscriber: 'https://airline.example/logistics-objects/_data-holder',
            topic: `${node.namespaces.cargo}Piece`,
            createdAt: '2026-03-01T10:00:00.400Z',
            attempts: 1,
            confirmedAt: '2026-03-01T10:00:00.450Z',
            status: 'confirmed',
            skippedBy: null,
            reason: null,
            rule: null,
            resends: null,
          },
        ],
        next: null,
        previous: null,
      }),
    },
    exports: exportOfList(receiptsFile),
    handle: async (context, asks) => {
      const { subscriber, object, from, to, page } = asks();
      const listed = await receipts.find({ subscriber, object, from: from?.instant, to: to?.until }, page);
      return {
        answer: { items: listed.receipts.map(describeReceipt), ...pageCursors(context.query, page, listed) },
        headers: pageLinks(context.address(base), context.query, page, listed),
      };
    },
  });

/** Sends a confirmed or skipped notification again (K59). */
export function resendNotification(services: NotificationServices, parts: ResendParts): DeclaredOperation {
  const body = jsonBodyOf(resentNotification, '{"notification": "<its @id>", "subscriber": "<IRI>"}', () => ({
    notification: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
    subscriber: 'https://airline.example/logistics-objects/_data-holder',
  }));
  return jsonOperation({
    method: 'POST',
    path: '/internal/receipts/resend',
    id: 'resendNotification',
    summary: 'Send a delivered notification again',
    description:
      'It is made anew from its receipt, with an `@id` of its own and, if the subscription wants a body, the latest revision, and joins the end of its queue. 403: the subscriber may no longer read the object. 404: there is no receipt. 409: it still waits, or its subscription has ended.',
    accessLevel: 'internal',
    isIdempotent: true,
    body: body.describe,
    errors: [404, 409, 410],
    answers: {
      status: 202,
      description: 'It will be sent.',
      schema: resentEntry,
      isUntagged: true,
      example: (node) => ({ entry: node.uri('/outbox/5d4f9c0a-0d8e-4a36-9c0b-9a4f4e6a8f1e') }),
    },
    handle: async (context) => {
      const asked = await body.read(context);
      return { answer: await resend(services, parts, asked, context.requestor.trace) };
    },
  });
}
