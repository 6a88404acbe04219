/** Rows about single Logistics Events. */
import { expectHeader, expectLocation, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { cargo } from '../names.js';
import type { Reply } from '../reply.js';
import type { Row } from '../row.js';
import type { Json, World } from '../world.js';
import { must, standard, withPartner, withStranger } from './table.js';
import {
  eventBody,
  expectType,
  expectValue,
  locationOf,
  missing,
  plainPiece,
  read,
  sharedPiece,
  statusCode,
  texts,
  timeIn,
} from './steps.js';

const creating = standard.events('Create a Logistics Event');
const reading = standard.events('Get a Logistics Event');
const rules = standard.events('Logistics Events URI');

interface Made {
  readonly piece: string;
  readonly reply: Reply;
  readonly event: string;
}

/** An event as it was answered, posted once for all rows. */
const made = fixture(async (world): Promise<Made> => {
  const piece = await world.piece();
  const reply = await world.holder.post(`${piece}/logistics-events`, eventBody());
  return { piece, reply, event: locationOf(reply) };
});

/** An event that the partner may read. */
const shared = fixture(async (world): Promise<string> => world.event(await sharedPiece(world)));

/** A body that must be refused. */
async function refused(world: World, status: number, body: Json, headers?: Record<string, string>): Promise<void> {
  expectStatus((await made(world)).reply, 201, 'for an event that is right');
  expectStatus(await world.holder.post(`${await plainPiece(world)}/logistics-events`, body, headers), status);
}

const { 'cargo:eventDate': _date, ...undated } = eventBody();

export const rows: readonly Row[] = [
  must('events.create.status', creating, 'An event that is added to an object is answered by 201.', async (world) => {
    expectStatus((await made(world)).reply, 201);
  }),
  must(
    'events.create.location',
    rules,
    'The address of the event, below that of its object, is in the Location header.',
    async (world) => {
      const { piece, reply } = await made(world);
      const location = expectLocation(reply);
      const isBelow = location.startsWith(`${piece}/logistics-events/`);
      expectThat(isBelow, `an address below ${piece}/logistics-events/`, location, reply);
    },
  ),
  must('events.create.type', creating, 'The Type header says that it is a LogisticsEvent.', async (world) => {
    expectHeader((await made(world)).reply, 'Type', `${cargo}LogisticsEvent`);
  }),
  must(
    'events.create.partner',
    creating,
    'Who has been given POST_LOGISTICS_EVENT adds events.',
    async (world) => {
      const piece = await world.piece();
      await world.grant(piece, ['POST_LOGISTICS_EVENT']);
      expectStatus(await world.partner.post(`${piece}/logistics-events`, eventBody()), 201);
    },
    { needs: withPartner },
  ),
  must('events.create.missing', creating, 'An event of an object that does not exist is 404.', async (world) => {
    expectStatus((await made(world)).reply, 201, 'for an object that exists');
    expectStatus(await world.holder.post(`${missing(world)}/logistics-events`, eventBody()), 404);
  }),
  must('events.create.no-date', standard.events(), 'An event without eventDate is 400.', (world) =>
    refused(world, 400, undated),
  ),
  must('events.create.date', creating, 'An event whose eventDate is no time is 400.', (world) =>
    refused(world, 400, eventBody({ 'cargo:eventDate': { '@type': 'xsd:dateTime', '@value': 'yesterday' } })),
  ),
  must('events.create.other-class', creating, 'A body that is no LogisticsEvent is 400.', (world) =>
    refused(world, 400, eventBody({ '@type': 'cargo:Piece' })),
  ),
  must('events.create.broken-json', creating, 'An event that is no JSON is 400.', (world) => refused(world, 400, '{')),
  must('events.create.media-type', creating, 'An event of another media type is 415.', (world) =>
    refused(world, 415, 'departed', { 'Content-Type': 'text/plain' }),
  ),
  must('events.read.status', reading, 'An event is read at its address.', async (world) => {
    const { event } = await made(world);
    expectType(await read(world, world.holder, event), event, `${cargo}LogisticsEvent`);
  }),
  must('events.read.statements', reading, 'An event has every value that was sent.', async (world) => {
    const { event } = await made(world);
    const answer = await read(world, world.holder, event);
    expectValue(answer, event, `${cargo}eventName`, 'conformance kit');
    expectValue(answer, event, `${cargo}eventCode`, statusCode('DEP'));
    const [time = ''] = texts(answer.graph, event, `${cargo}eventDate`);
    expectThat(
      Date.parse(time) === Date.parse('2026-02-28T12:00:00Z'),
      'eventDate 2026-02-28T12:00:00Z',
      time,
      answer.reply,
    );
  }),
  must(
    'events.read.object',
    standard.events(),
    'An event is linked to no other object than the one that it was added to.',
    async (world) => {
      const { piece, event } = await made(world);
      const answer = await read(world, world.holder, event);
      const objects = texts(answer.graph, event, `${cargo}eventFor`);
      expectThat(
        objects.every((object) => object === piece),
        `eventFor ${piece}`,
        objects.join(', '),
        answer.reply,
      );
      const listed = await read(world, world.holder, `${piece}/logistics-events`);
      expectType(listed, event, `${cargo}LogisticsEvent`);
      const other = await world.holder.get(`${await plainPiece(world)}/logistics-events/${event.replace(/^.*\//, '')}`);
      expectStatus(other, 404, 'below another object');
    },
  ),
  must(
    'events.read.content-language',
    reading,
    'The answer to GET of an event says its language in Content-Language.',
    async (world) => {
      expectHeader((await read(world, world.holder, (await made(world)).event)).reply, 'Content-Language');
    },
  ),
  must(
    'events.read.content-type',
    reading,
    'The answer to GET of an event says its media type in Content-Type.',
    async (world) => {
      const { reply } = await read(world, world.holder, (await made(world)).event);
      expectHeader(reply, 'Content-Type', /^application\/ld\+json\b/);
    },
  ),
  must(
    'events.read.last-modified',
    reading,
    'The answer to GET of an event says in Last-Modified when the event was made.',
    async (world) => {
      timeIn((await read(world, world.holder, (await made(world)).event)).reply, 'Last-Modified');
    },
  ),
  must('events.read.missing', reading, 'An event that does not exist is 404.', async (world) => {
    const { piece, event } = await made(world);
    expectStatus(await world.holder.get(event), 200, 'for one that exists');
    expectStatus(await world.holder.get(`${piece}/logistics-events/${world.id()}`), 404);
  }),
  must(
    'events.read.partner',
    reading,
    'Who has been given access to the events of an object reads them.',
    async (world) => {
      const event = await shared(world);
      expectType(await read(world, world.partner, event), event, `${cargo}LogisticsEvent`);
    },
    { needs: withPartner },
  ),
  must(
    'events.read.stranger',
    reading,
    'Who has not been given access to an event gets 403.',
    async (world) => {
      const event = await shared(world);
      expectStatus(await world.partner.get(event), 200, 'for who has access');
      expectStatus(await world.stranger.get(event), 403, 'for who has none');
    },
    { needs: withStranger },
  ),
  must(
    'events.immutable',
    standard.events(),
    'An event is neither changed nor deleted once it is there.',
    async (world) => {
      const { event } = await made(world);
      const before = await read(world, world.holder, event);
      for (const reply of [
        await world.holder.delete(event),
        await world.holder.put(event, eventBody({ 'cargo:eventName': 'other' })),
        await world.holder.patch(event, eventBody({ 'cargo:eventName': 'other' })),
      ])
        expectThat(reply.status >= 400 && reply.status < 500, 'a status of 400 to 499', String(reply.status), reply);
      const after = await read(world, world.holder, event);
      expectThat(await world.isSame(before.graph, after.graph), 'the event as it was', 'another', after.reply);
    },
  ),
];
