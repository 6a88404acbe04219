/** `GET /internal/objects`: the objects that the caller may read. */
import { pageCursors, pageLinks } from '../../http/page-links.js';
import { invalidQuery, type PageRequest } from '../../http/query-parameters.js';
import type { RequestContext } from '../../http/request-context.js';
import { ALL_OBJECTS } from '../../logistics-objects/lookups.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { type Answered, jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { exampleIds } from '../../openapi/section.js';
import { objectsFile } from '../list-exports.js';
import { exportOfList } from '../../openapi/exporting.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { LIST_END, type ListPosition } from '../../store/lookup.js';
import { listPage, partitionsOf } from '../../store/lookup-page.js';
import { readableObjects } from '../readable-objects.js';
import { type ObjectItem, objectItems, type ObjectsAnswer } from '../responses/objects.js';
import type { ConsoleServices } from '../services.js';
import { consolePage } from './page.js';

/** Filters apply after the search, so that skipped objects are read one by one. */
const MAX_FILTERED_SKIP = 1_000;

const parameters = {
  types: query.list('type', {
    description: 'Only objects of these types and of those that inherit from them, by name or IRI.',
  }),
  text: query.text('q', { description: 'The beginning of an id or identifier, or words of names and goods.' }),
  /** Partners get their objects in the order of URIs. */
  order: query.choice('sort', ['-created', 'created', '-modified', 'modified'], {
    description: 'The order: by creation or last change, `-` for the newest first.',
  }),
  from: query.time('from', {
    description: 'Only objects that were changed (or created, by the order) at this time or later.',
  }),
  to: query.time('to', {
    description: 'Only objects that were changed (or created, by the order) at this time or earlier.',
  }),
  page: consolePage(),
};

type Asked = query.QueryValues<typeof parameters>;

/** The page that a cursor names in a list whose entries have numbers, from 1. */
function numberedPage({ limit, offset, after, before }: PageRequest): Pick<PageRequest, 'limit' | 'offset'> {
  const order = after?.order ?? before?.order ?? 0;
  if (before === LIST_END) throw invalidQuery('before', 'must be a cursor: the end of a search is not known');
  if (!Number.isSafeInteger(order) || order < 0 || order > MAX_FILTERED_SKIP + limit)
    throw invalidQuery(after === undefined ? 'before' : 'after', 'must come from a page of this search');
  if (after !== undefined) return { limit, offset: order };
  if (before === undefined) return { limit, offset };
  const begin = Math.max(0, order - 1 - limit);
  return { limit: order - 1 - begin, offset: begin };
}

