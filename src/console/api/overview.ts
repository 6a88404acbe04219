/** An object with its whole, for whoever may read it (K36, K40). */
import { exportOfList } from '../../openapi/exporting.js';
import { piecesFile } from '../list-exports.js';
import type { Caller } from '../../http/caller.js';
import { numberedPageLinks } from '../../http/page-links.js';
import type { RequestContext } from '../../http/request-context.js';
import { requestSources } from '../../action-requests/list-requests.js';
import { ServiceError } from '../../errors.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { type DescriptionContext, exampleIds } from '../../openapi/section.js';
import type { FoundObject } from '../../overviews/object-source.js';
import { Overviews } from '../../overviews/overviews.js';
import { listPieces } from '../../overviews/piece-list.js';
import { overview, type Overview, pieceItems, type PieceItems, pieceOrders } from '../../overviews/schemas.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import type { DeliveryHistory } from '../agents.js';
import { OwnObjects } from '../overviews/own-objects.js';
import { type ConsoleServices, readableObject } from '../services.js';
import { countNotified, NotifiedParties } from '../told/telling.js';

const MAX_PIECES = 200;
const sorts = pieceOrders.flatMap((order) => [order, `-${order}`] as const);

export function overviewOperations(
  services: ConsoleServices,
  deliveries: Pick<DeliveryHistory, 'queues' | 'pauses'>,
): DeclaredOperation[] {
  const { model, vocabulary, uris, clock, store, lookups } = services;
  const overviews = new Overviews(model, vocabulary);
  const parties = new NotifiedParties(services, deliveries);
  const asOf = query.pastTime(clock, 'As of when, such as 20260131T093000Z; by default now.');

  /** @throws ServiceError `not-found`, also for an object that did not exist yet; `forbidden` without access. */
  async function objectOf(
    context: RequestContext,
    at: Date | undefined,
  ): Promise<{ readonly head: Head; readonly object: FoundObject; readonly source: OwnObjects }> {
    const head = await readableObject(context, services);
    const source = new OwnObjects(services, context.caller, at);
    const object = await source.find(head.object);
    if (object !== undefined) return { head, object, source };
    throw new ServiceError('not-found', { message: 'the object did not exist at that time', resource: head.object });
  }

  /** Requests about objects that wait for a decision: known to internal agents (D15), as they are now. */
  async function pendingAbout(objects: Iterable<string>, caller: Caller): Promise<number | null> {
    if (!caller.internal) return null;
    const counts = await Promise.all(Array.from(objects).filter(isIri).map(pendingOf));
    return counts.reduce((sum, one) => sum + one, 0);
  }

  /** Who was told of the object, as it is now (K54): known to internal agents. */
  async function notifiedOf(head: Head, caller: Caller): Promise<Overview['telling']> {
    return caller.internal ? countNotified((await parties.of(head, caller)).items) : null;
  }

  async function pendingOf(object: Iri): Promise<number> {
    // Most objects have no request at all.
    if ((await store.count(lookups.requests.byObject, object)) === 0) return 0;
    const filter = { statuses: ['REQUEST_PENDING'], kinds: [], object, requestedBy: undefined } as const;
    const sources = requestSources(lookups.requests, filter);
    const counts = await Promise.all(sources.map(({ lookup, partition }) => store.count(lookup, partition)));
    return counts.reduce((sum, one) => sum + one, 0);
  }

  const read = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/overview',
    id: 'readOverview',
    summary: 'An object at a glance',
    description:
      'What it belongs to: shipment, waybills, route, pieces, weight, parties, documents, and the milestones that events report. Only what the caller may read is counted and shown.',
    accessLevel: 'permitted',
    query: { at: asOf },
    answers: { description: 'The overview.', schema: overview, example: overviewExample },
    handle: async (context, asks) => {
      const { head, object, source } = await objectOf(context, asks().at?.until);
      const telling = await notifiedOf(head, context.caller);
      const answer = await overviews.of(object, source, { pending: null, telling });
      return { answer: { ...answer, pending: await pendingAbout(answer.objects, context.caller) } };
    },
  });

  const pieces = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/pieces',
    id: 'listPieces',
    summary: 'List the pieces of a shipment',
    description:
      'The pieces of the shipment that the object belongs to, as far as the caller may read them; the smallest UPID first.',
    accessLevel: 'permitted',
    query: {
      text: query.text('q', { description: 'A part of the UPID, the goods, a code or the URI, in any case.' }),
      sort: query.choice('sort', ['upid', ...sorts.slice(1)], { description: 'The order; `-` reverses it.' }),
      at: asOf,
      page: query.page({ fallback: MAX_PIECES, maximum: MAX_PIECES, isNumbered: true }),
    },
    answers: { description: 'The pieces.', schema: pieceItems, example: piecesExample, isPage: true },
    exports: exportOfList(piecesFile),
    handle: async (context, asks) => {
      const { text, sort, at, page } = asks();
      const { object, source } = await objectOf(context, at?.until);
      const found = await overviews.pieces(object, source);
      const isReversed = sort.startsWith('-');
      const order = pieceOrders.find((one) => sort.endsWith(one)) ?? 'upid';
      const { total, items } = await listPieces(found.pieces, { text, order, isReversed, ...page }, source);
      const counted = await Promise.all(
        items.map(async (item) => ({ ...item, pending: await pendingAbout([item.uri], context.caller) })),
      );
      return {
        answer: { total, items: counted, truncated: !found.isWhole },
        headers: numberedPageLinks(context.address(uris.base), context.query, page, total),
      };
    },
  });

  return [read, pieces];
}

const overviewExample = (node: DescriptionContext): Overview => {
  const { cargo } = node.namespaces;
  const waybill = node.uri('/logistics-objects/awb-1');
  const shipment = node.uri('/logistics-objects/shipment-1');
  const arrived = { code: 'ARR', label: 'arrived', at: '2026-11-22T04:10:00.000Z', location: null };
  return {
    type: `${cargo}Waybill`,
    label: '020-12345675',
    numbers: [{ number: '020-12345675', kind: 'direct', uri: waybill }],
    shipment: { uri: shipment, label: 'Exhibition materials' },
    origin: { label: 'FRA', uri: null },
    destination: { label: 'DOH', uri: null },
    goods: 'Exhibition materials',
    pieces: { total: 3, readable: 3 },
    weight: { value: 62, unit: 'KGM', from: 'waybill', pieces: 65.5 },
    parties: [{ role: 'CNE', label: 'Example Fairs', uri: node.uri('/logistics-objects/fairs') }],
    documents: [],
    milestone: { ...arrived, pieces: 2 },
    milestones: [
      { ...arrived, timeType: 'ACTUAL', by: node.uri(exampleIds.airline), recorded: '2026-11-22T04:12:00.000Z' },
    ],
    ...{ pending: 1, telling: { told: 1, waiting: 0, failing: 0, notTold: 1 } },
    objects: [waybill, shipment, node.uri(exampleIds.piece)],
    truncated: false,
  };
};

const piecesExample = (node: DescriptionContext): PieceItems => ({
  total: 1,
  items: [
    {
      ...{ uri: node.uri(exampleIds.piece), upid: 'UPID-0001', goods: 'Printed brochures' },
      weight: { value: 23.5, unit: 'KGM' },
      ...{ dimensions: null, codes: ['VAL'], hsCodes: ['490199'], marks: [] },
      milestone: { code: 'ARR', label: 'arrived', at: '2026-11-22T04:10:00.000Z' },
      ...{ pending: 0, revision: 3 },
    },
  ],
  truncated: false,
});
