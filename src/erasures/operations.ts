/** Erasures over HTTP, for internal agents (P26, P38). */
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { MAX_LIMIT } from '../http/query-parameters.js';
import { jsonBody } from '../http/representation/json-body.js';
import { jsonOperation } from '../openapi/json-operation.js';
import { referenceTo } from '../openapi/json-schema.js';
import { type DeclaredOperation, operation, type PathParameter } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { content, CREATED_ID, created, linksTo } from '../openapi/responses.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { ErasureList } from './erasure-list.js';
import type { Erasures } from './erasures.js';
import type { ErasureServices } from './lookups.js';
import type { ErasurePreviews } from './preview.js';
import {
  type ErasureAnswer,
  erasureAnswer,
  erasureBody,
  type ErasurePreviewAnswer,
  erasurePreviewAnswer,
  erasuresAnswer,
} from './schemas.js';
import { readOrder } from './target.js';

const pathParameters: Readonly<Record<string, PathParameter>> = {
  erasure: { description: 'The last part of the URI of the erasure.', schema: { type: 'string' } },
};

const example = (node: DescriptionContext): ErasureAnswer => ({
  uri: node.uri('/internal/erasures/7a1c'),
  object: node.uri(exampleIds.piece),
  property: null,
  subject: null,
  reason: 'DATA_SUBJECT_REQUEST',
  comment: 'asked for by letter',
  by: node.uri(exampleIds.holder),
  at: '2026-03-01T10:00:00.123Z',
  entry: 52_011,
  entryAddress: node.uri('/log/1/entries/52011'),
  state: 'HIDDEN',
  purgedAt: null,
  told: 3,
  toldOpen: 1,
});

const previewExample = (node: DescriptionContext): ErasurePreviewAnswer => ({
  ...{
    revisions: 7,
    events: 2,
    requests: 9,
    messages: 1,
    drafts: 1,
    waiting: 1,
    notifications: 0,
    statements: 180,
    linkedFrom: 3,
  },
  readers: ['https://airline.example/logistics-objects/airline'],
  told: ['https://airline.example/logistics-objects/airline'],
  violates: [],
  alsoIn: [node.uri(exampleIds.changeRequest)],
  truncated: false,
});

export function erasureOperations(
  { uris, vocabulary }: Pick<ErasureServices, 'uris' | 'vocabulary'>,
  {
    erasures,
    list: erasureList,
    previews,
  }: { readonly erasures: Erasures; readonly list: ErasureList; readonly previews: ErasurePreviews },
): DeclaredOperation[] {
  const erase = operation({
    method: 'POST',
    path: '/internal/erasures',
    id: 'createErasure',
    summary: 'Erase an object or one of its properties, an event, a notification, a message or a copy',
    description:
      'What is erased is in no answer, notification, query or export from the answer on. Its id is used up. Who could read it gets 410 with a tombstone, and is notified. With `property` only its values go, from all revisions, from requests that add or delete it, and from notifications about the object; the messages that the object comes from go whole.',
    accessLevel: 'internal',
    isIdempotent: true,
    negotiatesItself: true,
    unknownQuery: 'refused',
    query: {
      preview: query.flag('preview', {
        description:
          'Nothing is erased: the answer says what would go, who would be notified, and where else it stands.',
      }),
    },
    body: (node) => {
      const media = {
        schema: referenceTo(erasureBody),
        example: { object: node.uri(exampleIds.piece), reason: 'DATA_SUBJECT_REQUEST' },
      };
      return { required: true, content: { 'application/json': media, 'application/ld+json': media } };
    },
    errors: [404, 409, 410, 422],
    responses: (node) => ({
      200: content('With `preview`: what would go.', 'application/json', {
        schema: referenceTo(erasurePreviewAnswer),
        example: previewExample(node),
      }),
      201: created('The erasure', linksTo(['getErasure'], { erasure: CREATED_ID })),
    }),
    handle: async (context, asks) => {
      const { preview } = asks();
      const order = await readOrder(context, vocabulary);
      if (preview) {
        const body = jsonBody(await previews.preview(order));
        return { kind: 'content', body, contentType: 'application/json', headers: { 'Cache-Control': 'no-store' } };
      }
      const location = await erasures.erase(order, context.requestor, () => context.assertUnchanged());
      return { kind: 'created', location, type: erasures.type };
    },
  });

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/erasures',
    id: 'listErasures',
    summary: 'List erasures, newest first',
    accessLevel: 'internal',
    query: {
      object: query.iri('object', {
        description: 'Only erasures of this object, event, notification, message or copy.',
      }),
      page: query.page({ fallback: PAGE_LIMIT, maximum: MAX_LIMIT }),
    },
    answers: {
      description: 'The erasures.',
      schema: erasuresAnswer,
      example: (node) => ({ items: [example(node)], total: 1 }),
      isPage: true,
    },
    handle: async (context, asks) => {
      const { object, page } = asks();
      const listed = await erasureList.list(object, page);
      return {
        answer: { items: [...listed.erasures], total: listed.total ?? listed.erasures.length },
        headers: pageLinks(context.address(uris.base), context.query, page, listed),
      };
    },
  });

  const get = jsonOperation({
    method: 'GET',
    path: '/internal/erasures/:erasure',
    pathParameters,
    id: 'getErasure',
    summary: 'Read an erasure',
    accessLevel: 'internal',
    answers: { description: 'The erasure.', schema: erasureAnswer, example },
    handle: async (context) => ({ answer: await erasureList.getOrThrow(context.param('erasure')) }),
  });

  return [erase, list, get];
}
