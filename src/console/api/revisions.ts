/** The revisions of an object by number, and the differences between two of them. */
import { revisionsFile } from '../list-exports.js';
import { exportOfList } from '../../openapi/exporting.js';
import { ServiceError } from '../../errors.js';
import { pageCursors, pageLinks } from '../../http/page-links.js';
import { invalidQuery, type PageRequest } from '../../http/query-parameters.js';
import { headerRefs } from '../../openapi/headers.js';
import { schemaRef } from '../../openapi/json-ld.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { rdfResponse } from '../../openapi/responses.js';
import { type DescriptionContext, exampleIds } from '../../openapi/section.js';
import { type Iri, node } from '../../rdf/terms.js';
import { LIST_END } from '../../store/lookup.js';
import { MAX_REVISIONS } from '../history.js';
import {
  type DiffAnswer,
  revisionDiff,
  type RevisionItem,
  revisionItems,
  type RevisionsAnswer,
} from '../responses/objects.js';
import { type ConsoleServices, readableObject } from '../services.js';
import { consolePage } from './page.js';

/** A revision never changes. Access to it is checked again only for other callers, who have other caches. */
const IMMUTABLE = 'private, max-age=31536000, immutable';

const revisionExample = (described: DescriptionContext): RevisionItem => ({
  number: 2,
  at: '2026-03-01T10:00:00.400Z',
  requestedBy: described.uri(exampleIds.airline),
  decidedBy: described.uri(exampleIds.holder),
  request: described.uri(exampleIds.changeRequest),
  message: null,
  description: 'Add lemons',
  properties: [`${described.namespaces.cargo}goodsDescription`],
  added: 1,
  removed: 0,
});

/** The numbers on a page: the newest revision is the first of the list. */
function numbersOf(
  { limit, offset, after, before }: PageRequest,
  latest: number,
): { readonly newest: number; readonly oldest: number } {
  for (const [name, place] of Object.entries({ after, before }))
    if (place !== undefined && !Number.isSafeInteger(place.order))
      throw invalidQuery(name, 'must come from a page of this list');
  if (before !== undefined) {
    const oldest = before === LIST_END ? 1 : before.order + 1;
    return { newest: Math.min(latest, oldest + limit - 1), oldest };
  }
  const newest = Math.min(latest, after === undefined ? latest : after.order - 1) - offset;
  return { newest, oldest: newest - limit + 1 };
}

/** @throws ServiceError `invalid-query` for a number without a revision. */
function existing(name: string, number: number, latest: number): number {
  if (number >= 1 && number <= latest) return number;
  throw invalidQuery(name, `must be the number of a revision, from 1 to ${latest}`);
}

export function revisionOperations(services: ConsoleServices): DeclaredOperation[] {
  const { history, model, uris, representations } = services;

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/revisions',
    id: 'listRevisions',
    summary: 'List the revisions of an object, newest first',
    description: 'Each with its requestor, the agent that decided, and its changes. At most 50 on a page.',
    accessLevel: 'permitted',
    query: { page: consolePage() },
    answers: {
      description: 'The revisions.',
      schema: revisionItems,
      isPage: true,
      example: (described): RevisionsAnswer => ({
        object: described.uri(exampleIds.piece),
        latest: 2,
        total: 2,
        items: [revisionExample(described)],
        ...{ next: null, previous: null },
      }),
    },
    exports: exportOfList(revisionsFile),
    handle: async (context, asks) => {
      const head = await readableObject(context, services);
      const { object, latestRevision: latest } = head;
      const { page } = asks();
      const { newest, oldest } = numbersOf(page, latest);
      const items = await history.items(head, newest, oldest);
      const listed = {
        entries: items.map(({ number }) => ({ order: number, value: uris.revision(object, number) })),
        hasNext: oldest > 1,
        hasPrevious: newest < latest,
      };
      return {
        answer: { object, latest, total: latest, items, ...pageCursors(context.query, page, listed) },
        headers: pageLinks(context.address(uris.base), context.query, page, listed),
      };
    },
  });

  const read = operation({
    method: 'GET',
    path: '/internal/objects/:id/revisions/:number',
    pathParameters: {
      number: {
        description: 'The number of the revision, from 1 on.',
        schema: { type: 'integer', minimum: 1 },
        example: 1,
      },
    },
    id: 'getRevision',
    summary: 'Read a revision by its number',
    description: 'A revision never changes, so the response may be cached.',
    accessLevel: 'permitted',
    responses: (described) => ({
      200: {
        ...rdfResponse(
          'The revision.',
          schemaRef('LogisticsObject'),
          described.document({
            '@id': described.uri(exampleIds.piece),
            '@type': 'cargo:Piece',
            'cargo:goodsDescription': 'Oranges',
          }),
        ),
        headers: headerRefs([
          ...(['Type', 'ETag', 'Cache-Control', 'Content-Language', 'Vary', 'Last-Modified', 'Revision'] as const),
        ]),
      },
    }),
    handle: async (context) => {
      const head = await readableObject(context, services);
      const text = context.param('number');
      const number = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
      if (number === undefined) throw new ServiceError('not-found', 'a revision is a number from 1 on');
      const data = await history.statements(head, number);
      const { at } = await history.provenance(head.object, number);
      const [first, ...others] = data.types(node(head.object));
      const type: Iri = first === undefined ? head.type : model.mostSpecific([first, ...others]);
      return representations.answer({ root: node(head.object), data }, context.form, {
        type,
        state: text,
        lastModified: new Date(at),
        headers: { Revision: text, 'Cache-Control': IMMUTABLE },
      });
    },
  });

  const compare = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/diff',
    id: 'compareRevisions',
    summary: 'Compare two revisions',
    description: 'The statements that are in only one of them. By default the latest revision and its predecessor.',
    accessLevel: 'permitted',
    query: {
      from: query.optionalInteger('from', {
        description:
          'The number of the first revision, by default the predecessor of the second. It may be the later one.',
        minimum: 1,
      }),
      to: query.optionalInteger('to', {
        description: 'The number of the second revision; by default the latest.',
        minimum: 1,
      }),
    },
    answers: {
      description: 'The difference.',
      schema: revisionDiff,
      example: (described): DiffAnswer => {
        const goods = `${described.namespaces.cargo}goodsDescription`;
        const object = described.uri(exampleIds.piece);
        const o = { type: 'literal', value: 'Lemons' } as const;
        return {
          object,
          from: 1,
          to: 2,
          statements: [{ op: 'added', s: object, p: goods, o, path: [goods], revision: 2 }],
          revisions: [revisionExample(described)],
          truncated: false,
        };
      },
    },
    handle: async (context, asks) => {
      const head = await readableObject(context, services);
      const { object, latestRevision: latest } = head;
      const asked = asks();
      const to = existing('to', asked.to ?? latest, latest);
      const from = existing('from', asked.from ?? Math.max(1, to - 1), latest);
      const { statements, truncated } = await history.diff(head, from, to);
      const [low, high] = from < to ? [from, to] : [to, from];
      const isLong = high - low >= MAX_REVISIONS;
      const revisions = [
        ...(await history.items(head, high, isLong ? high - MAX_REVISIONS + 2 : low)),
        ...(isLong ? await history.items(head, low, low) : []),
      ];
      return { answer: { object, from, to, statements, revisions, truncated: truncated || isLong } };
    },
  });

  return [list, read, compare];
}
