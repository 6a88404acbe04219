import { expect } from 'chai';
import n3 from 'n3';
import { aclBody } from '../support/exchange.js';
import { FeedCopy, feedOf, NQUADS, readDocument } from '../support/feed-copy.js';
import { addEvent, allow, asked, history, inFeed, names, READ } from '../support/feed-rows.js';
import { canonical } from '../support/isomorphic.js';
import { readLinks, targetsOf } from '../support/links.js';
import { list, member, type Reply } from '../support/node.js';
import { readNTriples } from '../support/turtle.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const statements: Statement[] = [
  {
    section: 'W50; W53',
    statement: 'the feed has each revision and event that the caller may read once, in the order of their commits',
    holds: async (world) => {
      const { piece, members } = await history(world);
      expect(await inFeed(world.holder, world.uri(piece))).to.deep.equal(members);
      for (const party of [world.partner, world.otherPartner])
        expect(await inFeed(party, world.uri(piece))).to.deep.equal([]);
      await allow(world, piece, world.partner);
      expect(await inFeed(world.partner, world.uri(piece))).to.deep.equal(members);
      expect(await inFeed(world.otherPartner, world.uri(piece))).to.deep.equal([]);
      const all = names(await feedOf(world.holder));
      expect(new Set(all).size).to.equal(all.length);
      for (const name of all) expect(name).to.match(/\/(?:revisions\/\d+|logistics-events\/[^/]+)$/);
    },
  },
  {
    section: 'W50',
    statement: 'revisions need GET_LOGISTICS_OBJECT, events GET_LOGISTICS_EVENT',
    holds: async (world) => {
      const { piece, members } = await history(world);
      const [first = '', event = '', second = ''] = members;
      await allow(world, piece, world.partner, ['https://onerecord.iata.org/ns/api#GET_LOGISTICS_EVENT']);
      expect(await inFeed(world.partner, world.uri(piece))).to.deep.equal([event]);
      await allow(world, piece, world.partner, ['https://onerecord.iata.org/ns/api#GET_LOGISTICS_OBJECT']);
      expect(await inFeed(world.partner, world.uri(piece))).to.deep.equal([first, second]);
    },
  },
  {
    section: 'W51; W1',
    statement: 'a member has the statements of its graph, and facts about itself in the default graph',
    holds: async (world) => {
      const { piece, members } = await history(world);
      await allow(world, piece, world.partner);
      const found = (await feedOf(world.partner)).filter((one) => members.includes(one.member));
      for (const { member: name, content } of found) {
        const graph = await asked(
          world.partner,
          `/rdf-graph-store?graph=${encodeURIComponent(name)}`,
          'application/n-triples',
        );
        expect(canonical(content), name).to.equal(canonical(readNTriples(graph.text)));
      }
      const facts = (name: string): Map<string, string> =>
        new Map(
          found
            .find((one) => one.member === name)
            ?.about.map(({ predicate, object }) => [predicate.value.replace(/^.*[#/]/, ''), object.value]),
        );
      const [first = '', event = '', second = ''] = members;
      expect(facts(second).get('isVersionOf')).to.equal(world.uri(piece));
      expect(facts(second).get('hasRevision')).to.equal('2');
      expect(facts(second).get('wasRevisionOf')).to.equal(first);
      expect(facts(second).get('wasAttributedTo')).to.equal(world.holder.agent);
      for (const name of [first, second, event])
        expect([...facts(name).keys()], name).to.include.members(['issued', 'position', 'generatedAtTime']);
      expect(facts(event).get('isVersionOf')).to.equal(event);
    },
  },
  {
    section: 'W52',
    statement: 'the stream names its properties, and has neither a shape nor a retention policy',
    holds: async (world) => {
      const { quads } = readDocument('/feed', await asked(world.partner, '/feed'));
      const feed = world.uri('/feed');
      const stated = (property: string): string[] =>
        quads
          .filter(({ subject, predicate }) => subject.value === feed && predicate.value === property)
          .map(({ object }) => object.value);
      const ldes = 'https://w3id.org/ldes#';
      expect(stated('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')).to.include.members([
        `${ldes}EventStream`,
        'https://w3id.org/tree#Node',
      ]);
      expect(stated(`${ldes}timestampPath`)).to.deep.equal(['http://purl.org/dc/terms/issued']);
      expect(stated(`${ldes}sequencePath`)).to.deep.equal([world.uri('/ns/extensions#position')]);
      expect(stated(`${ldes}versionOfPath`)).to.deep.equal(['http://purl.org/dc/terms/isVersionOf']);
      expect(stated(`${ldes}pollingInterval`)).to.deep.equal(['60']);
      expect(stated('https://w3id.org/tree#view')).to.deep.equal([feed]);
      for (const absent of ['https://w3id.org/tree#shape', `${ldes}retentionPolicy`])
        expect(stated(absent)).to.deep.equal([]);
      const terms = await world.partner.get('/ns/extensions');
      expect(terms.text).to.contain('position');
    },
  },
  {
    section: 'W55; W56',
    statement: 'no document has more members or relations than it may, in any of the trees',
    holds: async (world) => {
      for (let number = 0; number < 25; number += 1) await world.openPiece();
      for (const party of [world.holder, world.partner]) {
        const copy = new FeedCopy(party);
        await copy.read();
        expect(copy.documents.length).to.be.above(3);
        for (const { members, relations, address } of copy.documents) {
          expect(members.length, address).to.be.at.most(10);
          expect(relations, address).to.be.at.most(120);
        }
      }
    },
  },
  {
    section: 'W53; W59',
    statement: 'what was written since is there, also where the access list was written again as it was',
    holds: async (world) => {
      const { piece, members } = await history(world);
      await allow(world, piece, world.partner);
      expect(await inFeed(world.partner, world.uri(piece))).to.deep.equal(members);
      await allow(world, piece, world.partner);
      const event = await addEvent(world, piece);
      expect(await inFeed(world.partner, world.uri(piece))).to.deep.equal([...members, event]);
    },
  },
  {
    section: 'V51; W59',
    statement: 'access that has expired takes the members away from the next request on',
    holds: async (world) => {
      const { piece, members } = await history(world);
      const until = new Date(world.node.clock.now().getTime() + 60_000).toISOString();
      const reply = await world.holder.put(`${piece}/acl`, {
        ...aclBody(world.uri(piece), { 'acl:agent': { '@id': world.partner.agent } }, READ),
        'https://onerecord.iata.org/ns/api#expiresAt': {
          '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
          '@value': until,
        },
      });
      expect(reply.status, reply.text).to.equal(204);
      expect(await inFeed(world.partner, world.uri(piece))).to.deep.equal(members);
      world.node.clock.advance(61);
      expect(await inFeed(world.partner, world.uri(piece))).to.deep.equal([]);
    },
  },
  ...each(
    {
      trig: 'application/trig',
      'n-quads': NQUADS,
      'json-ld': 'application/ld+json',
      json: 'application/json',
      anything: '*/*',
    },
    (accept) => ({
      section: 'W61',
      statement: 'the documents are given in each syntax with named graphs',
      holds: async (world) => {
        await world.openPiece();
        const reply = await asked(world.partner, '/feed', accept);
        expect(reply.status, reply.text).to.equal(200);
        const type = { 'application/json': 'application/ld+json', '*/*': 'application/trig' }[accept] ?? accept;
        expect(reply.headers.get('content-type')).to.equal(type);
        expect(reply.headers.get('vary')).to.contain('Accept');
        const head = await world.partner.send('HEAD', '/feed', { headers: { Accept: accept } });
        expect(head.headers.get('etag')).to.equal(reply.headers.get('etag'));
      },
    }),
  ),
  {
    section: 'W61',
    statement: 'TriG and N-Quads state the same, and JSON-LD as much',
    holds: async (world) => {
      const { piece } = await history(world);
      await allow(world, piece, world.partner);
      const path = `/feed?since=2020-01-01T00:00:00Z&object=${encodeURIComponent(world.uri(piece))}`;
      const [trig, nquads, jsonld] = await Promise.all(
        ['application/trig', NQUADS, 'application/ld+json'].map((accept) => asked(world.partner, path, accept)),
      );
      const parse = (reply: Reply | undefined, format: string) =>
        new n3.Parser({ format, baseIRI: world.uri('/') }).parse(reply?.text ?? '');
      const texts = (quads: ReturnType<typeof parse>): string[] => quads.map((quad) => JSON.stringify(quad)).sort();
      expect(texts(parse(trig, 'application/trig'))).to.deep.equal(texts(parse(nquads, NQUADS)));
      const members = list(jsonld?.json).filter((node) => member(node, '@graph') !== undefined);
      expect(members).to.have.length(3);
    },
  },
  ...each({ Turtle: 'text/turtle', 'N-Triples': 'application/n-triples', HTML: 'text/html' }, (accept) => ({
    section: 'W61',
    statement: 'a syntax without named graphs is 406',
    holds: async (world) => {
      for (const path of ['/feed', '/feed?since=2026-01-01T00:00:00Z'])
        expect((await asked(world.partner, path, accept)).status).to.equal(406);
    },
  })),
  ...each(
    {
      'a time that is none': 'since=yesterday',
      'a day that does not exist': 'since=2026-02-30T00:00:00Z',
      'two times': 'since=2026-01-01T00:00:00Z&since=2026-01-02T00:00:00Z',
      'an object of another server': 'since=2026-01-01T00:00:00Z&object=https://other.example/logistics-objects/1',
      'what is no URI': 'since=2026-01-01T00:00:00Z&object=piece',
      'a cursor that is no IRI': 'since=2026-01-01T00:00:00Z&after=7',
      'a cursor alone': 'after=https://node.example/x',
      'a type alone': 'type=Piece',
      'an unknown parameter': 'until=2026-01-01T00:00:00Z',
    },
    (query) => ({
      section: 'W62; W78',
      statement: 'a bad value is 400',
      holds: async (world) => {
        const reply = await asked(world.partner, `/feed?${query}`);
        expect(reply.status, reply.text).to.equal(400);
      },
    }),
  ),
  ...each(
    {
      'of a member that was never there': (world: TestContext) => world.uri('/logistics-objects/none/revisions/1'),
      'of another server': () => 'https://other.example/logistics-objects/1/revisions/1',
      'that is no member': (world: TestContext) => world.uri('/feed'),
    },
    (after) => ({
      section: 'W62; W63',
      statement: 'a cursor that is foreign or forged begins at the time: nothing is lost',
      holds: async (world) => {
        const piece = await world.openPiece();
        const now = world.node.clock.now().toISOString();
        const path = `/feed?since=${now}&after=${encodeURIComponent(after(world))}`;
        const found = names(readDocument('/feed', await asked(world.partner, path)).members);
        expect(found).to.include(`${world.uri(piece)}/revisions/1`);
      },
    }),
  ),
  ...each(
    {
      'a month that does not exist': '/2026/13',
      'a digest that is none': '/2026/xyz',
      'a part of a year': '/2026/p0-0',
      'what nobody ever wrote': '/%00%2e%2e',
      'a period without members': '/1999',
      'a part without members': '/2026/03/01/10/00/00/p0-999',
      'a very long path': `/${'2026/'.repeat(500)}`,
    },
    (path) => ({
      section: 'W60',
      statement: 'an address that no link has is 404',
      holds: async (world) => {
        const reply = await asked(world.partner, `/feed${path}`);
        expect(reply.status, reply.text).to.equal(404);
      },
    }),
  ),
  {
    section: 'W60; W79',
    statement: 'without a token 401, other methods 405',
    holds: async (world) => {
      expect((await asked(world.anonymous, '/feed')).status).to.equal(401);
      expect((await asked(world.anonymous, '/feed/2026')).status).to.equal(401);
      for (const path of ['/feed', '/feed/2026']) {
        const reply = await world.partner.post(path, {});
        expect(reply.status).to.equal(405);
        expect(reply.headers.get('allow')).to.equal('GET, HEAD');
      }
    },
  },
  {
    section: 'W27; W28; W66',
    statement: 'the feed is named at `/`, and in the description of the data, which its answers name',
    holds: async (world) => {
      const feed = world.uri('/feed');
      const root = await world.partner.get('/');
      expect(targetsOf(readLinks(root.headers.get('link')), 'https://w3id.org/ldes#EventStream')).to.deep.equal([feed]);
      const description = await asked(world.partner, '/.well-known/void', 'application/n-triples');
      expect(description.text).to.contain(`dcat#accessURL> <${feed}>`);
      expect(description.text).to.contain('<https://w3id.org/ldes#EventSource>');
      const reply = await asked(world.partner, '/feed');
      expect(targetsOf(readLinks(reply.headers.get('link')), 'describedby')).to.deep.equal([
        world.uri('/.well-known/void'),
      ]);
    },
  },
];

conformance('The feed', statements, { env: { FEED_PAGE_SIZE: '10' } });

conformance(
  'The feed, switched off',
  [
    {
      section: 'W66',
      statement: 'it is 404, and nothing names it',
      holds: async (world) => {
        for (const path of ['/feed', '/feed/2026']) expect((await world.partner.get(path)).status).to.equal(404);
        expect((await world.partner.get('/')).headers.get('link')).to.not.contain('/feed');
        expect((await world.partner.get('/.well-known/void')).text).to.not.contain('/feed');
        expect((await world.anonymous.get('/openapi.json')).text).to.not.contain('"/feed"');
      },
    },
  ],
  { env: { FEED: 'false' } },
);
