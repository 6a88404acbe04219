import { expect } from 'chai';
import { Parser } from 'n3';
import { add } from '../support/changes.js';
import { aclBody, iriOf, valueOf } from '../support/exchange.js';
import { canonical } from '../support/isomorphic.js';
import { api, context, type Json, list, member, type Party, type Reply } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const ADDRESS = '/logistics-objects/query';
const everybody = { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } };

const links = (uris: readonly string[]): Json[] => uris.map((uri) => ({ '@id': uri }));
const queryFor = (uris: readonly string[], more: JsonObject = {}): JsonObject => ({
  '@context': context,
  '@type': 'api:LogisticsObjectsQuery',
  'api:hasLogisticsObjects': links(uris),
  ...more,
});

const profile = (name: string): string => `application/ld+json; profile="http://www.w3.org/ns/json-ld#${name}"`;

/** The items of an answer, and the code and object of each error. */
function answerOf({ status, text, json }: Reply): { items: Json[]; errors: (readonly [Json, Json])[] } {
  expect(status, text).to.equal(200);
  expect(member(json, '@type')).to.equal('api:Collection');
  const items = list(member(json, 'api:hasItem'));
  expect(Number(valueOf(member(json, 'api:hasTotalItems')))).to.equal(items.length);
  const errors = list(member(json, 'api:hasError')).map((error) => {
    const [detail] = list(member(error, 'api:hasErrorDetail'));
    expect(member(error, '@type')).to.equal('api:Error');
    return [member(detail, 'api:hasCode'), valueOf(member(detail, 'api:hasResource'))] as const;
  });
  return { items, errors };
}

/** The message of each error. */
const messagesOf = ({ json }: Reply): Json[] =>
  list(member(json, 'api:hasError'))
    .flatMap((error) => list(member(error, 'api:hasErrorDetail')))
    .map((detail) => member(detail, 'api:hasMessage'));

const given = (reply: Reply): string[] => answerOf(reply).items.map(iriOf);

async function ask(party: Party, uris: readonly string[], accept = 'application/ld+json'): Promise<Reply> {
  return party.post(ADDRESS, queryFor(uris), { Accept: accept });
}

