import { expect } from 'chai';
import {
  aclBody,
  dateTime,
  delegate,
  eventBody,
  iriOf,
  partyFor,
  Receiver,
  settled,
  subscribe,
  valueOf,
} from '../support/exchange.js';
import { api, cargo, context, type Json, list, member, type Party, type Reply } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { rows } from '../sparql/support.js';
import { conformance, each, type Statement } from './statement.js';

const ADDRESS = '/logistics-events';
const REQUEST = 'POST /logistics-events';

const links = (uris: readonly string[]): Json[] => uris.map((uri) => ({ '@id': uri }));
const bodyFor = (uris: readonly string[], more: JsonObject = {}): JsonObject =>
  eventBody({ 'cargo:eventFor': links(uris), ...more });

interface Result {
  readonly status: number;
  readonly object: string;
  readonly event: string;
  readonly errors: readonly Json[];
}

/** The results of a MultiStatusResponse, whose totals must be right. */
function resultsOf({ status, text, headers, json }: Reply): Result[] {
  expect(status, text).to.equal(207);
  expect(member(json, '@type')).to.equal('api:MultiStatusResponse');
  const results = list(member(json, 'api:hasCreationResult')).map((result) => {
    expect(member(result, '@type')).to.equal('api:EventCreationResult');
    return {
      status: Number(valueOf(member(result, 'api:hasHTTPStatus'))),
      object: iriOf(member(result, 'api:hasLogisticsObject')),
      event: iriOf(member(result, 'api:hasLogisticsEvent')),
      errors: list(member(result, 'api:hasError')),
    };
  });
  const count = (name: string): number => Number(valueOf(member(json, name)));
  const created = results.filter((result) => result.status === 201).length;
  expect(count('api:hasTotalItems')).to.equal(results.length);
  expect(count('api:hasTotalCreated')).to.equal(created);
  expect(count('api:hasTotalFailed')).to.equal(results.length - created);
  expect(headers.get('location')).to.equal(null);
  return results;
}

/** The title, code and resource of an error. */
function aboutError(error: Json): unknown {
  const [detail] = list(member(error, 'api:hasErrorDetail'));
  return [
    member(error, 'api:hasTitle'),
    member(detail, 'api:hasCode'),
    valueOf(member(detail, 'api:hasResource')),
    iriOf(member(error, 'api:hasSeverity')),
  ];
}

async function eventsOf(world: TestContext, piece: string): Promise<string[]> {
  const { json } = await world.holder.get(`${piece}/logistics-events`);
  return list(member(json, 'api:hasItem')).map(iriOf);
}

async function allow(world: TestContext, piece: string, party: Party): Promise<void> {
  const body = aclBody(world.uri(piece), { 'acl:agent': { '@id': party.agent } }, [`${api}POST_LOGISTICS_EVENT`]);
  expect((await world.holder.put(`${piece}/acl`, body)).status).to.equal(204);
}

/** Two objects that the partner may report about, one that it may not, and one that is not there. */
async function mixed(world: TestContext): Promise<{ first: string; second: string; closed: string; missing: string }> {
  const [first, second, closed] = [await world.piece(), await world.piece(), await world.piece()];
  await allow(world, first, world.partner);
  await allow(world, second, world.partner);
  return { first, second, closed, missing: '/logistics-objects/missing' };
}

