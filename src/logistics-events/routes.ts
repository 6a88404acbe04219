/** Logistics Events over HTTP: append, read, list with filters (specification, …/logistics-events; D13, D24, D25, D44). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { collection } from '../http/collection.js';
import type { HandlerResult, Content, RequestContext, Resource } from '../http/request-context.js';
import { contentType } from '../http/representation/negotiation.js';
import { numberedPageLinks, pageLinks } from '../http/page-links.js';
import {
  assertNumbered,
  invalidQuery,
  MAX_LIMIT,
  PAGE_PARAMETERS,
  type TimeParameter,
} from '../http/query-parameters.js';
import { pathObject, redirect } from '../logistics-objects/routes.js';
import type { Model } from '../model/model.js';
import { node } from '../rdf/terms.js';
import type { ListedEntries } from '../store/lookup-page.js';
import { DependencyCache } from '../store/cache/dependency-cache.js';
import { describeCreations } from './event-targets.js';
import { isNamedBy, type LogisticsEvent } from './logistics-event.js';
import type { LogisticsEvents } from './logistics-events.js';

/** The events of a page, how many there are on all pages, and where it is in the index, if it was found there. */
interface Matching {
  readonly matching: readonly LogisticsEvent[];
  readonly total: number;
  readonly listed?: ListedEntries;
}

/** A page of a list as a response. */
interface Listed extends Pick<Matching, 'total' | 'listed'> {
  readonly content: Content;
}

type Order = (one: LogisticsEvent, other: LogisticsEvent) => number;

/** Compares times; NaN is sorted last, since it has no order. */
function compare(one: number, other: number): number {
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return 0;
  return one < other || Number.isNaN(other) ? -1 : 1;
}

const byTime =
  (time: 'creationDate' | 'eventDate', direction: 1 | -1): Order =>
  (one, other) =>
    direction * compare(one[time], other[time]) ||
    compare(one.creationDate, other.creationDate) ||
    (one.uri < other.uri ? -1 : 1);

/** The order of the index of events. */
const byCreationDate = byTime('creationDate', 1);

/** The orders of `sort` (D44). */
/** What the list of events is filtered and sorted by, each name as the versions write it. */
const EVENT_PARAMETERS = [
  ...['eventType', 'event-type', 'eventCode', 'event-code'],
  ...['created_after', 'created-after', 'created_before', 'created-before'],
  ...['occurred_after', 'occurred-after', 'occurred_before', 'occurred-before'],
  ...['sort', ...PAGE_PARAMETERS],
];

const sortOrders = new Map<string, Order>([
  ['ASC-creationDate', byCreationDate],
  // Also of events created at the same instant: a list with a filter has the order of one without.
  ['DESC-creationDate', (one, other): number => byCreationDate(other, one)],
  ['ASC-eventDate', byTime('eventDate', 1)],
  ['DESC-eventDate', byTime('eventDate', -1)],
]);

/** Whether a time is strictly between two bounds (D44). */
function between(time: number, after: TimeParameter | undefined, before: TimeParameter | undefined): boolean {
  return (
    (after === undefined || time > Number(after.instant)) && (before === undefined || time < Number(before.instant))
  );
}

