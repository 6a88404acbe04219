/** Watched objects over HTTP, each agent's own (K43). */
import { ServiceError } from '../../errors.js';
import { numberedPageLinks } from '../../http/page-links.js';
import type { RequestContext } from '../../http/request-context.js';
import { pathObject } from '../../logistics-objects/path-object.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import type { DescriptionContext } from '../../openapi/section.js';
import { exampleIds } from '../../openapi/section.js';
import { consolePage } from '../api/page.js';
import { type ConsoleServices, readableObject } from '../services.js';
import { type WatchedItem, watchedItems, watchedObject } from './schemas.js';
import { MAX_WATCHED, Watching } from './watching.js';

const example = (node: DescriptionContext): WatchedItem => ({
  uri: node.uri(exampleIds.piece),
  type: `${node.namespaces.cargo}Piece`,
  label: 'Oranges',
  revision: 2,
  modified: '2026-03-01T10:00:00.400Z',
  since: '2026-03-01T09:00:00.000Z',
  seen: '2026-03-01T09:30:00.000Z',
  news: 1,
  changed: '2026-03-01T10:00:00.400Z',
});

export function watchedOperations(services: ConsoleServices): DeclaredOperation[] {
  const { uris } = services;
  const watching = new Watching(services);

  /** @throws ServiceError `not-found` for an object that the caller does not watch; a condition is said first (D49). */
  async function assertWatched(context: RequestContext): Promise<void> {
    const object = pathObject(context, uris);
    if (context.isConditional || (await watching.find(context.caller.agent, object)) !== undefined) return;
    throw new ServiceError('not-found', 'this object is not watched');
  }

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/watched',
    id: 'listWatched',
    summary: 'List the objects that you watch',
    description: 'With the number of revisions and events since you have last seen each; the last taken up first.',
    accessLevel: 'authenticated',
    query: { page: consolePage({ isNumbered: true }) },
    answers: {
      description: 'The objects.',
      schema: watchedItems,
      isPage: true,
      example: (node) => ({ total: 1, items: [example(node)], truncated: false }),
    },
    handle: async (context, asks) => {
      const { page } = asks();
      const answer = await watching.list(context.caller, page);
      const links = numberedPageLinks(context.address(uris.base), context.query, page, answer.total);
      return { answer, headers: links };
    },
  });

  const get = jsonOperation({
    method: 'GET',
    path: '/internal/watched/:id',
    id: 'getWatched',
    summary: 'Read whether you watch an object',
    description: 'Without times for one that you do not watch.',
    accessLevel: 'permitted',
    answers: {
      description: 'Since when, and when you have last seen it.',
      schema: watchedObject,
      example: (node) => {
        const { uri, since, seen } = example(node);
        return { uri, since, seen };
      },
    },
    handle: async (context) => {
      const { object } = await readableObject(context, services);
      const found = await watching.find(context.caller.agent, object);
      const [since, seen] = [found?.since.toISOString() ?? null, found?.seen.toISOString() ?? null];
      return { answer: { uri: object, since, seen } };
    },
  });

  const watch = operation({
    method: 'PUT',
    path: '/internal/watched/:id',
    negotiatesItself: true,
    id: 'watch',
    summary: 'Watch an object, or say that you have seen it',
    description: `Without a body. An agent watches at most ${MAX_WATCHED} objects.`,
    accessLevel: 'permitted',
    errors: [422],
    responses: () => ({ 204: { description: 'It is watched, and seen now.' } }),
    handle: async (context) => {
      const { object } = await readableObject(context, services);
      await watching.watch(context.caller, object, () => context.assertUnchanged());
      return { kind: 'no-content' };
    },
  });

  const unwatch = operation({
    method: 'DELETE',
    path: '/internal/watched/:id',
    negotiatesItself: true,
    id: 'unwatch',
    summary: 'Watch an object no longer',
    accessLevel: 'authenticated',
    requires: assertWatched,
    responses: () => ({ 204: { description: 'It is not watched any more.' } }),
    handle: async (context) => {
      await watching.unwatch(context.caller, pathObject(context, uris), () => context.assertUnchanged());
      return { kind: 'no-content' };
    },
  });

  return [list, get, watch, unwatch];
}
