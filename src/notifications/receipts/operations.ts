/** Receipts over HTTP, for internal agents. */
import { pageLinks } from '../../http/page-links.js';
import { invalidQuery, MAX_LIMIT } from '../../http/query-parameters.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { exampleIds } from '../../openapi/section.js';
import type { Iri } from '../../rdf/terms.js';
import type { Receipt } from './receipt.js';
import type { Receipts } from './receipts.js';
import { type ReceiptItem, receiptItems, type ReceiptsAnswer } from './schemas.js';

export function describeReceipt(receipt: Receipt): ReceiptItem {
  const { received, object, revision, createdAt, confirmedAt, skipped, ...rest } = receipt;
  return {
    ...rest,
    received: received ?? null,
    object: object ?? null,
    revision: revision ?? null,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt.toISOString(),
    status: skipped === undefined ? 'confirmed' : 'skipped',
    skippedBy: skipped?.by ?? null,
    reason: skipped?.reason ?? null,
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
      'The subscriber, content, time and number of attempts of each delivery; stored for `RECEIPT_DAYS`. With both `subscriber` and `object`, the newest 2000 receipts of the object are searched.',
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
          },
        ],
      }),
    },
    handle: async (context, asks) => {
      const { subscriber, object, from, to, page } = asks();
      if (page.before !== undefined && subscriber !== undefined && object !== undefined)
        throw invalidQuery('before', 'is not for receipts of one object to one subscriber');
      const listed = await receipts.find({ subscriber, object, from: from?.instant, to: to?.until }, page);
      return {
        answer: { items: listed.receipts.map(describeReceipt) },
        headers: pageLinks(context.address(base), context.query, page, listed),
      };
    },
  });
