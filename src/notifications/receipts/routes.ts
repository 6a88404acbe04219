/** Receipts over HTTP, for internal agents. */
import { assertInternal } from '../../http/caller.js';
import type { ReceiptItem, ReceiptsAnswer } from '../../console/responses.js';
import { invalidQuery, MAX_LIMIT, PAGE_PARAMETERS } from '../../http/query-parameters.js';
import { pageLinks } from '../../http/page-links.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import type { Receipt } from './receipt.js';
import type { Receipts } from './receipts.js';

const PAGE_LIMIT = 50;

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

/** @param base of the node. */
export function receiptRoutes(receipts: Receipts, base: Iri): Resource[] {
  async function list(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    requireAcceptable(context.header('accept'), 'application/json');
    const { query } = context;
    const resource = (name: string): Iri | undefined => {
      const value = query.text(name);
      if (value === undefined || isIri(value)) return value;
      throw invalidQuery(name, 'must be an IRI');
    };
    const page = query.page(PAGE_LIMIT, MAX_LIMIT);
    const filter = {
      subscriber: resource('subscriber'),
      object: resource('object'),
      from: query.time('from')?.instant,
      to: query.time('to')?.until,
    };
    if (page.before !== undefined && filter.subscriber !== undefined && filter.object !== undefined)
      throw invalidQuery('before', 'is not for receipts of one object to one subscriber');
    const listed = await receipts.find(filter, page);
    const answer: ReceiptsAnswer = { items: listed.receipts.map(receiptItem) };
    const headers = pageLinks(context.address(base), query, page, listed);
    return { kind: 'content', body: jsonBody(answer), contentType: 'application/json', headers };
  }

  return [
    {
      path: '/internal/receipts',
      methods: { GET: list },
      query: ['subscriber', 'object', 'from', 'to', ...PAGE_PARAMETERS],
      negotiatesItself: true,
    },
  ];
}
