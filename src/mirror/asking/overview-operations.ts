/** Copies at a glance, over HTTP: a shipment with what it is made of, and its pieces (K96). For internal agents. */
import { ServiceError } from '../../errors.js';
import { numberedPageLinks } from '../../http/page-links.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import * as query from '../../openapi/query.js';
import type { DescriptionContext } from '../../openapi/section.js';
import type { FoundObject } from '../../overviews/object-source.js';
import { Overviews } from '../../overviews/overviews.js';
import { listPieces } from '../../overviews/piece-list.js';
import { pieceOrders } from '../../overviews/schemas.js';
import type { Iri } from '../../rdf/terms.js';
import type { Copies } from '../copies/copies.js';
import { stateOf } from '../copies/copy-state.js';
import type { MirrorContext } from '../mirror-services.js';
import { CopiedObjects } from './copied-objects.js';
import { textOf } from './copy-views.js';
import { exampleObject } from './examples.js';
import { HeldCopies } from './held-copies.js';
import { copiedPieces, type CopiedPiecesAnswer, copyOverview, type CopyOverviewAnswer } from './overview-schemas.js';

const MAX_PIECES = 200;

const ofObject = query.required(
  query.iri('object', { description: "The URI of the partner's object.", example: exampleObject }),
);
const sorts = pieceOrders.flatMap((order) => [order, `-${order}`] as const);

/** A copy, and how fresh it is. */
interface FoundCopy {
  readonly object: FoundObject;
  readonly freshness: Pick<CopyOverviewAnswer, 'mirrored' | 'state' | 'received' | 'checked'>;
}

export function overviewOperations(context: MirrorContext, copies: Copies): DeclaredOperation[] {
  const { model, vocabulary, uris } = context;
  const held = new HeldCopies(context, copies);
  const source = new CopiedObjects(context, { copies, held });
  const overviews = new Overviews(model, vocabulary);

  async function copyOf(of: Iri): Promise<FoundCopy> {
    const head = await held.headOrThrow(of);
    const { provenance } = await held.latest(head);
    const object = await source.find(of);
    if (object === undefined)
      throw new ServiceError('not-found', { message: 'no revision of this object is held', resource: of });
    const { state } = stateOf(head);
    const received = textOf(provenance.receivedAt);
    return { object, freshness: { mirrored: true, state, received, checked: textOf(head.checkedAt) } };
  }

  const overview = jsonOperation({
    method: 'GET',
    path: '/internal/mirror/overview',
    id: 'readCopyOverview',
    summary: 'A copy at a glance',
    description:
      'What the copy belongs to, as far as it is held here: shipment, waybills, route, pieces, weight, parties, documents, and the milestones that events report.',
    accessLevel: 'internal',
    query: { object: ofObject },
    errors: [404],
    answers: { description: 'The overview.', schema: copyOverview, example: overviewExample },
    handle: async (_request, asks) => {
      const { object, freshness } = await copyOf(asks().object);
      const answer = await overviews.of(object, source, { pending: null, telling: null });
      return { answer: { ...answer, ...freshness } };
    },
  });

  const pieces = jsonOperation({
    method: 'GET',
    path: '/internal/mirror/pieces',
    id: 'listCopiedPieces',
    summary: 'List the pieces of a copied shipment',
    description:
      'The pieces of the shipment that the copy belongs to, as far as they are held here; the smallest UPID first.',
    accessLevel: 'internal',
    query: {
      object: ofObject,
      text: query.text('q', { description: 'A part of the UPID, the goods, a code or the URI, in any case.' }),
      sort: query.choice('sort', ['upid', ...sorts.slice(1)], { description: 'The order; `-` reverses it.' }),
      page: query.page({ fallback: MAX_PIECES, maximum: MAX_PIECES, isNumbered: true }),
    },
    errors: [404],
    answers: { description: 'The pieces.', schema: copiedPieces, example: piecesExample, isPage: true },
    handle: async (request, asks) => {
      const { object: of, text, sort, page } = asks();
      const { object, freshness } = await copyOf(of);
      const found = await overviews.pieces(object, source);
      const isReversed = sort.startsWith('-');
      const order = pieceOrders.find((one) => sort.endsWith(one)) ?? 'upid';
      const { total, items } = await listPieces(found.pieces, { text, order, isReversed, ...page }, source);
      return {
        answer: { total, items, truncated: !found.isWhole, ...freshness },
        headers: numberedPageLinks(request.address(uris.base), request.query, page, total),
      };
    },
  });

  return [overview, pieces];
}

const freshExample = {
  mirrored: true,
  state: 'fresh',
  received: '2026-11-22T05:00:01.310Z',
  checked: '2026-11-22T05:00:01.310Z',
} as const;
const server = exampleObject.slice(0, exampleObject.lastIndexOf('/'));

const overviewExample = ({ namespaces }: DescriptionContext): CopyOverviewAnswer => ({
  type: `${namespaces.cargo}Waybill`,
  label: '020-12345675',
  numbers: [{ number: '020-12345675', kind: 'direct', uri: exampleObject }],
  shipment: { uri: `${server}/shipment-1`, label: 'Exhibition materials' },
  origin: { label: 'FRA', uri: null },
  destination: { label: 'DOH', uri: null },
  goods: 'Exhibition materials',
  pieces: { total: 3, readable: 3 },
  weight: { value: 62, unit: 'KGM', from: 'waybill', pieces: 65.5 },
  parties: [{ role: 'CNE', label: 'Example Fairs', uri: `${server}/fairs` }],
  documents: [{ label: 'Packing list', type: null, uri: `${server}/list`, link: 'https://forwarder.example/list.pdf' }],
  milestone: { code: 'ARR', label: 'arrived', at: '2026-11-22T04:10:00.000Z', location: null, pieces: 2 },
  milestones: [
    {
      ...{ code: 'ARR', label: 'arrived', at: '2026-11-22T04:10:00.000Z', timeType: 'ACTUAL', location: null },
      ...{ by: `${server}/airline`, recorded: '2026-11-22T04:12:00.000Z' },
    },
  ],
  ...{ pending: null, telling: null },
  objects: [exampleObject, `${server}/shipment-1`, `${server}/piece-1`],
  truncated: false,
  ...freshExample,
});

const piecesExample = (): CopiedPiecesAnswer => ({
  total: 1,
  items: [
    {
      ...{ uri: `${server}/piece-1`, upid: 'UPID-0001', goods: 'Printed brochures' },
      weight: { value: 23.5, unit: 'KGM' },
      ...{
        dimensions: null,
        codes: ['VAL'],
        ...{ hsCodes: ['490199'], marks: [] },
        milestone: { code: 'ARR', label: 'arrived', at: '2026-11-22T04:10:00.000Z' },
      },
      ...{ pending: null, revision: 3 },
    },
  ],
  truncated: false,
  ...freshExample,
});
