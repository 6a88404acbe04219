import { expect } from 'chai';
import { dateTime, eventBody, iriOf } from '../support/exchange.js';
import { type Json, list, member, type Reply } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const CODES = 'https://onerecord.iata.org/ns/code-lists/StatusCode';

const eventsOf = (piece: string): string => `${piece}/logistics-events`;
const items = ({ json }: Reply): string[] => list(member(json, 'api:hasItem')).map(iriOf);
const total = ({ json }: Reply): Json => member(member(json, 'api:hasTotalItems'), '@value');

async function post(world: TestContext, piece: string, more: JsonObject): Promise<string> {
  const reply = await world.holder.post(eventsOf(piece), eventBody(more));
  expect(reply.status, reply.text).to.equal(201);
  return reply.headers.get('location') ?? '';
}

const code = (name: string): JsonObject => ({ 'cargo:eventCode': { '@id': `${CODES}#${name}` } });

/** Two departures, one by its IRI and one as an element, and an arrival. */
async function departures(world: TestContext): Promise<{ piece: string; departed: string[]; arrived: string }> {
  const piece = await world.piece();
  const element = { '@type': 'cargo:CodeListElement', 'cargo:code': 'DEP', 'cargo:codeListName': 'StatusCode' };
  const departed = [await post(world, piece, code('DEP')), await post(world, piece, { 'cargo:eventCode': element })];
  return { piece, departed, arrived: await post(world, piece, code('ARR')) };
}

/** Four events that differ in both times. */
async function four(world: TestContext): Promise<{ piece: string; uris: string[] }> {
  const piece = await world.piece();
  const uris: string[] = [];
  for (const [created, occurred] of [
    ['01', '04'],
    ['02', '03'],
    ['03', '02'],
    ['04', '01'],
  ] as const)
    uris.push(
      await post(world, piece, {
        'cargo:creationDate': dateTime(`2026-02-${created}T00:00:00Z`),
        'cargo:eventDate': dateTime(`2026-01-${occurred}T00:00:00Z`),
      }),
    );
  return { piece, uris };
}

