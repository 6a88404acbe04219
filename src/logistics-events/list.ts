/** The list of an object's events, with its filters and orders (D44). */
import type { EventServices } from './lookups.js';
import { collection } from '../http/collection.js';
import { numberedPageLinks, pageLinks } from '../http/page-links.js';
import { assertNumbered, MAX_LIMIT, type TimeParameter } from '../http/query-parameters.js';
import { contentType } from '../http/representation/negotiation.js';
import type { Content } from '../http/request-context.js';
import { pathObject, redirect } from '../logistics-objects/path-object.js';
import { collectionResponse } from '../openapi/collection.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { moved } from '../openapi/responses.js';
import { exampleIds } from '../openapi/section.js';
import { type Iri, node } from '../rdf/terms.js';
import type { ListedEntries } from '../store/lookup-page.js';
import { isNamedBy, type LogisticsEvent } from './logistics-event.js';
import type { LogisticsEvents } from './logistics-events.js';
import { readEvent } from './schemas.js';

/** The events of a page, the total on all pages, and the position in the index if the events were found there. */
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

/** Compares times; NaN comes last, since it has no order. */
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
const sortOrders = {
  'ASC-creationDate': byCreationDate,
  // Also reverses events with the same creation time, as the list without a filter does.
  'DESC-creationDate': (one, other): number => byCreationDate(other, one),
  'ASC-eventDate': byTime('eventDate', 1),
  'DESC-eventDate': byTime('eventDate', -1),
} as const satisfies Record<string, Order>;

/** Whether a time is strictly between two bounds (D44). */
function between(time: number, after: TimeParameter | undefined, before: TimeParameter | undefined): boolean {
  return (
    (after === undefined || time > Number(after.instant)) && (before === undefined || time < Number(before.instant))
  );
}

const parameters = {
  names: query.list(['eventType', 'event-type', 'eventCode', 'event-code'], {
    description:
      'Event types: the code, the IRI of the code or its end (`StatusCode%23DEP`), or the IRI of the class. Several are alternatives. `event-type`, `eventCode` and `event-code` are synonyms.',
    isGivenOnce: true,
  }),
  createdAfter: query.time(['created_after', 'created-after'], {
    description: 'Recorded after this time. `created-after` is a synonym.',
  }),
  createdBefore: query.time(['created_before', 'created-before'], {
    description: 'Recorded before this time. `created-before` is a synonym.',
  }),
  occurredAfter: query.time(['occurred_after', 'occurred-after'], {
    description: 'Happened after this time. `occurred-after` is a synonym.',
  }),
  occurredBefore: query.time(['occurred_before', 'occurred-before'], {
    description: 'Happened before this time. `occurred-before` is a synonym.',
  }),
  sort: query.choice('sort', ['ASC-creationDate', 'DESC-creationDate', 'ASC-eventDate', 'DESC-eventDate'], {
    description: 'The order of the items.',
  }),
  page: query.page({ fallback: MAX_LIMIT }),
};

export function listEvents(services: EventServices, events: LogisticsEvents): DeclaredOperation {
  const { store, lookups, objects, access, uris, vocabulary, representations } = services;
  const pages = store.cache<Listed>({ share: 'lists', bytes: ({ content }) => content.body.length });

  /** Finds the events of a page. */
  async function find(object: Iri, asked: query.QueryValues<typeof parameters>): Promise<Matching> {
    const { createdAfter, createdBefore, occurredAfter, occurredBefore, sort, page } = asked;
    const names = [...new Set(asked.names)];
    const times = [createdAfter, createdBefore, occurredAfter, occurredBefore];
    const isFiltered = names.length > 0 || times.some((time) => time !== undefined);
    const reverse = sort === 'DESC-creationDate';
    if (!isFiltered && (reverse || sort === 'ASC-creationDate')) {
      const { events: matching, ...others } = await events.page(object, { ...page, reverse });
      return { matching, ...others };
    }
    assertNumbered(page, 'a list with a filter or by `eventDate`');
    const all = (await events.forObject(object))
      .filter(
        (event) =>
          (names.length === 0 || names.some((name) => isNamedBy(event, name))) &&
          between(event.creationDate, createdAfter, createdBefore) &&
          between(event.eventDate, occurredAfter, occurredBefore),
      )
      .sort(sortOrders[sort]);
    return { matching: all.slice(page.offset, page.offset + page.limit), total: all.length };
  }

  return operation({
    method: 'GET',
    path: '/logistics-objects/:id/logistics-events',
    id: 'listLogisticsEvents',
    summary: 'List the events of a Logistics Object',
    description: 'Needs GET_LOGISTICS_EVENT.',
    accessLevel: 'permitted',
    query: parameters,
    responses: (described) => ({
      200: collectionResponse(
        described,
        'The events. `Last-Modified` is when the newest event was recorded.',
        `${exampleIds.piece}/logistics-events`,
        readEvent(described),
        described.context,
        ['Last-Modified'],
      ),
      ...moved,
    }),
    handle: async (context, asks) => {
      const head = await objects.getOrThrow(pathObject(context, uris), 'events');
      await access.assertAllowed(context.caller, 'GET_LOGISTICS_EVENT', head.object);
      const elsewhere = redirect(head, '/logistics-events');
      if (elsewhere !== undefined) return elsewhere;
      const asked = asks();
      const { form } = context;
      const key = JSON.stringify([head.object, contentType(form), asked]);
      const { content, total, listed } = await pages.of(key, async (track) => {
        track.graph(uris.eventsPrefix(head.object));
        // Read first: a tag must not be newer than the content.
        const state = String(await store.count(lookups.events.byCreation, head.object));
        const { matching, total, listed } = await find(head.object, asked);
        const items = matching.map(({ uri, data }) => ({ item: node(uri), statements: data }));
        const description = await collection(node(uris.events(head.object)), items, total, vocabulary);
        const content = await representations.answer(description, form, {
          type: vocabulary.api.Collection.value,
          // Each new event changes the tag, even of a page without this event (V44).
          state,
          lastModified: (await events.lastRecordedAt(head.object)) ?? head.created,
        });
        return { content, total, ...(listed && { listed }) };
      });
      const address = uris.events(head.object);
      const headers =
        listed === undefined
          ? numberedPageLinks(address, context.query, asked.page, total)
          : pageLinks(address, context.query, asked.page, listed);
      return { ...content, headers };
    },
  });
}