const statements: Statement[] = [
  {
    section: 'V56',
    statement:
      '207 in 2.3.0 with Type and Content-Language, without Location; also when all or none succeed, or for one',
    holds: async (world) => {
      const { first, second, closed, missing } = await mixed(world);
      for (const targets of [[first, second], [closed, missing], [first]]) {
        const reply = await world.partner.post(ADDRESS, bodyFor(targets.map((path) => world.uri(path))));
        expect(resultsOf(reply)).to.have.length(targets.length);
        expect(reply.headers.get('content-type')).to.equal('application/ld+json; version=2.3.0');
        expect(reply.headers.get('content-language')).to.equal('en-US');
        expect(reply.headers.get('type')).to.equal(`${api}MultiStatusResponse`);
      }
    },
  },
  {
    section: 'V57; V58',
    statement: 'a result for each distinct target in the order of eventFor, with its own status and URI or Error',
    holds: async (world) => {
      const { first, second, closed, missing } = await mixed(world);
      const elsewhere = 'https://other.example/logistics-objects/p';
      const uris = [closed, second, missing, first].map((path) => world.uri(path));
      const results = resultsOf(await world.partner.post(ADDRESS, bodyFor([...uris, elsewhere, ...uris])));
      expect(results.map(({ status, object }) => [status, object])).to.deep.equal([
        [403, uris[0]],
        [201, uris[1]],
        [404, uris[2]],
        [201, uris[3]],
        [404, elsewhere],
      ]);
      for (const { status, object, event, errors } of results) {
        if (status === 201) {
          expect(errors).to.deep.equal([]);
          expect(event.startsWith(`${object}/logistics-events/`)).to.equal(true);
          expect((await world.holder.get(event)).status).to.equal(200);
        } else {
          expect(event).to.equal('');
          const title = status === 403 ? 'Not authorized to perform action' : 'Resource not found';
          expect(errors.map(aboutError)).to.deep.equal([[title, String(status), object, 'api:ERROR']]);
        }
      }
      for (const path of [first, second]) expect(await eventsOf(world, path)).to.have.length(1);
      expect(await eventsOf(world, closed)).to.have.length(0);
    },
  },
  {
    section: 'V57',
    statement: 'many targets keep their order',
    holds: async (world) => {
      const uris: string[] = [];
      for (let count = 0; count < 120; count += 1) uris.push(world.uri(`/logistics-objects/m${(count * 37) % 120}`));
      const results = resultsOf(await world.partner.post(ADDRESS, bodyFor(uris)));
      expect(results.map(({ object }) => object)).to.deep.equal(uris);
    },
  },
  {
    section: 'V58; D14',
    statement: 'an object that has moved is 404 for one who may post to it, else 403',
    holds: async (world) => {
      const { first, closed } = await mixed(world);
      for (const path of [first, closed]) {
        const id = path.slice(path.lastIndexOf('/') + 1);
        const location = 'https://elsewhere.example/logistics-objects/p';
        await world.holder.put(`/internal/relocations/${id}`, { location, permanent: true });
      }
      const uris = [first, closed].map((path) => world.uri(path));
      const results = resultsOf(await world.partner.post(ADDRESS, bodyFor(uris)));
      expect(results.map(({ status }) => status)).to.deep.equal([404, 403]);
    },
  },
  {
    section: 'V58; V51',
    statement: 'a permission that has expired is 403',
    holds: async (world) => {
      const piece = await world.piece();
      const expiresAt = dateTime(new Date(world.node.clock.now().getTime() + 10_000).toISOString());
      await delegate(world.holder, world.partner, {
        objects: [world.uri(piece)],
        delegates: [world.partner.agent],
        permissions: ['POST_LOGISTICS_EVENT'],
        more: { 'api:expiresAt': expiresAt },
      });
      const status = async (): Promise<number | undefined> =>
        resultsOf(await world.partner.post(ADDRESS, bodyFor([world.uri(piece)])))[0]?.status;
      expect(await status()).to.equal(201);
      world.node.clock.advance(10);
      expect(await status()).to.equal(403);
    },
  },
  {
    section: 'V59; D25; D44',
    statement: 'each event is for its object alone, with all else as posted, and one time of creation',
    holds: async (world) => {
      const { first, second } = await mixed(world);
      const uris = [first, second].map((path) => world.uri(path));
      const body = eventBody({
        'cargo:eventName': 'Departed',
        'cargo:eventFor': uris.map((uri) => ({ '@id': uri, '@type': 'cargo:Piece' })),
        'cargo:eventCode': {
          '@type': 'cargo:CodeListElement',
          'cargo:code': 'DEP',
          'cargo:codeListName': 'StatusCode',
        },
      });
      const results = resultsOf(await world.partner.post(ADDRESS, body));
      const events = await Promise.all(results.map(async ({ event }) => (await world.holder.get(event)).json));
      const codes = new Set<string>();
      for (const [index, event] of events.entries()) {
        expect(iriOf(event)).to.equal(results[index]?.event);
        expect(iriOf(member(event, 'cargo:eventFor'))).to.equal(uris[index]);
        expect(member(event, 'cargo:eventName')).to.equal('Departed');
        expect(member(member(event, 'cargo:eventCode'), 'cargo:code')).to.equal('DEP');
        expect(iriOf(member(event, 'cargo:recordingOrganization'))).to.equal(world.partner.agent);
        expect(Date.parse(JSON.stringify(valueOf(member(event, 'cargo:creationDate'))).slice(1, -1))).to.equal(
          world.node.clock.now().getTime(),
        );
        codes.add(iriOf(member(event, 'cargo:eventCode')));
      }
      expect(codes.size, 'each event has its own embedded objects').to.equal(2);
    },
  },
  {
    section: 'V58; D55',
    statement: 'a foreign recording organization is 403 for each target, and no event exists',
    holds: async (world) => {
      const { first, second } = await mixed(world);
      const body = bodyFor([world.uri(first), world.uri(second)], {
        'cargo:recordingOrganization': { '@id': world.holder.agent },
      });
      const results = resultsOf(await world.partner.post(ADDRESS, body));
      expect(results.map(({ status }) => status)).to.deep.equal([403, 403]);
      expect(await eventsOf(world, first)).to.have.length(0);
    },
  },
  ...each<(uri: string) => unknown>(
    {
      'no eventFor': () => eventBody(),
      'an empty eventFor': () => eventBody({ 'cargo:eventFor': [] }),
      'an eventFor that is text': () => eventBody({ 'cargo:eventFor': 'this one' }),
      'an eventFor without @id': (uri) =>
        eventBody({ 'cargo:eventFor': [{ '@id': uri }, { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x' }] }),
      'an eventFor with content': (uri) =>
        eventBody({ 'cargo:eventFor': [{ '@id': uri, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x' }] }),
      'an eventFor elsewhere with content': () =>
        eventBody({
          'cargo:eventFor': [
            {
              '@id': 'https://other.example/logistics-objects/p',
              '@type': 'cargo:Piece',
              'cargo:goodsDescription': 'x',
            },
          ],
        }),
      'no eventDate': (uri) => ({
        '@context': context,
        '@type': 'cargo:LogisticsEvent',
        'cargo:eventFor': links([uri]),
      }),
      'another type': (uri) => bodyFor([uri], { '@type': 'cargo:Piece' }),
      'an unknown property': (uri) => bodyFor([uri], { 'cargo:eventColour': 'red' }),
      'an impossible date': (uri) => bodyFor([uri], { 'cargo:eventDate': dateTime('2026-02-31T00:00:00Z') }),
      'an unknown type of a target': (uri) =>
        eventBody({ 'cargo:eventFor': [{ '@id': uri }, { '@id': `${uri}x`, '@type': 'cargo:Nonsense' }] }),
      'broken JSON': () => '{"@type":',
      'an empty body': () => '',
    },
    (body): Statement => ({
      section: 'V61',
      statement: 'a body that is not valid is 400 for the whole, and no event exists',
      holds: async (world) => {
        const { first } = await mixed(world);
        for (const party of [world.partner, world.otherPartner]) {
          const reply = await party.post(ADDRESS, body(world.uri(first)));
          expect(reply.status, reply.text).to.equal(400);
        }
        expect(await eventsOf(world, first)).to.have.length(0);
      },
    }),
  ),
  {
    section: 'V60',
    statement: 'the events become visible together: a query sees all of them or none',
    holds: async (world) => {
      const uris: string[] = [];
      for (let count = 0; count < 40; count += 1) uris.push(world.uri(await world.piece()));
      const name = 'together';
      const query = `PREFIX cargo: <${cargo}> SELECT (COUNT(?event) AS ?count) { ?event cargo:eventName "${name}" }`;
      const seen = new Set<string>(await rows(world.holder, query));
      const posting = world.holder.post(
        ADDRESS,
        bodyFor([...uris, world.uri('/logistics-objects/missing')], { 'cargo:eventName': name }),
      );
      const ended = new AbortController();
      const posted = posting.finally(() => {
        ended.abort();
      });
      while (!ended.signal.aborted) for (const row of await rows(world.holder, query)) seen.add(row);
      const results = resultsOf(await posted);
      expect(results.filter(({ status }) => status === 201)).to.have.length(40);
      for (const row of await rows(world.holder, query)) seen.add(row);
      expect([...seen]).to.deep.equal(['0', '40']);
    },
  },
  {
    section: 'V61',
    statement: '401 without a token, 413 and 415 for the whole; who may nothing gets 207',
    holds: async (world) => {
      const { first, closed } = await mixed(world);
      const body = bodyFor([world.uri(first)]);
      expect((await world.anonymous.post(ADDRESS, body)).status).to.equal(401);
      expect((await world.partner.post(ADDRESS, body, { 'Content-Type': 'text/turtle' })).status).to.equal(415);
      const large = bodyFor([world.uri(first)], { 'cargo:eventName': 'x'.repeat(1024 ** 2) });
      expect((await world.partner.post(ADDRESS, large)).status).to.equal(413);
      const results = resultsOf(await world.otherPartner.post(ADDRESS, bodyFor([world.uri(first), world.uri(closed)])));
      expect(results.map(({ status }) => status)).to.deep.equal([403, 403]);
      expect(await eventsOf(world, first)).to.have.length(0);
    },
  },
  {
    section: 'V62; V65',
    statement:
      'subscribers get a LOGISTICS_EVENT_RECEIVED for each event created, with hasLogisticsEvent from 2.2.0 on',
    holds: async (world) => {
      const receiver = await Receiver.start();
      try {
        const subscriber = await partyFor(world.node.url, receiver.agent);
        const { first, second, closed } = await mixed(world);
        const contentType = 'application/ld+json; version=2.2.0';
        for (const path of [first, second, closed])
          await subscribe(world.holder, subscriber, {
            topic: world.uri(path),
            events: ['LOGISTICS_EVENT_RECEIVED'],
            more: { 'api:hasContentType': contentType },
          });
        const uris = [first, second, closed].map((path) => world.uri(path));
        const results = resultsOf(await world.partner.post(ADDRESS, bodyFor(uris)));
        const received = await receiver.distinct(2);
        await settled(world.holder);
        expect(received.map(({ eventType }) => eventType)).to.deep.equal([
          'LOGISTICS_EVENT_RECEIVED',
          'LOGISTICS_EVENT_RECEIVED',
        ]);
        expect(received.map(({ object }) => object)).to.have.members(uris.slice(0, 2));
        expect(received.map(({ body }) => iriOf(member(body, 'api:hasLogisticsEvent')))).to.have.members(
          results.slice(0, 2).map(({ event }) => event),
        );
      } finally {
        await receiver.close();
      }
    },
  },
  ...each({ GET: 'GET', PUT: 'PUT', DELETE: 'DELETE', PATCH: 'PATCH', HEAD: 'HEAD' }, (method): Statement => ({
    section: 'V63',
    statement: 'other methods are 405 with Allow: POST',
    holds: async (world) => {
      const reply = await world.holder.send(method, ADDRESS);
      expect(reply.status).to.equal(405);
      expect(reply.headers.get('allow')).to.equal('POST');
    },
  })),
  ...each({ '2.0.0': '2.0.0', '2.1.0': '2.1.0', '2.2.0': '2.2.0' }, (version): Statement => ({
    section: 'V9; L6; L39',
    statement: 'naming an older version there is no such address',
    holds: async (world) => {
      const { first } = await mixed(world);
      const type = `application/ld+json; version=${version}`;
      const body = bodyFor([world.uri(first)]);
      expect((await world.partner.post(ADDRESS, body, { Accept: type })).status).to.equal(404);
      expect((await world.partner.post(ADDRESS, body, { 'Content-Type': type })).status).to.equal(404);
      expect((await world.partner.get(ADDRESS, { headers: { Accept: type } })).status).to.equal(404);
      expect(await eventsOf(world, first)).to.have.length(0);
    },
  })),
  {
    section: `${REQUEST}; D4`,
    statement: 'the results are given in every RDF syntax',
    holds: async (world) => {
      const { first } = await mixed(world);
      for (const type of ['text/turtle', 'application/x-turtle', 'application/n-triples']) {
        const reply = await world.partner.post(ADDRESS, bodyFor([world.uri(first)]), { Accept: type });
        expect(reply.status).to.equal(207);
        expect(reply.headers.get('content-type')).to.equal(`${type}; version=2.3.0`);
        expect(reply.text).to.include('hasCreationResult');
      }
    },
  },
  {
    section: 'V64; D25',
    statement: 'on the list of one object, an eventFor that names any other one is 400 in every version',
    holds: async (world) => {
      const { first, second } = await mixed(world);
      for (const version of ['2.0.0', '2.1.0', '2.2.0', '2.3.0']) {
        const reply = await world.partner.post(
          `${first}/logistics-events`,
          bodyFor([world.uri(first), world.uri(second)]),
          { 'Content-Type': `application/ld+json; version=${version}` },
        );
        expect(reply.status, cargo).to.equal(400);
      }
    },
  },
  {
    section: 'V56, V61',
    statement: 'more objects than are taken at once are 413',
    holds: async (world) => {
      const uris = Array.from({ length: 2001 }, (_, number) => world.uri(`/logistics-objects/m${number}`));
      expect((await world.partner.post(ADDRESS, bodyFor(uris))).status).to.equal(413);
    },
  },
];

conformance('One event for many objects', statements);
conformance(
  'One event for many objects with EVENT_POSTING=any',
  [
    {
      section: 'V58',
      statement: 'no permission is needed',
      holds: async (world) => {
        const piece = await world.piece();
        const results = resultsOf(await world.partner.post(ADDRESS, bodyFor([world.uri(piece)])));
        expect(results.map(({ status }) => status)).to.deep.equal([201]);
      },
    },
  ],
  { env: { EVENT_POSTING: 'any' } },
);
