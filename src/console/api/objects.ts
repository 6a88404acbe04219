/** `GET /internal/objects`: the objects that the caller may read. */
import type { Caller } from '../../http/caller.js';
import { invalidQuery } from '../../http/query-parameters.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { ALL_OBJECTS } from '../../logistics-objects/lookups.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { lookupAll } from '../../store/lookup.js';
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
  const { store, lookups, vocabulary, model, objects, history, labels, revisions, access, find } = services;

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
    const { limit, offset } = pageOf(context.query, { maxSkip: MAX_FILTERED_SKIP });
    const heads: Head[] = [];
    let passed = 0;
    for await (const object of find.objects(text)) {
      if (heads.length === limit) break;
      const head = await revisions.head(object);
      if (head === undefined || !(types?.has(head.type) ?? true)) continue;
      if (!(await access.isAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object))) continue;
      passed += 1;
      if (passed > offset) heads.push(head);
    }
    const answer: ObjectsAnswer = { total: null, items: await Promise.all(heads.map(item)) };
    return jsonAnswer(context, answer);
  }

  async function forPartner(context: RequestContext, caller: Caller): Promise<HandlerResult> {
    const types = typesIn(context);
    const page = pageOf(context.query, { maxSkip: MAX_FILTERED_SKIP });
    const accepts = ({ type }: Head): boolean => types?.has(type) ?? true;
    const { heads } = await readableObjects(services, caller, { ...page, accepts });
    const answer: ObjectsAnswer = { total: null, items: await Promise.all(heads.map(item)) };
    return jsonAnswer(context, answer);
  }

  async function list(context: RequestContext): Promise<HandlerResult> {
    const { caller, query } = context;
    const order = choice(query, 'sort', objectOrders, '-created');
    const text = query.text('q')?.trim();
    if (text !== undefined) return matching(context, text);
    if (!caller.internal) return forPartner(context, caller);
    const types = typesIn(context);
    const { limit, offset } = pageOf(query);
    const lookup = order.endsWith('modified') ? lookups.changedObjects : lookups.objects;
    const partitions = types === undefined ? [ALL_OBJECTS] : [...types];
    const { entries, total } = await lookupAll(store, lookup, partitions, {
      limit,
      offset,
      reverse: order.startsWith('-'),
    });
    const heads = await objects.readable(entries.map(({ value }) => value));
    const answer: ObjectsAnswer = { total, items: await Promise.all(heads.map(item)) };
    return jsonAnswer(context, answer);
  }

  return [
    {
      path: '/internal/objects',
      methods: { GET: list },
      query: ['type', 'q', 'sort', 'limit', 'skip'],
      negotiatesItself: true,
    },
  ];
}
