/** `GET /internal/objects`: the objects that the caller may read. */
import { nextLink, numberedPageLinks, pageLinks } from '../../http/page-links.js';
import { assertNumbered, invalidQuery } from '../../http/query-parameters.js';
import type { RequestContext } from '../../http/request-context.js';
import { ALL_OBJECTS } from '../../logistics-objects/lookups.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { type Answered, jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { exampleIds } from '../../openapi/section.js';
import { type Iri, isIri } from '../../rdf/terms.js';
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
  text: query.text('q', { description: 'The beginning of an id or identifier.' }),
  /** Partners get their objects in the order of URIs. */
  order: query.choice('sort', ['-created', 'created', '-modified', 'modified'], {
    description: 'The order: by creation or last change, `-` for the newest first.',
  }),
  page: consolePage(),
};

type Asked = query.QueryValues<typeof parameters>;

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

  /** The objects whose id or business identifier begins with a text, in that order. */
  async function matching(context: RequestContext, asked: Asked, text: string): Promise<Answered<ObjectsAnswer>> {
    const types = typesIn(asked);
    const page = filteredPage(asked);
    assertNumbered(page, 'a search');
    const { limit, offset } = page;
    const heads: Head[] = [];
    let passed = 0;
    for await (const object of find.objects(text)) {
      // One additional object shows whether there is another page.
      if (heads.length > limit || limit === 0) break;
      const head = await revisions.head(object);
      if (head === undefined || !(types?.has(head.type) ?? true)) continue;
      if (!(await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object))) continue;
      passed += 1;
      if (passed > offset) heads.push(head);
    }
    const items = await Promise.all(heads.slice(0, limit).map(item));
    const links = numberedPageLinks(context.address(uris.base), context.query, page, offset + heads.length);
    return { answer: { total: null, items }, headers: offset + limit > MAX_FILTERED_SKIP ? {} : links };
  }

  async function forPartner(context: RequestContext, asked: Asked): Promise<Answered<ObjectsAnswer>> {
    const types = typesIn(asked);
    const page = filteredPage(asked);
    const accepts = ({ type }: Head): boolean => types?.has(type) ?? true;
    if (page.before !== undefined) throw invalidQuery('before', 'is not for this list');
    const after = page.after?.value;
    const { heads, next } = await readableObjects(services, context.caller, { ...page, after, accepts });
    const items = await Promise.all(heads.map(item));
    const place = next && { order: 0, value: next };
    return {
      answer: { total: null, items },
      headers: nextLink(context.address(uris.base), context.query, page, place),
    };
  }

  async function list(context: RequestContext, asked: Asked): Promise<Answered<ObjectsAnswer>> {
    const { order, page } = asked;
    const text = asked.text?.trim();
    if (text !== undefined) return matching(context, asked, text);
    if (!context.caller.internal) return forPartner(context, asked);
    const types = typesIn(asked);
    const lookup = order.endsWith('modified') ? lookups.objects.byChange : lookups.objects.byCreation;
    const partitions = types === undefined ? [ALL_OBJECTS] : [...types];
    const reverse = order.startsWith('-');
    const listed = await listPage(store, partitionsOf(lookup, partitions), { ...page, reverse });
    const heads = await objects.readable(listed.entries.map(({ value }) => value));
    const items = await Promise.all(heads.map(item));
    return {
      answer: { total: listed.total ?? null, items },
      headers: pageLinks(context.address(uris.base), context.query, page, listed),
    };
  }

  return jsonOperation({
    method: 'GET',
    path: '/internal/objects',
    id: 'listObjects',
    summary: 'List Logistics Objects with their labels and pending changes',
    description:
      'Internal agents see all objects; others the readable ones, ordered by URI and without a total. With `q` only objects whose id or business identifier begins with it, ordered by that.',
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
      }),
    },
    handle: (context, asks) => list(context, asks()),
  });
}
