/** Rows about one Logistics Event for many objects (2.3.0). */
import { expectHeader, expectStatus, expectThat, fail } from '../expect.js';
import { fixture } from '../fixture.js';
import type { Term } from '../graph.js';
import { api, cargo } from '../names.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { JsonObject } from '../world.js';
import { type Given, must, standard, withPartner } from './table.js';
import {
  type Answer,
  eventBody,
  expectNoValue,
  expectOne,
  expectType,
  missing,
  read,
  texts,
  theOnly,
} from './steps.js';

const cites = standard.events('Create multiple Logistics Events');
const given: Given = { versions: since('2.3.0'), feature: 'events-for-many' };

const many = (objects: readonly string[], more: JsonObject = {}): JsonObject =>
  eventBody({ 'cargo:eventFor': objects.map((object) => ({ '@id': object })), ...more });

/** An event for two objects that exist and one that does not. */
interface Made extends Answer {
  readonly pieces: readonly [string, string];
  readonly absent: string;
  readonly root: Term;
}
const made = fixture(async (world): Promise<Made> => {
  const pieces = [await world.piece(), await world.piece()] as const;
  const absent = missing(world);
  const reply = await world.holder.post('/logistics-events', many([...pieces, absent]));
  expectStatus(reply, 207);
  const graph = await world.graph(reply);
  return { pieces, absent, reply, graph, root: theOnly({ reply, graph }, `${api}MultiStatusResponse`) };
});

/** The result for one object. */
function resultFor(answer: Answer, root: Term, object: string): Term {
  const results = answer.graph
    .values(root, `${api}hasCreationResult`)
    .filter((result) => answer.graph.has(result, `${api}hasLogisticsObject`, object));
  const [result] = results;
  return result !== undefined && results.length === 1
    ? result
    : fail(`one result for ${object}`, String(results.length), answer.reply);
}

function expectNumber(answer: Answer, subject: Term, property: string, number: number): void {
  const { value } = expectOne(answer, subject, `${api}${property}`);
  expectThat(Number(value) === number, `${property} ${number}`, value, answer.reply);
}

export const rows: readonly Row[] = [
  must(
    'events.many.status',
    cites,
    'An event for many objects is answered by 207, whatever became of each.',
    async (world) => {
      expectStatus((await made(world)).reply, 207);
      const one = await world.holder.post('/logistics-events', many([await world.piece()]));
      expectStatus(one, 207, 'for one object');
    },
    given,
  ),
  must(
    'events.many.content-type',
    cites,
    'The answer to an event for many objects says its media type in Content-Type.',
    async (world) => {
      expectHeader((await made(world)).reply, 'Content-Type', /^application\/ld\+json\b/);
    },
    given,
  ),
  must(
    'events.many.results',
    cites,
    'The answer has one result for each object, with its status.',
    async (world) => {
      const answer = await made(world);
      for (const object of answer.pieces)
        expectNumber(answer, resultFor(answer, answer.root, object), 'hasHTTPStatus', 201);
      expectNumber(answer, resultFor(answer, answer.root, answer.absent), 'hasHTTPStatus', 404);
    },
    given,
  ),
  must(
    'events.many.totals',
    cites,
    'The answer to an event for many objects says how many there were, how many were created and how many failed.',
    async (world) => {
      const answer = await made(world);
      expectNumber(answer, answer.root, 'hasTotalItems', 3);
      expectNumber(answer, answer.root, 'hasTotalCreated', 2);
      expectNumber(answer, answer.root, 'hasTotalFailed', 1);
    },
    given,
  ),
  must(
    'events.many.created',
    cites,
    'Each event that was created is read at the address in its result, and is linked to its object.',
    async (world) => {
      const answer = await made(world);
      for (const object of answer.pieces) {
        const { value: event } = expectOne(answer, resultFor(answer, answer.root, object), `${api}hasLogisticsEvent`);
        expectThat(
          event.startsWith(`${object}/logistics-events/`),
          `an address below ${object}/logistics-events/`,
          event,
          answer.reply,
        );
        const one = await read(world, world.holder, event);
        expectType(one, event, `${cargo}LogisticsEvent`);
        const objects = texts(one.graph, event, `${cargo}eventFor`);
        expectThat(
          objects.every((other) => other === object),
          `eventFor ${object}`,
          objects.join(', '),
          one.reply,
        );
      }
    },
    given,
  ),
  must(
    'events.many.failed',
    cites,
    'A result that failed has an Error and no event.',
    async (world) => {
      const answer = await made(world);
      const result = resultFor(answer, answer.root, answer.absent);
      expectOne(answer, result, `${api}hasError`);
      expectNoValue(answer, result, `${api}hasLogisticsEvent`);
    },
    given,
  ),
  must(
    'events.many.access',
    cites,
    'Access is judged for each object by itself: without POST_LOGISTICS_EVENT its result is 403.',
    async (world) => {
      const [open, closed] = [await world.piece(), await world.piece()];
      await world.grant(open, ['POST_LOGISTICS_EVENT']);
      const single = await world.partner.post(`${closed}/logistics-events`, eventBody());
      const reply = await world.partner.post('/logistics-events', many([open, closed]));
      expectStatus(reply, 207);
      const graph = await world.graph(reply);
      const answer = { reply, graph };
      const root = theOnly(answer, `${api}MultiStatusResponse`);
      expectNumber(answer, resultFor(answer, root, open), 'hasHTTPStatus', 201);
      // A server may let every authenticated caller add events.
      expectNumber(answer, resultFor(answer, root, closed), 'hasHTTPStatus', single.status);
    },
    { ...given, needs: withPartner },
  ),
  must(
    'events.many.no-object',
    cites,
    'An event that names no object is 400 as a whole.',
    async (world) => {
      expectStatus((await made(world)).reply, 207, 'with objects');
      expectStatus(await world.holder.post('/logistics-events', eventBody()), 400, 'without');
    },
    given,
  ),
  must(
    'events.many.no-date',
    cites,
    'An event for many objects without eventDate is 400 as a whole, and no event is created.',
    async (world) => {
      const piece = await world.piece();
      const { 'cargo:eventDate': _date, ...body } = many([piece]);
      expectStatus(await world.holder.post('/logistics-events', body), 400);
      const list = `${piece}/logistics-events`;
      expectNoValue(await read(world, world.holder, list), list, `${api}hasItem`);
      expectStatus((await made(world)).reply, 207, 'with eventDate');
    },
    given,
  ),
  must(
    'events.many.media-type',
    cites,
    'An event for many objects of another media type is 415.',
    async (world) => {
      expectStatus((await made(world)).reply, 207, 'as JSON-LD');
      const reply = await world.holder.post('/logistics-events', 'departed', { 'Content-Type': 'text/plain' });
      expectStatus(reply, 415, 'as text');
    },
    given,
  ),
  must(
    'events.many.anonymous',
    cites,
    'An event for many objects is not taken without a token: 401.',
    async (world) => {
      const { pieces } = await made(world);
      expectStatus(await world.anonymous.post('/logistics-events', many(pieces)), 401);
    },
    given,
  ),
];