export function eventRoutes(services: ExchangeServices, events: LogisticsEvents): Resource[] {
  const {
    settings,
    store,
    lookups,
    objects,
    access,
    uris,
    model,
    vocabulary,
    representations,
    cacheBudget,
    clock,
    ids,
  } = services;
  const pages = new DependencyCache<Listed>(store, {
    maxBytes: cacheBudget.share('lists'),
    bytesOf: ({ content }) => content.body.length,
    clock,
  });

  const isRootType = (types: Parameters<Model['isLogisticsObject']>[0]): boolean =>
    [...types].some((type) => model.isSubclassOf(type, vocabulary.cargo.LogisticsEvent.value));

  async function append(context: RequestContext): Promise<HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    if (settings.eventPosting === 'acl')
      await access.assertAllowed(context.caller, 'POST_LOGISTICS_EVENT', head.object);
    const elsewhere = redirect(head, '/logistics-events');
    if (elsewhere !== undefined) return elsewhere;
    const document = await context.document({ isRootType });
    const uri = await events.append(document, head, context.caller, () => context.assertUnchanged());
    return { kind: 'created', location: uri, type: vocabulary.cargo.LogisticsEvent.value };
  }

  /** One event for many objects: 207, whatever becomes of it for each of them (V56). */
  async function appendToMany(context: RequestContext): Promise<HandlerResult> {
    const form = context.formWith('eventsForManyObjects');
    const document = await context.document({ isRootType });
    const creations = await events.appendToMany(document, context.caller);
    const body = representations.write(describeCreations(creations, vocabulary, ids), form);
    const type = vocabulary.api.MultiStatusResponse.value;
    return { kind: 'content', status: 207, body, contentType: contentType(form), type };
  }

  async function read(context: RequestContext): Promise<HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    const id = context.param('event');
    const event = await events.getOrThrow(head.object, id);
    await access.assertAllowed(context.caller, 'GET_LOGISTICS_EVENT', head.object);
    const elsewhere = redirect(head, `/logistics-events/${id}`);
    if (elsewhere !== undefined) return elsewhere;
    return representations.answer({ root: node(event.uri), data: event.data }, context.form, {
      type: vocabulary.cargo.LogisticsEvent.value,
      lastModified: await events.recordedAt(event),
    });
  }

  async function list(context: RequestContext): Promise<HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    await access.assertAllowed(context.caller, 'GET_LOGISTICS_EVENT', head.object);
    const elsewhere = redirect(head, '/logistics-events');
    if (elsewhere !== undefined) return elsewhere;
    const { query } = context;
    const names = new Set(query.listOnce('eventType', 'event-type', 'eventCode', 'event-code'));
    const created = [
      query.time('created_after', 'created-after'),
      query.time('created_before', 'created-before'),
    ] as const;
    const occurred = [
      query.time('occurred_after', 'occurred-after'),
      query.time('occurred_before', 'occurred-before'),
    ] as const;
    const sort = query.text('sort') ?? 'ASC-creationDate';
    const order = sortOrders.get(sort);
    if (order === undefined) throw invalidQuery('sort', `must be one of ${[...sortOrders.keys()].join(', ')}`);
    const page = query.page(MAX_LIMIT);

    const isFiltered = names.size > 0 || [...created, ...occurred].some((time) => time !== undefined);
    const reverse = sort === 'DESC-creationDate';
    const isInIndex = !isFiltered && (sort === 'ASC-creationDate' || reverse);
    if (!isInIndex) assertNumbered(page, 'a list with a filter or by `eventDate`');

    const { form } = context;
    // Only the parsed parameters: unknown ones must not make further cache entries.
    const times = [...created, ...occurred].map((time) => time?.instant.getTime());
    const key = JSON.stringify([head.object, contentType(form), [...names].sort(), times, sort, page]);
    /** A page of the index, in the order of creation. */
    const byCreation = async (reverse: boolean): Promise<Matching> => {
      const { events: matching, ...others } = await events.page(head.object, { ...page, reverse });
      return { matching, ...others };
    };
    /** Reads all events of the object. */
    const filtered = async (): Promise<Matching> => {
      const all = (await events.forObject(head.object))
        .filter(
          (event) =>
            (names.size === 0 || [...names].some((name) => isNamedBy(event, name))) &&
            between(event.creationDate, ...created) &&
            between(event.eventDate, ...occurred),
        )
        .sort(order);
      const matching = all.slice(page.offset, page.offset + page.limit);
      return { matching, total: all.length };
    };
    const { content, total, listed } = await pages.of(key, async (track) => {
      track.graph(uris.eventsPrefix(head.object));
      // Read first: a tag must not be newer than the content.
      const state = String(await store.count(lookups.events, head.object));
      const { matching, total, listed } = isInIndex ? await byCreation(reverse) : await filtered();
      const items = matching.map(({ uri, data }) => ({ item: node(uri), statements: data }));
      const description = collection(node(uris.events(head.object)), items, total, vocabulary);
      const content = representations.answer(description, form, {
        type: vocabulary.api.Collection.value,
        // Each new event changes the tag, also of a page that does not have it (V44).
        state,
        lastModified: (await events.lastRecordedAt(head.object)) ?? head.created,
      });
      return { content, total, ...(listed && { listed }) };
    });
    const address = uris.events(head.object);
    const headers =
      listed === undefined ? numberedPageLinks(address, query, page, total) : pageLinks(address, query, page, listed);
    return { ...content, headers };
  }

  return [
    {
      path: '/logistics-objects/:id/logistics-events',
      methods: { GET: list, POST: append },
      standardQuery: EVENT_PARAMETERS,
    },
    { path: '/logistics-objects/:id/logistics-events/:event', methods: { GET: read } },
    { path: '/logistics-events', methods: { POST: appendToMany }, feature: 'eventsForManyObjects' },
  ];
}
