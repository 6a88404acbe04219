/** Follows over HTTP, for internal agents (M1 to M7), and the purge of copies (M31). */
import { jsonBody } from '../../http/representation/json-body.js';
import { digest } from '../../http/representation/representation.js';
import type { HandlerResult } from '../../http/request-context.js';
import { numberedPageLinks } from '../../http/page-links.js';
import { MAX_LIMIT } from '../../http/query-parameters.js';
import { referenceTo } from '../../openapi/json-schema.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import { type DeclaredOperation, operation, type PathParameter } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { content, created, linksTo } from '../../openapi/responses.js';
import type { DescriptionContext } from '../../openapi/section.js';
import { iri } from '../../rdf/terms.js';
import { listPage, partitionsOf } from '../../store/lookup-page.js';
import type { Purging } from '../copies/purge.js';
import { ALL, serverPartition, statePartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import { readFollowBody, readOptionsBody } from './follow-body.js';
import type { FollowViews } from './follow-view.js';
import { followStates } from './follow.js';
import type { Follows } from './follows.js';
import { followBody, followChange, type FollowItem, followItem, followItems } from './schemas.js';

const pathParameters: Readonly<Record<string, PathParameter>> = {
  follow: { description: 'The last part of the URI of the follow.', schema: { type: 'string' } },
};
const followLinks = linksTo(['getFollow', 'changeFollow', 'endFollow']);

const example = (node: DescriptionContext): FollowItem => ({
  uri: node.uri('/internal/follows/7c0e'),
  server: 'https://forwarder.example',
  holder: 'https://forwarder.example/logistics-objects/_data-holder',
  object: 'https://forwarder.example/logistics-objects/awb-1',
  objects: null,
  type: null,
  ...{ depth: 1, events: true, subscribe: true, note: null, state: 'following', reason: null },
  since: '2026-03-01T10:00:00.120Z',
  by: node.uri('/logistics-objects/_data-holder'),
  created: '2026-03-01T10:00:00.000Z',
  subscription: null,
  apiVersion: '2.3.0',
  counts: {
    ...{ objects: 41, revisions: 97, events: 12, due: 0, gaps: 2, frozen: 0 },
    ...{ disputed: 0, poison: 0, truncated: 0 },
  },
  found: { start: 41, notification: 49, sweep: 5, repair: 2 },
  ...{ lastHeard: null, lastChecked: '2026-03-01T10:00:00.300Z', nextSweep: '2026-03-01T11:00:00.000Z' },
});

export interface FollowOperationParts {
  readonly follows: Follows;
  readonly views: FollowViews;
  readonly purging: Purging;
}

export function followOperations(
  context: MirrorContext,
  { follows, views, purging }: FollowOperationParts,
): DeclaredOperation[] {
  const { uris, store, lookups } = context;
  const followType = iri(`${uris.extensions}#follow`);

  const create = operation({
    method: 'POST',
    path: '/internal/follows',
    id: 'createFollow',
    summary: "Follow partners' objects",
    description:
      'The node fetches and keeps each revision of the objects, as received. No partner is called before the answer. A follow that is equal to one that has not ended is that one: 200 with its `Location`.',
    accessLevel: 'internal',
    negotiatesItself: true,
    body: () => {
      const media = {
        schema: referenceTo(followBody),
        example: { object: 'https://forwarder.example/logistics-objects/awb-1', depth: 1 },
      };
      return { required: true, content: { 'application/json': media, 'application/ld+json': media } };
    },
    errors: [413, 422],
    responses: (node) => ({
      200: content(
        'The equal follow.',
        'application/json',
        { schema: referenceTo(followItem), example: example(node) },
        ['Location', 'ETag', 'Cache-Control', 'Content-Language', 'Vary'],
      ),
      201: created('The follow', followLinks),
    }),
    handle: async (request): Promise<HandlerResult> => {
      const asked = readFollowBody(await request.json(), uris.base);
      const { follow, isNew } = await follows.create(asked, request.caller.agent);
      if (isNew) return { kind: 'created', location: follow.uri, type: followType };
      const body = jsonBody(await views.view(follow));
      const headers = { Location: follow.uri };
      return { kind: 'content', body, contentType: 'application/json', etag: digest(body), headers };
    },
  });

  const get = jsonOperation({
    method: 'GET',
    path: '/internal/follows/:follow',
    pathParameters,
    id: 'getFollow',
    summary: 'Read a follow',
    description: 'Its state, and what has been fetched for it.',
    accessLevel: 'internal',
    answers: { description: 'The follow.', schema: followItem, example },
    handle: async (request) => ({ answer: await views.view(await follows.getOrThrow(request.param('follow'))) }),
  });

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/follows',
    id: 'listFollows',
    summary: 'List follows, newest first',
    description: 'Also those that have ended.',
    accessLevel: 'internal',
    query: {
      state: query.optionalChoice('state', followStates, { description: 'Only follows in this state.' }),
      server: query.iri('server', { description: 'Only follows of this server.' }),
      page: query.page({ fallback: 100, maximum: MAX_LIMIT, isNumbered: true }),
    },
    answers: {
      description: 'The follows.',
      schema: followItems,
      example: (node) => ({ items: [example(node)], total: 1 }),
      isPage: true,
      isUntagged: true,
    },
    handle: async (request, asks) => {
      const { state, server, page } = asks();
      const partition =
        server !== undefined ? serverPartition(server) : state !== undefined ? statePartition(state) : ALL;
      const isBoth = server !== undefined && state !== undefined;
      // A server has few follows: those in a state are counted.
      const read = isBoth ? { limit: MAX_LIMIT, offset: 0 } : page;
      const { entries, total = 0 } = await listPage(store, partitionsOf(lookups.mirror.follows, [partition]), {
        ...{ limit: read.limit, offset: read.offset, reverse: true },
      });
      const found = (await Promise.all(entries.map(({ value }) => follows.find(value)))).filter(
        (follow) => follow !== undefined,
      );
      const matching = isBoth ? found.filter((follow) => follow.state.kind === state) : found;
      const listed = isBoth ? matching.slice(page.offset, page.offset + page.limit) : matching;
      const all = isBoth ? matching.length : total;
      const items = await Promise.all(listed.map((follow) => views.view(follow)));
      return {
        answer: { items, total: all },
        headers: numberedPageLinks(request.address(uris.base), request.query, page, all),
      };
    },
  });

  const change = operation({
    method: 'PATCH',
    path: '/internal/follows/:follow',
    pathParameters,
    id: 'changeFollow',
    summary: 'Change the options of a follow',
    description: 'Members that are absent remain as they are.',
    accessLevel: 'internal',
    body: () => {
      const media = { schema: referenceTo(followChange), example: { depth: 2 } };
      return { required: true, content: { 'application/json': media, 'application/ld+json': media } };
    },
    responses: () => ({ 204: { description: 'The options are changed.' } }),
    handle: async (request) => {
      const { uri } = await follows.getOrThrow(request.param('follow'));
      const options = readOptionsBody(await request.json());
      await follows.change(uri, options, () => request.assertUnchanged());
      return { kind: 'no-content' };
    },
  });

  const sweep = jsonOperation({
    method: 'POST',
    path: '/internal/follows/:follow/sweep',
    pathParameters,
    id: 'sweepFollow',
    summary: 'Check all copies of a follow now',
    description: 'At the usual pace; also those without access, and revisions that are missing.',
    accessLevel: 'internal',
    errors: [422],
    answers: { status: 202, description: 'The follow.', schema: followItem, example },
    handle: async (request) => {
      const { id, uri } = await follows.getOrThrow(request.param('follow'));
      await follows.sweep(uri, () => request.assertUnchanged());
      return { answer: await views.view(await follows.getOrThrow(id)) };
    },
  });

  const end = operation({
    method: 'DELETE',
    path: '/internal/follows/:follow',
    pathParameters,
    id: 'endFollow',
    summary: 'End a follow',
    description:
      'Its copies stay and are no longer checked; with `purge`, those that nothing else follows are deleted. Subscriptions at the partner are revoked.',
    accessLevel: 'internal',
    query: { isPurged: query.flag('purge', { description: 'Whether copies that nothing else follows are deleted.' }) },
    responses: () => ({ 204: { description: 'The follow has ended.' } }),
    handle: async (request, asks) => {
      const { isPurged } = asks();
      const { uri } = await follows.getOrThrow(request.param('follow'));
      await follows.end(uri, isPurged ? 'purge' : 'end', () => request.assertUnchanged());
      return { kind: 'no-content' };
    },
  });

  const purge = operation({
    method: 'DELETE',
    path: '/internal/mirror',
    id: 'purgeCopy',
    summary: "Delete the copy of a partner's object",
    description:
      'The statements are deleted; the numbers, times and digests of revisions stay. A copy that is followed: 409.',
    accessLevel: 'internal',
    query: { object: query.required(query.iri('object', { description: "The URI of the partner's object." })) },
    errors: [404, 409],
    responses: () => ({ 204: { description: 'The copy is deleted.' } }),
    handle: async (request, asks) => {
      const { object } = asks();
      await request.assertUnchanged();
      await purging.request(object, request.caller.agent);
      return { kind: 'no-content' };
    },
  });

  return [create, list, get, change, sweep, end, purge];
}