export function listObjects(services: ConsoleServices): DeclaredOperation {
  const { store, lookups, uris, vocabulary, model, objects, history, labels, revisions, access, find } = services;

  /** The classes in the query with all their subclasses; undefined for any class. */
  function typesIn({ types }: Asked): ReadonlySet<Iri> | undefined {
    const named = types.map((name) => {
      const type =
        /^[a-z][a-z0-9+.-]*:/i.test(name) && !name.startsWith('cargo:')
          ? name
          : vocabulary.namespaces.cargo + name.replace(/^cargo:/, '');
      if (isIri(type)) return type;
      throw invalidQuery('type', `must be a type of Logistics Objects, not ${JSON.stringify(name)}`);
    });
    return named.length === 0 ? undefined : new Set(named.flatMap((type) => [type, ...model.descendants(type)]));
  }

  /** Whether an object passes the filters of type and time. */
  function filterOf(asked: Asked): (head: Head) => boolean {
    const types = typesIn(asked);
    const { from, to, order } = asked;
    const timeOf = ({ created, modified }: Head): Date => (order.endsWith('modified') ? modified : created);
    return (head) =>
      (types?.has(head.type) ?? true) &&
      (from === undefined || timeOf(head) >= from.instant) &&
      (to === undefined || timeOf(head) <= to.until);
  }

  async function item(head: Head): Promise<ObjectItem> {
    const { object, type, latestRevision, created, modified, moved } = head;
    return {
      uri: object,
      type,
      label: await labels.ofRevision(revisions.latest(head).graph),
      latestRevision,
      created: created.toISOString(),
      modified: modified.toISOString(),
      modifiedBy: (await history.provenance(object, latestRevision)).agent,
      pending: await store.count(lookups.changes.pending, object),
      movedTo: moved?.location ?? null,
    };
  }

  /**
   * The page for a filter that applies after the search. @throws ServiceError `invalid-query` for a `skip` that is too
   * large.
   */
  function filteredPage({ page }: Asked): Asked['page'] {
    if (page.offset > MAX_FILTERED_SKIP) throw invalidQuery('skip', `must be at most ${MAX_FILTERED_SKIP}`);
    return page;
  }

  /** The objects whose id or business identifier begins with a text, in that order; then those with its words. */
  async function matching(context: RequestContext, asked: Asked, text: string): Promise<Answered<ObjectsAnswer>> {
    const accepts = filterOf(asked);
    const { limit, offset } = numberedPage(filteredPage(asked));
    const heads: Head[] = [];
    let passed = 0;
    for await (const object of find.objects(text)) {
      // One additional object shows whether there is another page.
      if (heads.length > limit || limit === 0) break;
      const head = await revisions.head(object);
      if (head === undefined || !accepts(head)) continue;
      if (!(await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object))) continue;
      passed += 1;
      if (passed > offset) heads.push(head);
    }
    const items = await Promise.all(heads.slice(0, limit).map(item));
    // The position of an entry is the number of those up to it.
    const place = (order: number): ListPosition => ({ order, value: uris.objects });
    const listed = {
      entries: items.length === 0 ? [] : [place(offset + 1), place(offset + items.length)],
      hasNext: heads.length > limit && offset + limit <= MAX_FILTERED_SKIP,
      hasPrevious: offset > 0,
    };
    return {
      answer: { total: null, items, ...pageCursors(context.query, asked.page, listed) },
      headers: pageLinks(context.address(uris.base), context.query, asked.page, listed),
    };
  }

  async function forPartner(context: RequestContext, asked: Asked): Promise<Answered<ObjectsAnswer>> {
    const page = filteredPage(asked);
    const accepts = filterOf(asked);
    const { before, after } = page;
    const isBackwards = before !== undefined;
    const begin = before === LIST_END ? undefined : (before ?? after)?.value;
    const { heads, next, first } = await readableObjects(services, context.caller, {
      ...page,
      ...{ begin, isBackwards, accepts },
    });
    const items = await Promise.all(heads.map(item));
    const ends = [first, next ?? heads.at(-1)?.object].filter((end) => end !== undefined);
    const isInside = begin !== undefined && ends.length > 0;
    const listed = {
      entries: (isBackwards ? ends.reverse() : ends).map((value) => ({ order: 0, value })),
      hasNext: isBackwards ? isInside : next !== undefined,
      hasPrevious: isBackwards ? next !== undefined : isInside || (page.offset > 0 && ends.length > 0),
    };
    return {
      answer: {
        total: null,
        items: isBackwards ? items.reverse() : items,
        ...pageCursors(context.query, page, listed),
      },
      headers: pageLinks(context.address(uris.base), context.query, page, listed),
    };
  }

  async function list(context: RequestContext, asked: Asked): Promise<Answered<ObjectsAnswer>> {
    const { order, page, from, to } = asked;
    const text = asked.text?.trim();
    if (text !== undefined) return matching(context, asked, text);
    if (!context.caller.internal) return forPartner(context, asked);
    const types = typesIn(asked);
    const lookup = order.endsWith('modified') ? lookups.objects.byChange : lookups.objects.byCreation;
    const partitions = types === undefined ? [ALL_OBJECTS] : [...types];
    const reverse = order.startsWith('-');
    const bounds = { from: from?.instant.getTime(), until: to?.until.getTime() };
    const listed = await listPage(store, partitionsOf(lookup, partitions), { ...page, ...bounds, reverse });
    const heads = await objects.readable(listed.entries.map(({ value }) => value));
    const items = await Promise.all(heads.map(item));
    return {
      answer: { total: listed.total ?? null, items, ...pageCursors(context.query, page, listed) },
      headers: pageLinks(context.address(uris.base), context.query, page, listed),
    };
  }

  return jsonOperation({
    method: 'GET',
    path: '/internal/objects',
    id: 'listObjects',
    summary: 'List Logistics Objects with their labels and pending changes',
    description:
      'Internal agents see all objects; others the readable ones, ordered by URI and without a total. With `q` only objects whose id or business identifier begins with it, ordered by that, then those whose names or goods have its words.',
    accessLevel: 'authenticated',
    query: parameters,
    answers: {
      description: 'The objects.',
      schema: objectItems,
      isPage: true,
      example: (node) => ({
        total: 1,
        items: [
          {
            uri: node.uri(exampleIds.piece),
            type: `${node.namespaces.cargo}Piece`,
            label: 'Oranges',
            latestRevision: 2,
            created: '2026-03-01T09:00:00.000Z',
            modified: '2026-03-01T10:00:00.400Z',
            modifiedBy: node.uri(exampleIds.airline),
            pending: 1,
            movedTo: null,
          },
        ],
        ...{ next: null, previous: null },
      }),
    },
    exports: exportOfList(objectsFile),
    handle: (context, asks) => list(context, asks()),
  });
}