/** The second that a test's clock is in, or one so many seconds away, in the compact form. */
function second(world: TestContext, away = 0): string {
  const time = new Date(world.node.clock.now().getTime() + away * 1000);
  return `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** The object whose id is the last part of the address. */
async function objectNamedQuery(world: TestContext): Promise<void> {
  if ((await world.holder.get(ADDRESS)).status === 200) return;
  await world.open(await world.piece({ '@id': world.uri(ADDRESS), 'cargo:goodsDescription': 'Queried' }));
}

const verification = (world: TestContext): JsonObject => ({
  '@context': context,
  '@type': 'api:Verification',
  'api:hasLogisticsObject': { '@id': world.uri(ADDRESS) },
  'api:hasRevision': { '@type': 'http://www.w3.org/2001/XMLSchema#positiveInteger', '@value': '1' },
  'api:hasError': {
    '@type': 'api:Error',
    'api:hasTitle': 'Wrong text',
    'api:hasErrorDetail': { '@type': 'api:ErrorDetail', 'api:hasCode': 'x', 'api:hasMessage': 'Not these' },
  },
});

/** What is no query, by the property that the error names. */
const refused: Readonly<
  Record<string, (world: TestContext) => readonly [body: unknown, property: string | undefined]>
> = {
  'no object': () => [queryFor([]), `${api}hasLogisticsObjects`],
  'too many objects': (world) => [
    queryFor(Array.from({ length: 6 }, (_, number) => world.uri(`/logistics-objects/m${number}`))),
    `${api}hasLogisticsObjects`,
  ],
  'a text': () => [{ ...queryFor([]), 'api:hasLogisticsObjects': ['piece 1'] }, `${api}hasLogisticsObjects`],
  'a relative address': () => [queryFor(['piece-1']), `${api}hasLogisticsObjects`],
  'another type': () => [{ ...queryFor(['http://x.example/a']), '@type': 'api:Change' }, undefined],
  'no type': () => [{ '@context': context, 'api:hasLogisticsObjects': links(['http://x.example/a']) }, undefined],
};

const statements: Statement[] = [
  {
    section: 'W68',
    statement: 'the body of the proposal, letter for letter, in any form, and with the other name that it has',
    holds: async (world) => {
      const uri = world.uri(await world.openPiece());
      const bodies: Json[] = [
        {
          '@context': { api },
          '@type': 'api:LogisticsObjectsQuery',
          'api:hasLogisticsObjects': [{ '@id': uri }],
        },
        { '@context': context, '@type': 'api:LogisticsObjectsQuery', 'api:hasLogisticsObjectRef': [{ '@id': uri }] },
        { '@context': api, '@type': 'LogisticsObjectsQuery', hasLogisticsObjects: { '@id': uri } },
        [{ '@type': [`${api}LogisticsObjectsQuery`], [`${api}hasLogisticsObjects`]: [{ '@id': uri }] }],
        { ...queryFor([]), 'api:hasLogisticsObjects': uri },
      ];
      for (const body of bodies) expect(given(await world.partner.post(ADDRESS, body))).to.deep.equal([uri]);
    },
  },
  {
    section: 'W69',
    statement: 'the objects come in the order of the query, each as GET gives it, in every version and form',
    holds: async (world) => {
      const paths = [await world.openPiece(), await world.openPiece({ 'cargo:upid': 'x' }), await world.openPiece()];
      const asked = [...paths, paths[0] ?? ''].reverse();
      const uris = asked.map((path) => world.uri(path));
      for (const version of ['2.0.0', '2.1.0', '2.2.0', '2.3.0']) {
        const accept = `application/ld+json; version=${version}`;
        const reply = await ask(world.partner, uris, accept);
        expect(reply.headers.get('content-type')).to.equal(accept);
        expect(reply.headers.get('type')).to.equal(`${api}Collection`);
        const reads = [...new Set(asked)].map((path) => world.partner.get(path, { headers: { Accept: accept } }));
        const single = await Promise.all(reads);
        expect(answerOf(reply).items).to.deep.equal(single.map(({ json }) => json));
      }
    },
  },
  ...each({ turtle: 'text/turtle', 'N-Triples': 'application/n-triples' }, (accept) => ({
    section: 'W69',
    statement: 'the statements of GET, with those of the collection, in other syntaxes',
    holds: async (world) => {
      const paths = [await world.openPiece(), await world.openPiece(), '/logistics-objects/none'];
      const reply = await ask(world.partner, paths.map(world.uri.bind(world)), accept);
      expect(reply.headers.get('content-type')).to.equal(`${accept}; version=2.0.0`);
      const quads = new Parser().parse(reply.text);
      for (const path of paths.slice(0, 2)) {
        const { text } = await world.partner.get(path, { headers: { Accept: accept } });
        const own = quads.filter(({ subject }) => subject.value === world.uri(path));
        expect(canonical(own)).to.equal(canonical(new Parser().parse(text)));
      }
      const objects = (name: string): string[] =>
        quads.filter(({ predicate }) => predicate.value === api + name).map(({ object }) => object.value);
      expect(objects('hasItem')).to.have.members(paths.slice(0, 2).map((path) => world.uri(path)));
      expect(objects('hasTotalItems')).to.deep.equal(['2']);
      expect(objects('hasError')).to.have.length(1);
      expect(objects('hasResource')).to.deep.equal([world.uri('/logistics-objects/none')]);
    },
  })),
  ...each(
    { expanded: 'expanded', flattened: 'flattened', both: 'expanded http://www.w3.org/ns/json-ld#flattened' },
    (form) => ({
      section: 'W69',
      statement: 'the same statements in the other forms of JSON-LD',
      holds: async (world) => {
        const uris = [await world.openPiece(), await world.openPiece(), '/logistics-objects/none'].map((path) =>
          world.uri(path),
        );
        const reply = await ask(world.partner, uris, profile(form));
        expect(reply.status).to.equal(200);
        const nodes = list(form === 'flattened' ? member(reply.json, '@graph') : reply.json);
        const isFlat = form !== 'expanded';
        const named = (name: string): string => (form === 'flattened' ? `api:${name}` : api + name);
        const collection = nodes.find((node) => list(member(node, '@type')).includes(named('Collection')));
        expect(list(member(collection ?? null, named('hasItem'))).map(iriOf)).to.deep.equal(uris.slice(0, 2));
        expect(list(member(collection ?? null, named('hasError')))).to.have.length(1);
        expect(nodes.length).to.equal(isFlat ? 5 : 1);
      },
    }),
  ),
  {
    section: 'W69',
    statement: 'an error for each that is not given: not there, not to be read, moved for good or for now',
    holds: async (world) => {
      const [open, closed] = [await world.openPiece(), await world.piece()];
      const moved = [await world.openPiece(), await world.openPiece()];
      for (const [index, path] of moved.entries()) {
        const location = `https://new.example/logistics-objects/${index}`;
        const body = { location, permanent: index === 0 };
        const headers = { 'Content-Type': 'application/json' };
        const id = path.split('/').at(-1) ?? '';
        expect((await world.holder.put(`/internal/relocations/${id}`, body, headers)).status).to.equal(204);
      }
      const missing = '/logistics-objects/none';
      const uris = [missing, open, closed, ...moved].map((path) => world.uri(path));
      const reply = await ask(world.partner, uris);
      expect(answerOf(reply).errors).to.deep.equal([
        ['404', uris[0]],
        ['403', uris[2]],
        ['301', uris[3]],
        ['302', uris[4]],
      ]);
      expect(given(reply)).to.deep.equal([uris[1]]);
      expect(messagesOf(reply)[2]).to.include('https://new.example/logistics-objects/0');
    },
  },
  {
    section: 'W70',
    statement: "others' objects are never given and never fetched, nor what else has an address here",
    holds: async (world) => {
      const piece = world.uri(await world.openPiece());
      const uris = [
        'https://other.example/logistics-objects/p',
        `${piece}/revisions/1`,
        `${piece}?at=20260101T000000Z`,
      ];
      const reply = await ask(world.partner, uris);
      expect(answerOf(reply)).to.deep.equal({ items: [], errors: uris.map((uri) => ['404', uri]) });
      expect(messagesOf(reply)[0]).to.include('ask its holder');
    },
  },
  ...each(refused, (make) => ({
    section: 'W71, W73',
    statement: 'is refused as a whole',
    holds: async (world) => {
      const [body, property] = make(world);
      const { status, text, json } = await world.partner.post(ADDRESS, body);
      expect(status, text).to.equal(400);
      const [detail] = list(member(json, 'api:hasErrorDetail'));
      if (property !== undefined) expect(valueOf(member(detail, 'api:hasProperty'))).to.equal(property);
    },
  })),
  {
    section: 'W70, W71, W78',
    statement: 'embedded, an unknown parameter and a time that is none or in the future are 400',
    holds: async (world) => {
      const body = queryFor([world.uri(await world.openPiece())]);
      for (const query of ['embedded=true', 'limit=1', 'at=yesterday', `at=${second(world, 60)}`])
        expect((await world.partner.post(`${ADDRESS}?${query}`, body)).status, query).to.equal(400);
    },
  },
  {
    section: 'W71',
    statement: 'as of a time each object is as GET gives it then, and 404 where it was not there',
    holds: async (world) => {
      const first = await world.openPiece();
      const then = second(world);
      world.node.clock.advance(10);
      await world.change(first, [add(world.uri(first), 'upid', 'later')]);
      const later = await world.openPiece();
      const uris = [first, later].map((path) => world.uri(path));
      const reply = await world.partner.post(`${ADDRESS}?at=${then}`, queryFor(uris));
      const { json } = await world.partner.get(`${first}?at=${then}`);
      expect(answerOf(reply)).to.deep.equal({ items: [json], errors: [['404', uris[1]]] });
    },
  },
  {
    section: 'W72',
    statement: 'access is decided upon for each request: withdrawn and granted again',
    holds: async (world) => {
      const [piece, other] = [await world.openPiece(), await world.openPiece()];
      const uris = [piece, other].map((path) => world.uri(path));
      expect(given(await ask(world.partner, uris))).to.deep.equal(uris);
      const nobody = aclBody(uris[0] ?? '', { 'acl:agent': { '@id': world.otherPartner.agent } }, ['acl:Read']);
      expect((await world.holder.put(`${piece}/acl`, nobody)).status).to.equal(204);
      expect(answerOf(await ask(world.partner, uris)).errors).to.deep.equal([['403', uris[0]]]);
      expect(given(await ask(world.otherPartner, uris))).to.deep.equal(uris);
      const all = aclBody(uris[0] ?? '', everybody, ['acl:Read']);
      expect((await world.holder.put(`${piece}/acl`, all)).status).to.equal(204);
      expect(given(await ask(world.partner, uris))).to.deep.equal(uris);
    },
  },
  {
    section: 'W72',
    statement: 'no token is 401, another media type 415 or 406, and no cache keeps an answer',
    holds: async (world) => {
      const body = queryFor([world.uri(await world.openPiece())]);
      expect((await world.anonymous.post(ADDRESS, body)).status).to.equal(401);
      expect((await world.partner.post(ADDRESS, body, { 'Content-Type': 'text/turtle' })).status).to.equal(415);
      expect((await world.partner.post(ADDRESS, body, { Accept: 'image/png' })).status).to.equal(406);
      expect((await world.partner.post(ADDRESS, body, { 'If-Match': '"x"' })).status).to.equal(412);
      const { headers } = await world.partner.post(ADDRESS, body);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('etag')).to.equal(null);
    },
  },
  {
    section: 'W72',
    statement: 'the refusals of an agent are counted for the data holder (D75)',
    holds: async (world) => {
      const closed = world.uri(await world.piece());
      const agent = await world.node.party('prober');
      await ask(agent, [closed]);
      const { text } = await world.holder.get(`/internal/agent?uri=${encodeURIComponent(agent.agent)}`);
      expect(text).to.include(closed);
    },
  },
  {
    section: 'W73, V30',
    statement: 'the address is also that of the object `query`: without it 404, with it GET, PATCH and Verifications',
    holds: async (world) => {
      for (const method of ['GET', 'HEAD', 'PATCH'])
        expect((await world.partner.send(method, ADDRESS)).status, method).to.equal(404);
      expect((await world.partner.post(ADDRESS, verification(world))).status).to.equal(404);
      await objectNamedQuery(world);
      const read = await world.partner.get(ADDRESS);
      expect(member(read.json, 'cargo:goodsDescription')).to.equal('Queried');
      expect((await world.partner.send('HEAD', ADDRESS)).status).to.equal(200);
      const made = await world.partner.post(ADDRESS, verification(world));
      expect(made.status, made.text).to.equal(201);
      expect(made.headers.get('type')).to.equal(`${api}VerificationRequest`);
      const request = await world.send(world.partner, ADDRESS, [add(world.uri(ADDRESS), 'upid', 'x')]);
      expect(request.status, request.text).to.equal(201);
      const uri = world.uri(ADDRESS);
      expect(given(await ask(world.partner, [uri]))).to.deep.equal([uri]);
      expect((await world.partner.get(`${ADDRESS}/audit-trail`)).status).to.equal(200);
    },
  },
  {
    section: 'W73, V9',
    statement: 'a Verification of that object in 2.0.0 is 405, and a query is answered in every version',
    holds: async (world) => {
      await objectNamedQuery(world);
      const headers = { Accept: 'application/ld+json; version=2.0.0' };
      const reply = await world.partner.post(ADDRESS, verification(world), headers);
      expect(reply.status).to.equal(405);
      expect(reply.headers.get('allow')?.split(', ')).to.not.include('POST');
    },
  },
];

conformance('Many objects in one request', statements, { env: { BULK_LIMIT: '5' } });
