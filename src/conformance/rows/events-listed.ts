/** Rows about lists of Logistics Events. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import type { Graph } from '../graph.js';
import { api, cargo, literal } from '../names.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { World } from '../world.js';
import { isSince, must, standard, withPartner, withStranger } from './table.js';
import {
  compact,
  expectNoValue,
  expectOne,
  expectType,
  missing,
  plainPiece,
  read,
  sharedPiece,
  statusCode,
  texts,
  timeIn,
} from './steps.js';

const cites = standard.events('Get Logistic Events of a Logistics Object');

/** An object with three events: departed, arrived, manifested, each an hour after the one before. */
interface Made {
  readonly list: string;
  readonly departed: string;
  readonly arrived: string;
  readonly manifested: string;
}
const made = fixture(async (world): Promise<Made> => {
  const piece = await world.piece();
  const event = (code: string, hour: number): Promise<string> =>
    world.event(piece, {
      'cargo:eventCode': { '@id': statusCode(code) },
      'cargo:eventDate': literal(`2026-02-28T${hour}:00:00Z`, 'dateTime'),
    });
  const [departed, arrived, manifested] = [await event('DEP', 12), await event('ARR', 13), await event('MAN', 11)];
  return { list: `${piece}/logistics-events`, departed, arrived, manifested };
});

/** The events of a list, in no order, as read with these parameters. */
async function listed(world: World, list: string, query: string): Promise<string[]> {
  const answer = await read(world, world.holder, query === '' ? list : `${list}?${query}`);
  expectType(answer, list, `${api}Collection`);
  return texts(answer.graph, list, `${api}hasItem`);
}

/** @throws Failed unless the list has these events and no others. */
async function expectEvents(world: World, list: string, query: string, ...events: readonly string[]): Promise<void> {
  const found = await listed(world, list, query);
  const isRight = found.length === events.length && events.every((event) => found.includes(event));
  expectThat(isRight, `?${query}: ${events.join(', ') || 'no event'}`, found.join(', ') || 'none');
}

const timeOf = (graph: Graph, event: string, property: string): number =>
  Date.parse(texts(graph, event, cargo + property)[0] ?? '');

/** Filters have other names since 2.1.0. */
const name = (world: World, parameter: string): string =>
  isSince(world, '2.1.0') ? parameter : parameter.replace('-', '_').replace('event_code', 'eventType');

const paging = { feature: 'paging', versions: since('2.1.0') } as const;

