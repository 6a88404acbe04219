import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { cargo, type Json, list, member } from '../support/node.js';
import { idIn, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const READ = 'GET /logistics-objects/<id>';
const id = idIn;

/** The second that a test's clock is in, or one so many seconds away, in the compact form. */
function second(world: TestContext, away = 0): string {
  const time = new Date(world.node.clock.now().getTime() + away * 1000);
  return `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** A piece with three revisions, ten seconds apart: Oranges, Apples, Pears. The clock stands at the third. */
async function threeRevisions(world: TestContext): Promise<string> {
  const piece = await world.piece();
  const texts = ['Oranges', 'Apples', 'Pears'];
  for (const [index, text] of texts.slice(1).entries()) {
    world.node.clock.advance(10);
    const uri = world.uri(piece);
    await world.change(piece, [
      remove(uri, 'goodsDescription', texts[index] ?? ''),
      add(uri, 'goodsDescription', text),
    ]);
  }
  return piece;
}

const description = (value: Json): Json => member(value, 'cargo:goodsDescription');

const statements: Statement[] = [
  {
    section: READ,
    statement: '200 with the object and all the headers that it owes',
    holds: async (world) => {
      const piece = await world.piece();
      const { status, headers, json } = await world.holder.get(piece);
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
      expect(headers.get('content-language')).to.equal('en-US');
      expect(headers.get('type')).to.equal(`${cargo}Piece`);
      expect(headers.get('revision')).to.equal('1');
      expect(headers.get('latest-revision')).to.equal('1');
      expect(headers.get('last-modified')).to.equal(world.node.clock.now().toUTCString());
      expect(json).to.deep.equal({
        '@context': { cargo },
        '@id': world.uri(piece),
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': 'Oranges',
      });
    },
  },
  {
    section: 'D3',
    statement: 'context, @id and @type come first, and the same revision gives the same bytes',
    holds: async (world) => {
      const piece = await world.piece({
        'cargo:coload': true,
        'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 1 },
      });
      const { text, json } = await world.holder.get(piece);
      expect(Object.keys(json as object).slice(0, 3)).to.deep.equal(['@context', '@id', '@type']);
      expect((await world.holder.get(piece)).text).to.equal(text);
      expect((await world.holder.get(`${piece}?at=${second(world)}`)).text).to.equal(text);
    },
  },
  {
    section: READ,
    statement: 'a caller without a token is 401, one who may not is 403, a missing object 404 (D14)',
    holds: async (world) => {
      const piece = await world.piece();
      expect((await world.anonymous.get(piece)).status).to.equal(401);
      expect((await world.partner.get(piece)).status).to.equal(403);
      expect((await world.partner.get('/logistics-objects/none')).status).to.equal(404);
      expect((await world.anonymous.get('/logistics-objects/none')).status).to.equal(401);
    },
  },
  {
    section: `${READ}; D10`,
    statement: '`at` gives the revision valid then, each second compared as its end',
    holds: async (world) => {
      const piece = await threeRevisions(world);
      const expected: [number, string, string][] = [
        [-20, 'Oranges', '1'],
        [-19, 'Oranges', '1'],
        [-11, 'Oranges', '1'],
        [-10, 'Apples', '2'],
        [-1, 'Apples', '2'],
        [0, 'Pears', '3'],
      ];
      for (const [away, text, revision] of expected) {
        const reply = await world.holder.get(`${piece}?at=${second(world, away)}`);
        expect(description(reply.json), String(away)).to.equal(text);
        expect(reply.headers.get('revision')).to.equal(revision);
        expect(reply.headers.get('latest-revision')).to.equal('3');
      }
    },
  },
  {
    section: 'D45',
    statement: 'Last-Modified of an old revision is the time of that revision',
    holds: async (world) => {
      const piece = await threeRevisions(world);
      const made = new Date(world.node.clock.now().getTime() - 10_000);
      const reply = await world.holder.get(`${piece}?at=${second(world, -4)}`);
      expect(reply.headers.get('last-modified')).to.equal(made.toUTCString());
    },
  },
  {
    section: `${READ}, rules for at`,
    statement: '`at` before the creation is 404',
    holds: async (world) => {
      const piece = await world.piece();
      await world.expectRejected(piece, 404, () => world.holder.get(`${piece}?at=${second(world, -1)}`));
    },
  },
  {
    section: `${READ}, rules for at`,
    statement: '`at` in the future is 400',
    holds: async (world) => {
      const piece = await world.piece();
      for (const at of [second(world, 1), '99991231T235959Z', '2999-01-01T00:00:00Z'])
        await world.expectRejected(piece, 400, () => world.holder.get(`${piece}?at=${at}`));
    },
  },
  {
    section: 'D45',
    statement: '`at` may be the current second, in any form of it',
    holds: async (world) => {
      const piece = await world.piece();
      const day = world.node.clock.now().toISOString().slice(0, 19);
      for (const at of [second(world), `${day}Z`, `${day}.000Z`, `${day}.9Z`])
        expect((await world.holder.get(`${piece}?at=${at}`)).status, at).to.equal(200);
    },
  },
  ...each(
    Object.fromEntries(
      [
        '',
        '20260101',
        '20260101T000000',
        '20260101T000000+00:00',
        '2026-01-01',
        '20260230T000000Z',
        '20260101T240000Z',
        '20260101T006000Z',
        '20260101T000061Z',
        '20261301T000000Z',
        '1767225600',
        'now',
        '0',
        '-1',
        '20260101t000000z',
        '2026-01-01T00:00:00',
        '2026-01-01T00:00:00+00:00',
        '20260101T000000.000Z',
        ' 20260101T000000Z ',
        '２０260101T000000Z',
        '20260101T000000Z,20260102T000000Z',
        '20260101T000000Z&at=20260102T000000Z',
        '20260101T000000Z%00',
        '%FF',
      ].map((at) => [JSON.stringify(at), at]),
    ),
    (at) => ({
      section: 'D10',
      statement: '`at` that is malformed is 400',
      holds: async (world) => {
        const piece = await world.piece();
        const reply = await world.expectRejected(piece, 400, () => world.holder.get(`${piece}?at=${at}`));
        expect(member(reply.json, 'api:hasTitle')).to.equal('Invalid query parameter request');
      },
    }),
  ),
  {
    section: `${READ}, rules for at; D45`,
    statement: 'with `at` every link to a Logistics Object carries it, embedded objects and the object itself do not',
    holds: async (world) => {
      const far = 'https://elsewhere.example/logistics-objects/p';
      const near = world.uri(await world.piece());
      const shipment = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': [near, far].map((link) => ({ '@id': link, '@type': 'cargo:Piece' })),
        'cargo:totalGrossWeight': { '@type': 'cargo:Value', 'cargo:value': 7 },
      });
      const at = second(world);
      const read = await world.read(`${shipment}?at=${at}`);
      expect(id(read)).to.equal(world.uri(shipment));
      const links = list(member(read, 'cargo:shipmentOfPieces')).map(id);
      expect(links).to.have.members([near, far].map((link) => `${link}?at=${at}`));
      expect(id(member(read, 'cargo:totalGrossWeight'))).to.match(/^internal:[0-9a-f-]+$/);
      const extended = await world.read(`${shipment}?at=${world.node.clock.now().toISOString().slice(0, 19)}Z`);
      expect(list(member(extended, 'cargo:shipmentOfPieces')).map(id)).to.have.members(links);
      for (const link of links.filter((url) => url.startsWith(world.node.url)))
        expect((await world.holder.get(link)).status).to.equal(200);
    },
  },
  {
    section: `${READ}, embedded`,
    statement: '`embedded=true` puts linked objects of this node in place, recursively; the default is links',
    holds: async (world) => {
      const inner = { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'inner' };
      const outer = { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'outer', 'cargo:containedPieces': inner };
      const shipment = await world.create({ '@type': 'cargo:Shipment', 'cargo:shipmentOfPieces': outer });
      for (const query of ['', '?embedded=false'])
        expect(member(await world.read(shipment + query), 'cargo:shipmentOfPieces')).to.have.keys('@id', '@type');
      const piece = member(await world.read(`${shipment}?embedded=true`), 'cargo:shipmentOfPieces');
      expect(description(piece)).to.equal('outer');
      expect(description(member(piece, 'cargo:containedPieces'))).to.equal('inner');
    },
  },
  {
    section: 'D11',
    statement: 'with `embedded` an object on its own path, one of another node and a missing one stay links',
    holds: async (world) => {
      const name = world.uri('/logistics-objects/embeds-itself');
      const links = [name, 'https://elsewhere.example/logistics-objects/q', world.uri('/logistics-objects/absent')];
      const contained = links.map((link) => ({ '@id': link, '@type': 'cargo:Piece' }));
      await world.create({
        '@id': name,
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': 'x',
        'cargo:containedPieces': contained,
      });
      const read = member(await world.read(`${world.path(name)}?embedded=true`), 'cargo:containedPieces');
      expect(list(read).map(id)).to.have.members(links);
      for (const link of list(read)) expect(description(link)).to.equal(undefined);
    },
  },
  {
    section: 'D11',
    statement: 'with `embedded` what the caller may not read stays a link',
    holds: async (world) => {
      const holder = '/logistics-objects/_data-holder';
      const company = await world.create({ '@type': 'cargo:Company', 'cargo:name': 'Secret' });
      const link = 'https://example.org/subsidiary';
      await world.change(holder, [add(world.uri(holder), link, world.uri(company), 'Company')]);
      const seen = await world.partner.get(`${holder}?embedded=true`);
      expect(seen.status, seen.text).to.equal(200);
      expect(seen.text).to.include(world.uri(company)).and.not.include('Secret');
      expect((await world.holder.get(`${holder}?embedded=true`)).text).to.include('Secret');
    },
  },
  {
    section: 'D10',
    statement: '`at` and `embedded` combine: what is embedded is as of then',
    holds: async (world) => {
      const piece = await world.piece();
      const link = { '@id': world.uri(piece), '@type': 'cargo:Piece' };
      const shipment = await world.create({ '@type': 'cargo:Shipment', 'cargo:shipmentOfPieces': link });
      const at = second(world);
      world.node.clock.advance(10);
      await world.change(piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
      const then = member(await world.read(`${shipment}?embedded=true&at=${at}`), 'cargo:shipmentOfPieces');
      expect(id(then)).to.equal(`${world.uri(piece)}?at=${at}`);
      expect(member(then, 'cargo:coload')).to.equal(undefined);
      expect(
        member(member(await world.read(`${shipment}?embedded=true`), 'cargo:shipmentOfPieces'), 'cargo:coload'),
      ).to.equal(true);
    },
  },
  ...each({ yes: 'yes', 1: '1', TRUE: 'TRUE', empty: '', twice: 'true&embedded=true' }, (value) => ({
    section: 'D11',
    statement: '`embedded` that is neither true nor false is 400',
    holds: async (world) => {
      const piece = await world.piece();
      await world.expectRejected(piece, 400, () => world.holder.get(`${piece}?embedded=${value}`));
    },
  })),
  {
    section: READ,
    statement: 'a GET that names an unsupported Content-Type is 415 (D4)',
    holds: async (world) => {
      const piece = await world.piece();
      const headers = { 'Content-Type': 'application/xml' };
      await world.expectRejected(piece, 415, () => world.holder.get(piece, { headers }));
      for (const type of ['application/ld+json; version=2.0.0', 'text/turtle'])
        expect((await world.holder.get(piece, { headers: { 'Content-Type': type } })).status).to.equal(200);
    },
  },
  {
    section: 'D8',
    statement: 'an old revision shows the type that it had',
    holds: async (world) => {
      const party = await world.create({ '@type': 'cargo:Organization', 'cargo:name': 'ACME' });
      const at = second(world);
      world.node.clock.advance(5);
      await world.change(party, [
        add(world.uri(party), 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', `${cargo}Company`, 'xsd:anyURI'),
      ]);
      expect((await world.holder.get(party)).headers.get('type')).to.equal(`${cargo}Company`);
      expect((await world.holder.get(`${party}?at=${at}`)).headers.get('type')).to.equal(`${cargo}Organization`);
    },
  },
  {
    section: 'Operator contract, GET /logistics-objects',
    statement: 'lists the objects for internal agents alone, by type with its subtypes, in pages',
    holds: async (world) => {
      await world.create({ '@type': 'cargo:Person', 'cargo:firstName': 'Ada', 'cargo:lastName': 'L' });
      const person = await world.read('/logistics-objects?type=Person');
      expect(member(person, 'api:hasTotalItems')).to.deep.equal({
        '@type': 'http://www.w3.org/2001/XMLSchema#nonNegativeInteger',
        '@value': '1',
      });
      expect(list(member(person, 'api:hasItem'))).to.have.length(1);
      expect(list(member(await world.read('/logistics-objects?limit=2'), 'api:hasItem'))).to.have.length(2);
      expect((await world.partner.get('/logistics-objects')).status).to.equal(403);
      for (const query of ['limit=-1', 'limit=x', 'skip=1.5', 'limit=1&limit=2', 'type=a%20b'])
        expect((await world.holder.get(`/logistics-objects?${query}`)).status, query).to.equal(400);
    },
  },
  {
    section: 'Operator contract, GET /logistics-objects',
    statement: 'lists objects oldest first, each with the type that it has now, as soon as a write is acknowledged',
    holds: async (world) => {
      const party = await world.create({ '@type': 'cargo:Organization', 'cargo:name': 'ACME' });
      const listed = async (type: string): Promise<unknown[]> =>
        list(member(await world.read(`/logistics-objects?type=${type}&limit=1000`), 'api:hasItem')).map((item) =>
          member(item, '@id'),
        );
      const before = await listed('Organization');
      expect(before.at(-1)).to.equal(world.uri(party));
      expect(await listed('Company')).not.to.include(world.uri(party));
      world.node.clock.advance(1);
      const later = await world.create({ '@type': 'cargo:Organization', 'cargo:name': 'Later' });
      await world.change(party, [
        add(world.uri(party), 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', `${cargo}Company`, 'xsd:anyURI'),
      ]);
      expect(await listed('Organization')).to.deep.equal([...before, world.uri(later)]);
      expect(await listed('Company')).to.include(world.uri(party));
    },
  },
];

conformance(READ, statements);
