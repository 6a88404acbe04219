/** `GET /internal/objects`: the objects that the caller may read. */
import type { Caller } from '../../http/caller.js';
import { nextLink, numberedPageLinks, pageLinks } from '../../http/page-links.js';
import { assertNumbered, invalidQuery, PAGE_PARAMETERS } from '../../http/query-parameters.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { ALL_OBJECTS } from '../../logistics-objects/lookups.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { listPage, partitionsOf } from '../../store/lookup-page.js';
import { readableObjects } from '../readable-objects.js';
import type { ObjectItem, ObjectsAnswer } from '../responses.js';
import type { ConsoleServices } from '../services.js';
import { jsonAnswer } from './answer.js';
import { choice, pageOf } from './page.js';

/** Newest first by default; partners get theirs in the order of their URIs. */
export const objectOrders = ['-created', 'created', '-modified', 'modified'] as const;

/** What is filtered after it has been found is passed over one by one. */
const MAX_FILTERED_SKIP = 1_000;

export function objectRoutes(services: ConsoleServices): Resource[] {
  const { store, lookups, uris, vocabulary, model, objects, history, labels, revisions, access, find } = services;

  /** The classes in the query with all that inherit from them; undefined for any. */
  function typesIn({ query }: RequestContext): ReadonlySet<Iri> | undefined {
    const named = query.list('type').map((name) => {
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
      pending: await store.count(lookups.pendingChanges, object),
      movedTo: moved?.location ?? null,
    };
  }

  /** Those whose id or business identifier begins so, in the order of these. */
  async function matching(context: RequestContext, text: string): Promise<HandlerResult> {
    const types = typesIn(context);
    const page = pageOf(context.query, { maxSkip: MAX_FILTERED_SKIP });
    assertNumbered(page, 'a search');
    const { limit, offset } = page;
    const heads: Head[] = [];
    let passed = 0;
    for await (const object of find.objects(text)) {
      // One more says whether there is another page.
      if (heads.length > limit || limit === 0) break;
      const head = await revisions.head(object);
      if (head === undefined || !(types?.has(head.type) ?? true)) continue;
      if (!(await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object))) continue;
      passed += 1;
      if (passed > offset) heads.push(head);
    }
    const answer: ObjectsAnswer = { total: null, items: await Promise.all(heads.slice(0, limit).map(item)) };
    const links = numberedPageLinks(context.address(uris.base), context.query, page, offset + heads.length);
    return jsonAnswer(context, answer, offset + limit > MAX_FILTERED_SKIP ? {} : links);
  }

  async function forPartner(context: RequestContext, caller: Caller): Promise<HandlerResult> {
    const types = typesIn(context);
    const page = pageOf(context.query, { maxSkip: MAX_FILTERED_SKIP });
    const accepts = ({ type }: Head): boolean => types?.has(type) ?? true;
    if (page.before !== undefined) throw invalidQuery('before', 'is not for this list');
    const { heads, next } = await readableObjects(services, caller, { ...page, after: page.after?.value, accepts });
    const answer: ObjectsAnswer = { total: null, items: await Promise.all(heads.map(item)) };
    const place = next && { order: 0, value: next };
    return jsonAnswer(context, answer, nextLink(context.address(uris.base), context.query, page, place));
  }

  async function list(context: RequestContext): Promise<HandlerResult> {
    const { caller, query } = context;
    const order = choice(query, 'sort', objectOrders, '-created');
    const text = query.text('q')?.trim();
    if (text !== undefined) return matching(context, text);
    if (!caller.internal) return forPartner(context, caller);
    const types = typesIn(context);
    const page = pageOf(query);
    const lookup = order.endsWith('modified') ? lookups.changedObjects : lookups.objects;
    const partitions = types === undefined ? [ALL_OBJECTS] : [...types];
    const reverse = order.startsWith('-');
    const listed = await listPage(store, partitionsOf(lookup, partitions), { ...page, reverse });
    const heads = await objects.readable(listed.entries.map(({ value }) => value));
    const answer: ObjectsAnswer = { total: listed.total ?? null, items: await Promise.all(heads.map(item)) };
    return jsonAnswer(context, answer, pageLinks(context.address(uris.base), query, page, listed));
  }

  return [
    {
      path: '/internal/objects',
      methods: { GET: list },
      query: ['type', 'q', 'sort', ...PAGE_PARAMETERS],
      negotiatesItself: true,
    },
  ];
}