export const rows: readonly Row[] = [
  must(
    'events.list.status',
    cites,
    'The events of an object are listed as a Collection, whose @id is the address of the list.',
    async (world) => {
      const { list } = await made(world);
      expectType(await read(world, world.holder, list), list, `${api}Collection`);
    },
  ),
  must(
    'events.list.content-type',
    cites,
    'The answer to GET of a list of events says its media type in Content-Type.',
    async (world) => {
      const { reply } = await read(world, world.holder, (await made(world)).list);
      expectHeader(reply, 'Content-Type', /^application\/ld\+json\b/);
    },
  ),
  must(
    'events.list.content-language',
    cites,
    'The answer to GET of a list of events says its language in Content-Language.',
    async (world) => {
      expectHeader((await read(world, world.holder, (await made(world)).list)).reply, 'Content-Language');
    },
  ),
  must('events.list.items', cites, 'The list has every event of the object, with what it says.', async (world) => {
    const { list, departed, arrived, manifested } = await made(world);
    await expectEvents(world, list, '', departed, arrived, manifested);
    const answer = await read(world, world.holder, list);
    for (const event of [departed, arrived, manifested]) {
      expectType(answer, event, `${cargo}LogisticsEvent`);
      expectOne(answer, event, `${cargo}eventDate`);
    }
  }),
  must('events.list.total', cites, 'hasTotalItems is the number of the events.', async (world) => {
    const { list } = await made(world);
    const answer = await read(world, world.holder, list);
    const { value } = expectOne(answer, list, `${api}hasTotalItems`);
    expectThat(Number(value) === 3, 'hasTotalItems 3', value, answer.reply);
  }),
  must(
    'events.list.empty',
    cites,
    'The list of an object without events has no item, and hasTotalItems 0.',
    async (world) => {
      const list = `${await plainPiece(world)}/logistics-events`;
      const answer = await read(world, world.holder, list);
      expectNoValue(answer, list, `${api}hasItem`);
      const { value } = expectOne(answer, list, `${api}hasTotalItems`);
      expectThat(Number(value) === 0, 'hasTotalItems 0', value, answer.reply);
    },
  ),
  must(
    'events.list.code',
    cites,
    'A list is filtered by the codes of events; several are alternatives.',
    async (world) => {
      const { list, departed, arrived } = await made(world);
      const parameter = name(world, 'event-code');
      await expectEvents(world, list, `${parameter}=DEP`, departed);
      await expectEvents(world, list, `${parameter}=DEP,ARR`, departed, arrived);
      await expectEvents(world, list, `${parameter}=RCS`);
    },
  ),
  must(
    'events.list.code-iri',
    cites,
    'A list is filtered by the full IRI of a code.',
    async (world) => {
      const { list, departed } = await made(world);
      await expectEvents(world, list, `event-code=${encodeURIComponent(statusCode('DEP'))}`, departed);
    },
    { versions: since('2.3.0') },
  ),
  must('events.list.occurred', cites, 'A list is filtered by when the events occurred.', async (world) => {
    const { list, departed, arrived, manifested } = await made(world);
    const [after, until] = [name(world, 'occurred-after'), name(world, 'occurred-before')];
    await expectEvents(world, list, `${after}=20260228T113000Z`, departed, arrived);
    await expectEvents(world, list, `${until}=20260228T113000Z`, manifested);
    await expectEvents(world, list, `${after}=20260228T113000Z&${until}=20260228T123000Z`, departed);
  }),
  must('events.list.created', cites, 'A list is filtered by when the events were created.', async (world) => {
    const { list, departed, arrived, manifested } = await made(world);
    const time = timeIn((await read(world, world.holder, departed)).reply, 'Last-Modified');
    const [after, until] = [name(world, 'created-after'), name(world, 'created-before')];
    const [past, future] = [compact(time - 3_600_000), compact(time + 3_600_000)];
    await expectEvents(world, list, `${after}=${past}`, departed, arrived, manifested);
    await expectEvents(world, list, `${after}=${future}`);
    await expectEvents(world, list, `${until}=${past}`);
  }),
  must(
    'events.list.filtered-total',
    cites,
    'hasTotalItems of a filtered list is the number of the events that match.',
    async (world) => {
      const { list } = await made(world);
      const answer = await read(world, world.holder, `${list}?${name(world, 'event-code')}=DEP`);
      const { value } = expectOne(answer, list, `${api}hasTotalItems`);
      expectThat(Number(value) === 1, 'hasTotalItems 1', value, answer.reply);
    },
  ),
  must(
    'events.list.sort',
    cites,
    'sort orders the list by creation or by date, ascending or descending.',
    async (world) => {
      const { list } = await made(world);
      const { graph } = await read(world, world.holder, list);
      for (const property of ['eventDate', 'creationDate'])
        for (const direction of ['ASC', 'DESC']) {
          const times = texts(graph, list, `${api}hasItem`).map((event) => timeOf(graph, event, property));
          const first = direction === 'ASC' ? Math.min(...times) : Math.max(...times);
          const sort = `sort=${direction}-${property}&limit=1`;
          const answer = await read(world, world.holder, `${list}?${sort}`);
          const { value: event } = expectOne(answer, list, `${api}hasItem`);
          const time = timeOf(answer.graph, event, property);
          expectThat(time === first, `?${sort}: ${compact(first)}`, compact(time), answer.reply);
        }
    },
    paging,
  ),
  must(
    'events.list.limit',
    cites,
    'limit is the largest number of events that are answered.',
    async (world) => {
      const { list } = await made(world);
      const found = await listed(world, list, 'limit=2');
      expectThat(found.length === 2, '2 events', String(found.length));
    },
    paging,
  ),
  must(
    'events.list.skip',
    cites,
    'skip leaves out so many events at the beginning.',
    async (world) => {
      const { list, departed, arrived, manifested } = await made(world);
      await expectEvents(world, list, 'sort=ASC-eventDate&skip=1', departed, arrived);
      await expectEvents(world, list, 'sort=ASC-eventDate&skip=1&limit=1', departed);
      await expectEvents(world, list, 'sort=DESC-eventDate&skip=2', manifested);
    },
    paging,
  ),
  must(
    'events.list.paged-total',
    cites,
    'hasTotalItems is the number of the events that match, whatever limit and skip are.',
    async (world) => {
      const { list } = await made(world);
      const answer = await read(world, world.holder, `${list}?limit=1&skip=1`);
      const { value } = expectOne(answer, list, `${api}hasTotalItems`);
      expectThat(Number(value) === 3, 'hasTotalItems 3', value, answer.reply);
    },
    { feature: 'paging', versions: since('2.3.0') },
  ),
  must(
    'events.list.last-modified',
    cites,
    'Last-Modified of a list moves with each event that is added.',
    async (world) => {
      const piece = await world.piece();
      const list = `${piece}/logistics-events`;
      await world.event(piece);
      const first = timeIn((await read(world, world.holder, list)).reply, 'Last-Modified');
      await world.later(1.1);
      await world.event(piece);
      const second = timeIn((await read(world, world.holder, list)).reply, 'Last-Modified');
      expectThat(second > first, 'a later time', compact(second));
    },
    { versions: since('2.2.0') },
  ),
  must('events.list.missing', cites, 'The list of an object that does not exist is 404.', async (world) => {
    expectStatus(await world.holder.get((await made(world)).list), 200, 'for one that exists');
    expectStatus(await world.holder.get(`${missing(world)}/logistics-events`), 404);
  }),
  must(
    'events.list.partner',
    cites,
    'Who has been given access to the events of an object reads their list.',
    async (world) => {
      const list = `${await sharedPiece(world)}/logistics-events`;
      expectType(await read(world, world.partner, list), list, `${api}Collection`);
    },
    { needs: withPartner },
  ),
  must(
    'events.list.stranger',
    cites,
    'Who has not been given access gets 403 for the list.',
    async (world) => {
      const list = `${await sharedPiece(world)}/logistics-events`;
      expectStatus(await world.partner.get(list), 200, 'for who has access');
      expectStatus(await world.stranger.get(list), 403, 'for who has none');
    },
    { needs: withStranger },
  ),
];