const statements: Statement[] = [
  ...each<readonly [string, number]>(
    {
      'the code': ['DEP', 2],
      'list and code': ['StatusCode%23DEP', 1],
      'the full IRI with %23': [`${CODES}%23DEP`, 1],
      'the full IRI with /': [`${CODES}/DEP`, 1],
      'list and code with /': ['StatusCode/DEP', 1],
      'a part of the code': ['DE', 0],
      'the end of the code': ['EP', 0],
      'the end of the list’s name': ['Code/DEP', 0],
      'a code that no event has': ['RCF', 0],
      'one of several': ['RCF,DEP', 2],
    },
    ([value, count], name): Statement => ({
      section: 'V24; L15',
      statement: 'event-code finds events by their code in every spelling, and by no other part of it',
      holds: async (world) => {
        const { piece, departed } = await departures(world);
        for (const parameter of ['event-code', 'eventType']) {
          const reply = await world.holder.get(`${eventsOf(piece)}?${parameter}=${value}`);
          expect(reply.status).to.equal(200);
          expect(items(reply), name).to.have.members(departed.slice(0, count));
          expect(total(reply)).to.equal(String(count));
          if (count === 0) expect(member(reply.json, 'api:hasItem')).to.equal(undefined);
        }
      },
    }),
  ),
  {
    section: 'V24',
    statement: 'comma-separated codes are alternatives',
    holds: async (world) => {
      const { piece, departed, arrived } = await departures(world);
      const reply = await world.holder.get(`${eventsOf(piece)}?event-code=ARR,StatusCode%23DEP`);
      expect(items(reply)).to.have.members([departed[0], arrived]);
    },
  },
  ...each<readonly number[]>(
    {
      'created-after=20260202T000000Z': [2, 3],
      'created-before=2026-02-02T00:00:00Z': [0],
      'occurred-after=20260102T000000Z': [0, 1],
      'occurred-before=20260102T000000Z': [3],
      'created-after=20260201T000000Z&occurred-after=20260101T000000Z': [1, 2],
      'created_after=20260203T000000Z': [3],
    },
    (found, query): Statement => ({
      section: 'V25',
      statement: 'times are compared strictly, and filters are combined with “and”',
      holds: async (world) => {
        const { piece, uris } = await four(world);
        const reply = await world.holder.get(`${eventsOf(piece)}?${query}`);
        expect(items(reply)).to.deep.equal(found.map((index) => uris[index]));
      },
    }),
  ),
  ...each<readonly number[]>(
    {
      '': [0, 1, 2, 3],
      'sort=ASC-creationDate': [0, 1, 2, 3],
      'sort=DESC-creationDate': [3, 2, 1, 0],
      'sort=ASC-eventDate': [3, 2, 1, 0],
      'sort=DESC-eventDate': [0, 1, 2, 3],
    },
    (found, query): Statement => ({
      section: 'V26; L18',
      statement: 'sort takes four values; without it events are in the order of their creation',
      holds: async (world) => {
        const { piece, uris } = await four(world);
        const reply = await world.holder.get(`${eventsOf(piece)}?${query}`);
        expect(items(reply)).to.deep.equal(found.map((index) => uris[index]));
      },
    }),
  ),
  {
    section: 'V27; V28',
    statement: 'filter, sort, skip, limit in this order; hasTotalItems counts all that match',
    holds: async (world) => {
      const { piece, uris } = await four(world);
      const page = async (query: string): Promise<unknown> => {
        const reply = await world.holder.get(`${eventsOf(piece)}?${query}`);
        return [total(reply), items(reply).map((uri) => uris.indexOf(uri))];
      };
      const filter = 'created-after=20260201T000000Z&sort=DESC-creationDate';
      expect(await page(`${filter}&skip=1&limit=1`)).to.deep.equal(['3', [2]]);
      expect(await page(`${filter}&limit=0`)).to.deep.equal(['3', []]);
      expect(await page(`${filter}&skip=3`)).to.deep.equal(['3', []]);
      expect(await page('limit=2&skip=1')).to.deep.equal(['4', [1, 2]]);
      const one = await world.holder.get(`${eventsOf(piece)}?limit=1`);
      expect(member(one.json, 'api:hasItem')).not.to.be.an('array');
      const several = await world.holder.get(`${eventsOf(piece)}?limit=2`);
      expect(member(several.json, 'api:hasItem')).to.be.an('array');
    },
  },
  ...each(
    Object.fromEntries(
      [
        'created-after=yesterday',
        'occurred-before=20260231T000000Z',
        'sort=creationDate',
        'sort=',
        'sort=ASC-creationDate,DESC-eventDate',
        'limit=-1',
        'limit=1.5',
        'skip=-1',
        'skip=x',
        'event-code=',
        'event-code=DEP&event-code=ARR',
        'event-code=DEP&eventType=DEP',
        'created-after=20260101T000000Z&created_after=20260101T000000Z',
        'sort=ASC-eventDate&sort=ASC-eventDate',
        'limit=1&limit=1',
      ].map((query) => [query, query]),
    ),
    (query): Statement => ({
      section: 'V25 to V27; V29; V44',
      statement: 'a broken parameter, or one that is given twice, is 400 for GET and HEAD',
      holds: async (world) => {
        const piece = await world.piece();
        const path = `${eventsOf(piece)}?${query}`;
        const { status, json } = await world.holder.get(path);
        expect(status).to.equal(400);
        expect(member(json, 'api:hasTitle')).to.equal('Invalid query parameter request');
        const head = await world.holder.send('HEAD', path);
        expect([head.status, head.text]).to.deep.equal([400, '']);
      },
    }),
  ),
  {
    section: 'V29',
    statement: 'the Collection’s @id is the address of the list without a query',
    holds: async (world) => {
      const piece = await world.piece();
      const { json } = await world.holder.get(`${eventsOf(piece)}?limit=1&sort=ASC-eventDate`);
      expect(iriOf(json)).to.equal(world.uri(eventsOf(piece)));
    },
  },
  {
    section: 'V44',
    statement: 'Last-Modified is when the newest event was recorded, whatever the filters; at first the creation',
    holds: async (world) => {
      const piece = await world.piece();
      const created = world.node.clock.now().toUTCString();
      const path = `${eventsOf(piece)}?event-code=ARR&limit=0`;
      world.node.clock.advance(10);
      const seen = async (): Promise<readonly [string | null, string | null]> => {
        const [get, head] = [await world.holder.get(path), await world.holder.send('HEAD', path)];
        for (const name of ['last-modified', 'etag', 'type', 'content-type', 'content-language'])
          expect(head.headers.get(name), name).to.equal(get.headers.get(name));
        expect(head.text).to.equal('');
        return [get.headers.get('last-modified'), get.headers.get('etag')];
      };
      const empty = await seen();
      expect(empty[0]).to.equal(created);
      const tags = new Set([empty[1]]);
      // The newest one recorded need not be the last one created.
      for (const day of ['03', '01', '02']) {
        world.node.clock.advance(10);
        await post(world, piece, { 'cargo:creationDate': dateTime(`2026-02-${day}T00:00:00Z`) });
        const [modified, tag] = await seen();
        expect(modified).to.equal(world.node.clock.now().toUTCString());
        tags.add(tag);
      }
      expect(tags.size, 'another tag after each event').to.equal(4);
    },
  },
];

conformance('Lists of events', statements);
