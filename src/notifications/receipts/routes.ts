/** Receipts over HTTP, for internal agents. */
import { assertInternal } from '../../access/access.js';
import type { ReceiptItem, ReceiptsAnswer } from '../../console/responses.js';
import { invalidQuery } from '../../http/query-parameters.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import type { Receipt } from './receipt.js';
import type { Receipts } from './receipts.js';

const PAGE_LIMIT = 50;
const MAX_LIMIT = 1000;

export function receiptItem(receipt: Receipt): ReceiptItem {
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

export function receiptRoutes(receipts: Receipts): Resource[] {
  async function list(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    requireAcceptable(context.header('accept'), 'application/json');
    const { query } = context;
    const resource = (name: string): Iri | undefined => {
      const value = query.text(name);
      if (value === undefined || isIri(value)) return value;
      throw invalidQuery(name, 'must be an IRI');
    };
    const page = query.page(PAGE_LIMIT);
    if (page.limit > MAX_LIMIT) throw invalidQuery('limit', `must be at most ${MAX_LIMIT}`);
    const filter = {
      subscriber: resource('subscriber'),
      object: resource('object'),
      from: query.time('from')?.instant,
      to: query.time('to')?.until,
    };
    const answer: ReceiptsAnswer = { items: (await receipts.find(filter, page)).map(receiptItem) };
    return { kind: 'content', body: jsonBody(answer), contentType: 'application/json' };
  }

  return [
    {
      path: '/internal/receipts',
      methods: { GET: list },
      query: ['subscriber', 'object', 'from', 'to', 'limit', 'skip'],
      negotiatesItself: true,
    },
  ];
}
