import { expect } from 'chai';
import { aclBody, dateTime, eventBody, iriOf, valueOf, partyFor } from '../support/exchange.js';
import { api, cargo, context, type Json, list, member, type Party } from '../support/node.js';
import { type JsonObject, text, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const POST = 'POST …/logistics-events';
const GET = 'GET …/logistics-events/<id>';
const LIST = 'GET …/logistics-events';

const eventsOf = (piece: string): string => `${piece}/logistics-events`;

/** Lets an agent do something with an object. */
async function allow(world: TestContext, piece: string, party: Party, ...permissions: string[]): Promise<void> {
  const body = aclBody(
    world.uri(piece),
    { 'acl:agent': { '@id': party.agent } },
    permissions.map((name) => api + name),
  );
  const reply = await world.holder.put(`${piece}/acl`, body);
  expect(reply.status, reply.text).to.equal(204);
}

async function post(world: TestContext, piece: string, more: JsonObject = {}): Promise<string> {
  const reply = await world.holder.post(eventsOf(piece), eventBody(more));
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}

/** A refused event leaves the object, its audit trail and its events as they were. */
async function expectRefused(
  world: TestContext,
  piece: string,
  status: number,
  call: () => ReturnType<Party['get']>,
): Promise<Awaited<ReturnType<Party['get']>>> {
  const before = (await world.holder.get(eventsOf(piece))).text;
  const reply = await world.expectRejected(piece, status, call);
  expect((await world.holder.get(eventsOf(piece))).text, 'the events after the refusal').to.equal(before);
  return reply;
}

/** Three events: different codes, created ten seconds apart, having occurred in the opposite order. */
async function threeEvents(world: TestContext): Promise<{ piece: string; uris: string[]; times: Date[] }> {
  const piece = await world.piece();
  const contents: JsonObject[] = [
    {
      'cargo:eventName': 'one',
      'cargo:eventDate': dateTime('2026-01-03T00:00:00Z'),
      'cargo:eventCode': { '@id': `https://onerecord.iata.org/ns/code-lists/StatusCode#DEP` },
    },
    {
      'cargo:eventName': 'two',
      'cargo:eventDate': dateTime('2026-01-02T00:00:00Z'),
      'cargo:eventCode': { '@type': 'cargo:CodeListElement', 'cargo:code': 'ARR', 'cargo:codeListName': 'StatusCode' },
    },
    { 'cargo:eventName': 'three', 'cargo:eventDate': dateTime('2026-01-01T00:00:00Z') },
  ];
  const uris: string[] = [];
  const times: Date[] = [];
  for (const content of contents) {
    world.node.clock.advance(10);
    times.push(world.node.clock.now());
    uris.push(world.uri(await post(world, piece, content)));
  }
  return { piece, uris, times };
}

const items = (json: Json): Json[] => list(member(json, 'api:hasItem'));

async function listed(world: TestContext, piece: string, query: string): Promise<string[]> {
  const reply = await world.holder.get(`${eventsOf(piece)}?${query}`);
  expect(reply.status, reply.text).to.equal(200);
  return items(reply.json).map(iriOf);
}

const compact = (time: Date): string => `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const statements: Statement[] = [
  {
    section: POST,
    statement: '201 without body; Location is the event, below its object; Type is LogisticsEvent',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await world.holder.post(eventsOf(piece), eventBody());
      expect(reply.status).to.equal(201);
      expect(reply.text).to.equal('');
      expect(reply.headers.get('type')).to.equal(`${cargo}LogisticsEvent`);
      expect(world.path(reply.headers.get('location'))).to.match(
        new RegExp(`^${eventsOf(piece)}/[A-Za-z0-9._~-]{1,200}$`),
      );
    },
  },
  {
    section: GET,
    statement: '200 with the event and the headers that it owes',
    holds: async (world) => {
      const piece = await world.piece();
      const event = await post(world, piece, {
        'cargo:eventName': 'Departed',
        'cargo:partialEventIndicator': true,
        'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
      });
      const { status, headers, json } = await world.holder.get(event);
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
      expect(headers.get('content-language')).to.equal('en-US');
      expect(headers.get('type')).to.equal(`${cargo}LogisticsEvent`);
      expect(headers.get('last-modified')).to.equal(world.node.clock.now().toUTCString());
      expect(headers.get('etag')).to.match(/^".+"$/);
      expect(iriOf(json)).to.equal(world.uri(event));
      expect(member(json, '@type')).to.equal('cargo:LogisticsEvent');
      expect(member(json, 'cargo:eventName')).to.equal('Departed');
      expect(member(json, 'cargo:partialEventIndicator')).to.equal(true);
      expect(iriOf(member(json, 'cargo:eventTimeType'))).to.equal('cargo:ACTUAL');
      expect(Date.parse(text(valueOf(member(json, 'cargo:eventDate'))))).to.equal(Date.parse('2026-02-28T12:00:00Z'));
    },
  },
  {
    section: 'D25; D44',
    statement: 'creationDate, the recording organization and eventFor are filled in when they are absent',
    holds: async (world) => {
      const piece = await world.piece();
      await allow(world, piece, world.partner, 'POST_LOGISTICS_EVENT', 'GET_LOGISTICS_EVENT');
      const reply = await world.partner.post(eventsOf(piece), eventBody());
      expect(reply.status, reply.text).to.equal(201);
      const { json } = await world.partner.get(world.path(reply.headers.get('location')));
      expect(Date.parse(text(valueOf(member(json, 'cargo:creationDate'))))).to.equal(world.node.clock.now().getTime());
      expect(iriOf(member(json, 'cargo:recordingOrganization'))).to.equal(world.partner.agent);
      expect(iriOf(member(json, 'cargo:eventFor'))).to.equal(world.uri(piece));
    },
  },
  {
    section: 'D25',
    statement: 'creationDate, recording organization and eventFor stay as they are given',
    holds: async (world) => {
      const piece = await world.piece();
      const { json } = await world.holder.get(
        await post(world, piece, {
          'cargo:creationDate': dateTime('2020-01-01T00:00:00Z'),
          'cargo:recordingOrganization': { '@id': 'https://handler.example/logistics-objects/h' },
          'cargo:eventFor': { '@id': world.uri(piece) },
        }),
      );
      expect(valueOf(member(json, 'cargo:creationDate'))).to.match(/^2020-01-01/);
      expect(iriOf(member(json, 'cargo:recordingOrganization'))).to.equal(
        'https://handler.example/logistics-objects/h',
      );
      expect(iriOf(member(json, 'cargo:eventFor'))).to.equal(world.uri(piece));
    },
  },
  {
    section: 'LogisticsEvent, rules',
    statement: 'an event may be of every EventTimeType',
    holds: async (world) => {
      const piece = await world.piece();
      for (const name of ['ACTUAL', 'ESTIMATED', 'EXPECTED', 'PLANNED', 'REQUESTED'])
        await post(world, piece, { 'cargo:eventTimeType': { '@id': `cargo:${name}` } });
      expect(await listed(world, piece, '')).to.have.length(5);
    },
  },
  {
    section: 'LogisticsEvent, rules',
    statement: 'the @id that a client gives an event is ignored: the server assigns one',
    holds: async (world) => {
      const piece = await world.piece();
      const wish = `${world.uri(eventsOf(piece))}/wish`;
      const event = await post(world, piece, { '@id': wish });
      expect(world.uri(event)).not.to.equal(wish);
      expect(iriOf((await world.holder.get(event)).json)).to.equal(world.uri(event));
      expect((await world.holder.get(world.path(wish))).status).to.equal(404);
    },
  },
  {
    section: 'LogisticsEvent, rules',
    statement: 'the same event sent twice is two events: the list is only added to',
    holds: async (world) => {
      const piece = await world.piece();
      const [one, two] = [await post(world, piece), await post(world, piece)];
      expect(one).not.to.equal(two);
      expect(await listed(world, piece, '')).to.deep.equal(
        [one, two].map((path) => world.uri(path)).sort((a, b) => (a < b ? -1 : 1)),
      );
    },
  },
  {
    section: 'LogisticsEvent, rules',
    statement: 'posting an event creates no revision and no entry in the audit trail',
    holds: async (world) => {
      const piece = await world.piece();
      const before = await world.state(piece);
      await post(world, piece);
      expect(await world.state(piece)).to.equal(before);
      expect((await world.holder.get(`${piece}?embedded=true`)).text).not.to.include('LogisticsEvent');
    },
  },
  ...each(
    {
      PUT: (world: TestContext, event: string) => world.holder.put(event, eventBody({ 'cargo:eventName': 'x' })),
      PATCH: (world: TestContext, event: string) => world.holder.patch(event, eventBody({ 'cargo:eventName': 'x' })),
      DELETE: (world: TestContext, event: string) => world.holder.delete(event),
      POST: (world: TestContext, event: string) => world.holder.post(event, eventBody()),
    },
    (call, method): Statement => ({
      section: 'LogisticsEvent, rules',
      statement: 'an event is immutable: 405 with Allow',
      holds: async (world) => {
        const piece = await world.piece();
        const event = await post(world, piece);
        const before = (await world.holder.get(event)).text;
        const reply = await expectRefused(world, piece, 405, () => call(world, event));
        expect(reply.headers.get('allow'), method).to.equal('GET, HEAD');
        expect((await world.holder.get(event)).text).to.equal(before);
      },
    }),
  ),
  ...each(
    {
      PUT: (world: TestContext, path: string) => world.holder.put(path, {}),
      PATCH: (world: TestContext, path: string) => world.holder.patch(path, {}),
      DELETE: (world: TestContext, path: string) => world.holder.delete(path),
    },
    (call): Statement => ({
      section: 'LogisticsEvent, rules',
      statement: 'the list of events is append-only: 405',
      holds: async (world) => {
        const piece = await world.piece();
        await post(world, piece);
        await expectRefused(world, piece, 405, () => call(world, eventsOf(piece)));
      },
    }),
  ),
  ...each<(uri: string) => unknown>(
    {
      'no eventDate': () => ({ '@context': context, '@type': 'cargo:LogisticsEvent' }),
      'two eventDates': () =>
        eventBody({ 'cargo:eventDate': [dateTime('2026-01-01T00:00:00Z'), dateTime('2026-01-02T00:00:00Z')] }),
      'an eventDate that is a word': () => eventBody({ 'cargo:eventDate': dateTime('yesterday') }),
      'an eventDate that is impossible': () => eventBody({ 'cargo:eventDate': dateTime('2026-02-31T00:00:00Z') }),
      'an eventDate as plain text': () => eventBody({ 'cargo:eventDate': '2026-02-28T12:00:00Z' }),
      'an eventDate that is an object': () => eventBody({ 'cargo:eventDate': { '@id': 'https://x.example/' } }),
      'an eventDate without a time zone': () => eventBody({ 'cargo:eventDate': dateTime('2026-02-28T12:00:00') }),
      'a creationDate without a time zone': () =>
        eventBody({ 'cargo:creationDate': dateTime('2026-02-28T12:00:00.5') }),
      'two creationDates': () =>
        eventBody({ 'cargo:creationDate': [dateTime('2026-01-01T00:00:00Z'), dateTime('2026-01-02T00:00:00Z')] }),
      'a creationDate that is impossible': () => eventBody({ 'cargo:creationDate': dateTime('2026-13-01T00:00:00Z') }),
      'an eventFor that is another object': (uri) => eventBody({ 'cargo:eventFor': { '@id': `${uri}x` } }),
      'two eventFor': (uri) => eventBody({ 'cargo:eventFor': [{ '@id': uri }, { '@id': `${uri}x` }] }),
      'an eventFor that is text': () => eventBody({ 'cargo:eventFor': 'this one' }),
      'an eventTimeType that is none': () => eventBody({ 'cargo:eventTimeType': { '@id': 'cargo:SOMETIMES' } }),
      'a partialEventIndicator that is text': () => eventBody({ 'cargo:partialEventIndicator': 'perhaps' }),
      'an eventName that is a number': () => eventBody({ 'cargo:eventName': 7 }),
      'an unknown property': () => eventBody({ 'cargo:eventColour': 'red' }),
      'a Logistics Object': () => ({ '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x' }),
      'no type': () => ({ '@context': context, 'cargo:eventDate': dateTime('2026-02-28T12:00:00Z') }),
      'a remote context': () => eventBody({ '@context': 'https://evil.example/context' }),
      'an array of two events': () => [eventBody(), eventBody()],
      'an empty array': () => [],
      'an empty object': () => ({}),
      'an empty body': () => '',
      'broken JSON': () => '{"@type": "cargo:LogisticsEvent"',
      null: () => 'null',
    },
    (body, name) => ({
      section: `${POST}; D25`,
      statement: 'an event that is not valid is 400, nothing is added',
      holds: async (world) => {
        const piece = await world.piece();
        await post(world, piece);
        const reply = await expectRefused(world, piece, 400, () =>
          world.holder.post(eventsOf(piece), body(world.uri(piece))),
        );
        expect(list(member(reply.json, 'api:hasErrorDetail')), name).not.to.be.empty;
      },
    }),
  ),
  {
    section: `${POST}; D56`,
    statement: 'a time without a time zone is 400, with a message that says what is missing',
    holds: async (world) => {
      const piece = await world.piece();
      const body = eventBody({ 'cargo:eventDate': dateTime('2026-02-28T12:00:00') });
      const reply = await expectRefused(world, piece, 400, () => world.holder.post(eventsOf(piece), body));
      expect(reply.text).to.contain('must be a date and time with its time zone');
    },
  },
  ...each<(own: string, holder: string) => Json>(
    {
      'the data holder': (_, holder) => ({ '@id': holder }),
      'the data holder, with its type': (_, holder) => ({ '@id': holder, '@type': 'cargo:Organization' }),
      'the caller and the data holder': (own, holder) => [{ '@id': own }, { '@id': holder }],
      'an organization without a URI': () => ({ '@type': 'cargo:Company', 'cargo:name': 'Another Airline' }),
      'an organization elsewhere, with content': () => ({
        '@id': 'https://other.example/logistics-objects/o',
        '@type': 'cargo:Company',
        'cargo:name': 'Another Airline',
      }),
      'a URI that begins like the caller’s': (own) => ({ '@id': `${own}x` }),
      'a URI in other letters': (own) => ({ '@id': own.toUpperCase().replace('HTTP', 'http') }),
    },
    (organization) => ({
      section: `${POST}; D55`,
      statement: 'a partner may not name another recording organization than its own',
      holds: async (world) => {
        const piece = await world.piece();
        await allow(world, piece, world.partner, 'POST_LOGISTICS_EVENT');
        const recorder = organization(world.partner.agent, world.holder.agent);
        const body = eventBody({ 'cargo:recordingOrganization': recorder });
        // Two of them are too many for the model before they are somebody else's.
        await expectRefused(world, piece, Array.isArray(recorder) ? 400 : 403, () =>
          world.partner.post(eventsOf(piece), body),
        );
      },
    }),
  ),
  {
    section: `${POST}; D44`,
    statement: 'a partner may name itself as the recording organization, and an internal agent any organization',
    holds: async (world) => {
      const piece = await world.piece();
      await allow(world, piece, world.partner, 'POST_LOGISTICS_EVENT');
      for (const [party, organization] of [
        [world.partner, world.partner.agent],
        [world.holder, world.holder.agent],
        [world.holder, world.partner.agent],
        [world.holder, 'https://handler.example/logistics-objects/h'],
      ] as const) {
        const body = eventBody({ 'cargo:recordingOrganization': { '@id': organization } });
        const reply = await party.post(eventsOf(piece), body);
        expect(reply.status, reply.text).to.equal(201);
        const { json } = await world.holder.get(reply.headers.get('location') ?? '');
        expect(iriOf(member(json, 'cargo:recordingOrganization'))).to.equal(organization);
      }
    },
  },
  {
    section: `${POST}; D5`,
    statement: 'the answer to a wrong property names it',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await expectRefused(world, piece, 400, () =>
        world.holder.post(eventsOf(piece), { '@context': context, '@type': 'cargo:LogisticsEvent' }),
      );
      const details = list(member(reply.json, 'api:hasErrorDetail'));
      expect(details.map((detail) => valueOf(member(detail, 'api:hasProperty')))).to.include(`${cargo}eventDate`);
    },
  },
  ...each({ 'text/turtle': 'text/turtle', 'application/json': 'application/json', none: '' }, (type): Statement => ({
    section: `${POST}; D4`,
    statement: 'another Content-Type is 415',
    holds: async (world) => {
      const piece = await world.piece();
      const body = new TextEncoder().encode(JSON.stringify(eventBody()));
      await expectRefused(world, piece, 415, () =>
        world.holder.send('POST', eventsOf(piece), { body, headers: { 'Content-Type': type } }),
      );
    },
  })),
  {
    section: `${POST}; D16`,
    statement: '401, 404, 403, 415 and 400 are found in this order',
    holds: async (world) => {
      const piece = await world.piece();
      const turtle = { 'Content-Type': 'text/turtle' };
      await expectRefused(world, piece, 401, () =>
        world.anonymous.post('/logistics-objects/none/logistics-events', 'x', turtle),
      );
      await expectRefused(world, piece, 404, () =>
        world.partner.post('/logistics-objects/none/logistics-events', 'x', turtle),
      );
      await expectRefused(world, piece, 403, () => world.partner.post(eventsOf(piece), 'x', turtle));
      await expectRefused(world, piece, 415, () => world.holder.post(eventsOf(piece), 'x', turtle));
      await expectRefused(world, piece, 400, () => world.holder.post(eventsOf(piece), 'x'));
    },
  },
  {
    section: `${POST}; 413`,
    statement: 'a body over BODY_LIMIT is 413',
    holds: async (world) => {
      const piece = await world.piece();
      await expectRefused(world, piece, 413, () =>
        world.holder.post(eventsOf(piece), eventBody({ 'cargo:eventName': 'x'.repeat(1024 ** 2) })),
      );
    },
  },
  ...each<{ modes: string[]; may: boolean[] }>(
    {
      nothing: { modes: [], may: [false, false, false] },
      GET_LOGISTICS_OBJECT: { modes: ['GET_LOGISTICS_OBJECT'], may: [true, false, false] },
      GET_LOGISTICS_EVENT: { modes: ['GET_LOGISTICS_EVENT'], may: [false, true, false] },
      POST_LOGISTICS_EVENT: { modes: ['POST_LOGISTICS_EVENT'], may: [false, false, true] },
      PATCH_LOGISTICS_OBJECT: { modes: ['PATCH_LOGISTICS_OBJECT'], may: [false, false, false] },
      'all of them': {
        modes: ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT', 'POST_LOGISTICS_EVENT', 'PATCH_LOGISTICS_OBJECT'],
        may: [true, true, true],
      },
    },
    ({ modes, may: [readObject, readEvent, postEvent] }) => ({
      section: 'D24',
      statement: 'object, events and posting each need their own permission',
      holds: async (world) => {
        const piece = await world.piece();
        const event = await post(world, piece);
        if (modes.length > 0) await allow(world, piece, world.partner, ...modes);
        const ok = (allowed: boolean | undefined, status: number): number => (allowed === true ? status : 403);
        expect((await world.partner.get(piece)).status, 'object').to.equal(ok(readObject, 200));
        expect((await world.partner.get(`${piece}/audit-trail`)).status, 'trail').to.equal(ok(readObject, 200));
        expect((await world.partner.get(event)).status, 'event').to.equal(ok(readEvent, 200));
        expect((await world.partner.get(eventsOf(piece))).status, 'list').to.equal(ok(readEvent, 200));
        const reply = await world.partner.post(eventsOf(piece), eventBody());
        expect(reply.status, 'posting').to.equal(ok(postEvent, 201));
        expect((await world.otherPartner.get(event)).status, 'somebody else').to.equal(403);
      },
    }),
  ),
  {
    section: `${GET}; D14`,
    statement: 'a missing object or event is 404, for one who may not read too; without a token 401',
    holds: async (world) => {
      const piece = await world.piece();
      const event = await post(world, piece);
      for (const path of [`${eventsOf(piece)}/none`, '/logistics-objects/none/logistics-events/x']) {
        await expectRefused(world, piece, 404, () => world.holder.get(path));
        await expectRefused(world, piece, 404, () => world.partner.get(path));
        await expectRefused(world, piece, 401, () => world.anonymous.get(path));
      }
      await expectRefused(world, piece, 403, () => world.partner.get(event));
      await expectRefused(world, piece, 401, () => world.anonymous.get(event));
      await expectRefused(world, piece, 404, () => world.holder.get('/logistics-objects/none/logistics-events'));
      await expectRefused(world, piece, 403, () => world.partner.get(eventsOf(piece)));
      await expectRefused(world, piece, 401, () => world.anonymous.get(eventsOf(piece)));
    },
  },
  {
    section: GET,
    statement: 'an event of one object is not found below another',
    holds: async (world) => {
      const [piece, other] = [await world.piece(), await world.piece()];
      const event = await post(world, piece);
      const id = event.slice(event.lastIndexOf('/') + 1);
      await expectRefused(world, other, 404, () => world.holder.get(`${eventsOf(other)}/${id}`));
    },
  },
  {
    section: `${LIST}; D13`,
    statement: 'a Collection at this URL, in the order of creation, hasTotalItems counting what matched',
    holds: async (world) => {
      const { piece, uris } = await threeEvents(world);
      const { json, headers, status } = await world.holder.get(eventsOf(piece));
      expect(status).to.equal(200);
      expect(headers.get('content-language')).to.equal('en-US');
      expect(headers.get('type')).to.equal(`${api}Collection`);
      expect(iriOf(json)).to.equal(world.uri(eventsOf(piece)));
      expect(member(json, '@type')).to.equal('api:Collection');
      expect(items(json).map(iriOf)).to.deep.equal(uris);
      expect(valueOf(member(json, 'api:hasTotalItems'))).to.equal('3');
      expect(items(json).map((item) => member(item, 'cargo:eventName'))).to.deep.equal(['one', 'two', 'three']);
    },
  },
  {
    section: 'Collection',
    statement: 'hasItem is absent for no item, the item itself for one, an array for more',
    holds: async (world) => {
      const piece = await world.piece();
      const read = async (): Promise<Json> => (await world.holder.get(eventsOf(piece))).json;
      expect(member(await read(), 'api:hasItem')).to.equal(undefined);
      expect(valueOf(member(await read(), 'api:hasTotalItems'))).to.equal('0');
      await post(world, piece);
      expect(member(await read(), 'api:hasItem'))
        .to.be.an('object')
        .and.not.an('array');
      await post(world, piece);
      expect(member(await read(), 'api:hasItem'))
        .to.be.an('array')
        .with.length(2);
    },
  },
  {
    section: 'D13',
    statement: 'eventType compares with the type IRI and the eventCode: its IRI, last part, or the code of an element',
    holds: async (world) => {
      const { piece, uris } = await threeEvents(world);
      const [one, two] = uris;
      const code = encodeURIComponent('https://onerecord.iata.org/ns/code-lists/StatusCode#DEP');
      const type = encodeURIComponent(`${cargo}LogisticsEvent`);
      expect(await listed(world, piece, `eventType=${code}`)).to.deep.equal([one]);
      expect(await listed(world, piece, 'eventType=DEP')).to.deep.equal([one]);
      expect(await listed(world, piece, 'eventType=ARR')).to.deep.equal([two]);
      expect(await listed(world, piece, 'eventType=ARR,DEP')).to.deep.equal([one, two]);
      expect(await listed(world, piece, `eventType=${type}`)).to.deep.equal(uris);
      expect(await listed(world, piece, 'eventType=NIL')).to.deep.equal([]);
      expect(await listed(world, piece, 'eventType=NIL,ARR')).to.deep.equal([two]);
      expect(await listed(world, piece, 'event-code=DEP')).to.deep.equal([one]);
      expect(await listed(world, piece, 'eventCode=DEP')).to.deep.equal([one]);
    },
  },
  {
    section: 'D13; D44',
    statement: 'created_* compare creationDate and occurred_* eventDate, strictly, in either form and name',
    holds: async (world) => {
      const { piece, uris, times } = await threeEvents(world);
      const [one = '', two = '', three = ''] = uris;
      const [, second = new Date(NaN)] = times;
      for (const at of [compact(second), second.toISOString().slice(0, 19) + 'Z']) {
        expect(await listed(world, piece, `created_after=${at}`), at)
          .to.include(three)
          .and.not.include(one);
        expect(await listed(world, piece, `created_before=${at}`), at)
          .to.include(one)
          .and.not.include(three);
        expect(await listed(world, piece, `created-after=${at}`), at)
          .to.include(three)
          .and.not.include(one);
      }
      const exact = second.toISOString();
      expect(await listed(world, piece, `created_after=${exact}`)).to.deep.equal([three]);
      expect(await listed(world, piece, `created_before=${exact}`)).to.deep.equal([one]);
      expect(await listed(world, piece, 'occurred_after=20260102T000000Z')).to.deep.equal([one]);
      expect(await listed(world, piece, 'occurred_before=20260102T000000Z')).to.deep.equal([three]);
      expect(
        await listed(world, piece, 'occurred_after=2026-01-01T23:59:59Z&occurred_before=20260102T000001Z'),
      ).to.deep.equal([two]);
      expect(
        await listed(world, piece, 'occurred-after=20260101T000000Z&occurred-before=20260103T000000Z'),
      ).to.deep.equal([two]);
    },
  },
  {
    section: 'D44',
    statement: 'sort is by creation or occurrence, in either direction',
    holds: async (world) => {
      const { piece, uris } = await threeEvents(world);
      const backwards = [...uris].reverse();
      expect(await listed(world, piece, 'sort=ASC-creationDate')).to.deep.equal(uris);
      expect(await listed(world, piece, 'sort=DESC-creationDate')).to.deep.equal(backwards);
      expect(await listed(world, piece, 'sort=ASC-eventDate')).to.deep.equal(backwards);
      expect(await listed(world, piece, 'sort=DESC-eventDate')).to.deep.equal(uris);
    },
  },
  {
    section: 'D13',
    statement: 'limit and skip page through what matched; hasTotalItems counts all of it',
    holds: async (world) => {
      const { piece, uris } = await threeEvents(world);
      expect(await listed(world, piece, 'limit=2')).to.deep.equal(uris.slice(0, 2));
      expect(await listed(world, piece, 'limit=2&skip=2')).to.deep.equal(uris.slice(2));
      expect(await listed(world, piece, 'skip=9')).to.deep.equal([]);
      for (const query of ['limit=0', 'limit=1', 'skip=9', 'limit=1&skip=1']) {
        const { json } = await world.holder.get(`${eventsOf(piece)}?${query}`);
        expect(valueOf(member(json, 'api:hasTotalItems')), query).to.equal('3');
      }
      const { json } = await world.holder.get(`${eventsOf(piece)}?eventType=DEP&limit=0`);
      expect(valueOf(member(json, 'api:hasTotalItems'))).to.equal('1');
    },
  },
  ...each(
    Object.fromEntries(
      [
        'created_after=now',
        'created_before=20260230T000000Z',
        'occurred_after=2026-01-01',
        'occurred_before=1',
        'occurred_before=',
        'created_after=20260101T000000Z&created_after=20260102T000000Z',
        'sort=up',
        'sort=asc-eventDate',
        'limit=-1',
        'limit=x',
        'limit=1.5',
        'skip=-1',
        'skip=1e3',
      ].map((query) => [query, query]),
    ),
    (query) => ({
      section: 'D13; D33',
      statement: 'a query that is malformed is 400',
      holds: async (world) => {
        const piece = await world.piece();
        const reply = await expectRefused(world, piece, 400, () => world.holder.get(`${eventsOf(piece)}?${query}`));
        expect(member(reply.json, 'api:hasTitle')).to.equal('Invalid query parameter request');
      },
    }),
  ),
  {
    section: 'D4; D9',
    statement: 'event and list are available in all media types, by HEAD, conditionally, and with a trailing slash',
    holds: async (world) => {
      const piece = await world.piece();
      const event = await post(world, piece);
      for (const path of [event, eventsOf(piece)]) {
        for (const type of ['text/turtle', 'application/x-turtle', 'application/n-triples']) {
          const reply = await world.holder.get(path, { headers: { Accept: type } });
          expect(reply.status).to.equal(200);
          expect(reply.headers.get('content-type')).to.include(type);
          expect(reply.text).to.include('LogisticsEvent');
        }
        expect((await world.holder.get(path, { headers: { Accept: 'image/png' } })).status).to.equal(406);
        expect((await world.holder.send('HEAD', path)).status).to.equal(200);
        expect((await world.holder.get(`${path}/`)).status).to.equal(200);
        const tag = (await world.holder.get(path)).headers.get('etag') ?? '';
        expect((await world.holder.get(path, { headers: { 'If-None-Match': tag } })).status).to.equal(304);
      }
      const modified = (await world.holder.get(event)).headers.get('last-modified') ?? '';
      expect((await world.holder.get(event, { headers: { 'If-Modified-Since': modified } })).status).to.equal(304);
    },
  },
  {
    section: 'LogisticsEvent',
    statement: 'embedded objects of an event are stored with it, under ids of the server',
    holds: async (world) => {
      const piece = await world.piece();
      const event = await post(world, piece, {
        'cargo:eventCode': { '@id': '_:c', '@type': 'cargo:CodeListElement', 'cargo:code': 'DEP' },
      });
      const code = member((await world.holder.get(event)).json, 'cargo:eventCode');
      expect(iriOf(code)).to.match(/^internal:/);
      expect(member(code, 'cargo:code')).to.equal('DEP');
    },
  },
  {
    section: 'D43',
    statement: 'an event may link to a missing object',
    holds: async (world) => {
      const piece = await world.piece();
      const there = world.uri('/logistics-objects/not-there');
      const event = await post(world, piece, { 'cargo:eventLocation': { '@id': there } });
      expect(iriOf(member((await world.holder.get(event)).json, 'cargo:eventLocation'))).to.equal(there);
    },
  },
];

conformance('Logistics Events', statements);

conformance(
  'Logistics Events with EVENT_POSTING=any',
  [
    {
      section: `${POST}; D24`,
      statement: 'every authenticated caller may post, no other caller, and reading still needs permission',
      holds: async (world) => {
        const piece = await world.piece();
        const reply = await world.partner.post(eventsOf(piece), eventBody());
        expect(reply.status, reply.text).to.equal(201);
        const event = world.path(reply.headers.get('location'));
        await expectRefused(world, piece, 403, () => world.partner.get(event));
        await expectRefused(world, piece, 403, () => world.partner.get(eventsOf(piece)));
        await expectRefused(world, piece, 401, () => world.anonymous.post(eventsOf(piece), eventBody()));
        const { json } = await world.holder.get(event);
        expect(iriOf(member(json, 'cargo:recordingOrganization'))).to.equal(world.partner.agent);
      },
    },
    {
      section: 'Authentication, token contents',
      statement: 'an agent of another server is known by its URI',
      holds: async (world) => {
        const piece = await world.piece();
        const agent = 'https://handler.example/logistics-objects/h';
        const handler = await partyFor(world.node.url, agent);
        expect((await handler.post(eventsOf(piece), eventBody())).status).to.equal(201);
        await allow(world, piece, handler, 'GET_LOGISTICS_EVENT');
        const { json } = await handler.get(eventsOf(piece));
        expect(iriOf(member(items(json)[0], 'cargo:recordingOrganization'))).to.equal(agent);
      },
    },
  ],
  { env: { EVENT_POSTING: 'any' } },
);

conformance(
  'Logistics Events with VALIDATION=lenient',
  [
    {
      section: `${POST}; D40; D56`,
      statement: 'a time without a time zone is read as UTC, in filters, orders and answers',
      holds: async (world) => {
        const piece = await world.piece();
        const unzoned = await post(world, piece, {
          'cargo:eventDate': dateTime('2026-02-28T12:00:00'),
          'cargo:creationDate': dateTime('2026-02-28T12:00:30.25'),
        });
        const east = await post(world, piece, { 'cargo:eventDate': dateTime('2026-02-28T13:30:00+02:00') });
        const read = await world.read(unzoned);
        expect(valueOf(member(read, 'cargo:eventDate'))).to.equal('2026-02-28T12:00:00Z');
        expect(valueOf(member(read, 'cargo:creationDate'))).to.equal('2026-02-28T12:00:30.25Z');
        expect(await listed(world, piece, 'sort=ASC-eventDate')).to.deep.equal([world.uri(east), world.uri(unzoned)]);
        expect(await listed(world, piece, 'occurred_after=20260228T115959Z')).to.deep.equal([world.uri(unzoned)]);
        expect(await listed(world, piece, 'occurred_before=20260228T120000Z')).to.deep.equal([world.uri(east)]);
      },
    },
    {
      section: `${POST}; D55`,
      statement: 'another recording organization than the caller’s own is 403, also as text and among several',
      holds: async (world) => {
        const piece = await world.piece();
        await allow(world, piece, world.partner, 'POST_LOGISTICS_EVENT');
        const { agent } = world.holder;
        for (const organization of [agent, [{ '@id': world.partner.agent }, { '@id': agent }]]) {
          const body = eventBody({ 'cargo:recordingOrganization': organization });
          await expectRefused(world, piece, 403, () => world.partner.post(eventsOf(piece), body));
        }
      },
    },
  ],
  { env: { VALIDATION: 'lenient' } },
);
