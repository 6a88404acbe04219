import { expect } from 'chai';
import { add } from '../support/changes.js';
import { readLinks, targetsOf } from '../support/links.js';
import type { Party, Reply } from '../support/node.js';
import { idOf, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const LINK_FORMAT = 'application/link-format';

/** A piece with three revisions, ten seconds apart; the clock stands at the last one. */
async function threeRevisions(world: TestContext): Promise<string> {
  const piece = await world.openPiece();
  for (const name of ['coload', 'stackable']) {
    world.node.clock.advance(10);
    await world.change(piece, [add(world.uri(piece), name, 'true', 'xsd:boolean')]);
  }
  return piece;
}

/** So many seconds after now, as HTTP writes dates. */
const date = (world: TestContext, away = 0): string =>
  new Date(world.node.clock.now().getTime() + away * 1000).toUTCString();

const gate = (world: TestContext, piece: string): string => `/timegate/${world.uri(piece)}`;

const asOf = (party: Party, path: string, time: string): Promise<Reply> =>
  party.get(path, { headers: { 'Accept-Datetime': time } });

const statements: Statement[] = [
  ...each<(uri: string) => string>(
    {
      'as it is': (uri) => uri,
      'percent-encoded': encodeURIComponent,
      'with one slash of two': (uri) => uri.replace('//', '/'),
      'with a slash at its end': (uri) => `${uri}/`,
    },
    (written) => ({
      section: 'W16; W82',
      statement: 'the TimeGate redirects to the memento of the URI that follows in its path',
      holds: async (world) => {
        const piece = await threeRevisions(world);
        const path = `/timegate/${written(world.uri(piece))}`;
        for (const [away, number] of [
          [-1000, 1],
          [-10, 2],
          [0, 3],
          [1000, 3],
        ] as const) {
          const reply = await asOf(world.partner, path, date(world, away));
          expect(reply.status).to.equal(302);
          expect(reply.headers.get('location')).to.equal(world.uri(`${piece}/revisions/${number}`));
          expect(reply.headers.get('vary')?.split(', ')).to.include('Accept-Datetime');
          expect(reply.headers.get('memento-datetime')).to.equal(null);
          const memento = await world.partner.get(reply.headers.get('location') ?? '');
          expect(reply.headers.get('link')).to.equal(memento.headers.get('link'));
        }
        const now = await world.partner.send('HEAD', path);
        expect(now.status).to.equal(302);
        expect(now.headers.get('location')).to.equal(world.uri(`${piece}/revisions/3`));
      },
    }),
  ),
  {
    section: 'W16; W4; W11',
    statement: 'the TimeGate has the access of the object, and what is no URI of an object of this node is 404',
    holds: async (world) => {
      const piece = await world.piece();
      expect((await world.anonymous.get(gate(world, piece))).status).to.equal(401);
      expect((await world.partner.get(gate(world, piece))).status).to.equal(403);
      for (const uri of [
        world.uri('/logistics-objects/none'),
        world.uri(`${piece}/revisions/1`),
        world.uri('/'),
        'https://elsewhere.example/logistics-objects/p',
        'nothing',
        '%',
        '%zz',
      ])
        expect((await world.holder.get(`/timegate/${uri}`)).status, uri).to.equal(404);
      expect((await world.holder.get('/timegate/')).status).to.equal(404);
      expect((await asOf(world.holder, gate(world, piece), 'yesterday')).status).to.equal(400);
      expect((await world.holder.get(`${gate(world, piece)}?at=20260301T100000Z`)).status).to.equal(400);
      const post = await world.holder.send('POST', gate(world, piece));
      expect(post.status).to.equal(405);
      expect(post.headers.get('allow')).to.equal('GET, HEAD');
    },
  },
  {
    section: 'W17',
    statement: 'the TimeMap lists each revision with its time, the oldest first',
    holds: async (world) => {
      const piece = await threeRevisions(world);
      const timeMap = world.uri(`${piece}/timemap`);
      const [first, last] = [date(world, -20), date(world)];
      for (const accept of [undefined, '*/*', LINK_FORMAT, `text/turtle, ${LINK_FORMAT};q=0.5`]) {
        const reply = await world.partner.get(`${piece}/timemap`, {
          headers: accept === undefined ? {} : { Accept: accept },
        });
        expect(reply.status, accept).to.equal(200);
        expect(reply.headers.get('content-type')).to.equal(LINK_FORMAT);
        expect(readLinks(reply.text)).to.deep.equal([
          { target: world.uri(piece), relations: ['original', 'timegate'], parameters: {} },
          { target: timeMap, relations: ['self'], parameters: { type: LINK_FORMAT, from: first, until: last } },
          ...[['first', 'memento'], ['memento'], ['last', 'memento']].map((relations, index) => ({
            target: world.uri(`${piece}/revisions/${index + 1}`),
            relations,
            parameters: { datetime: date(world, (index - 2) * 10) },
          })),
        ]);
      }
      for (const accept of ['text/turtle', 'application/ld+json', 'text/html'])
        expect((await world.partner.get(`${piece}/timemap`, { headers: { Accept: accept } })).status).to.equal(406);
    },
  },
  {
    section: 'W18; D9; D58',
    statement:
      'a TimeMap has a tag, and a new one with the next revision; a page that is none is 400, one beyond the last 404',
    holds: async (world) => {
      const piece = await threeRevisions(world);
      const first = await world.partner.get(`${piece}/timemap`);
      const tag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).to.equal('private, no-cache');
      const known = { headers: { 'If-None-Match': tag } };
      expect((await world.partner.get(`${piece}/timemap?page=1`, known)).status).to.equal(304);
      await world.change(piece, [add(world.uri(piece), 'turnable', 'true', 'xsd:boolean')]);
      const next = await world.partner.get(`${piece}/timemap`, known);
      expect(next.status).to.equal(200);
      expect(targetsOf(readLinks(next.text), 'memento')).to.have.length(4);
      for (const page of ['0', '01x', '-1', '', 'a', '1&page=1'])
        expect((await world.partner.get(`${piece}/timemap?page=${page}`)).status, page).to.equal(400);
      expect((await world.partner.get(`${piece}/timemap?page=2`)).status).to.equal(404);
      expect((await world.partner.get(`${piece}/timemap?size=2`)).status).to.equal(400);
    },
  },
  {
    section: 'W17; W4; W7',
    statement: 'the TimeMap has the access of the object, and stays where the object has moved away from',
    holds: async (world) => {
      const piece = await world.piece();
      expect((await world.anonymous.get(`${piece}/timemap`)).status).to.equal(401);
      for (const query of ['', '?page=7'])
        expect((await world.partner.get(`${piece}/timemap${query}`)).status).to.equal(403);
      expect((await world.partner.get('/logistics-objects/none/timemap')).status).to.equal(404);
      const location = 'https://elsewhere.example/logistics-objects/p';
      await world.holder.put(`/internal/relocations/${idOf(piece)}`, { location, permanent: true });
      expect((await world.holder.get(`${piece}/timemap`)).status).to.equal(200);
      expect((await world.holder.get(gate(world, piece))).headers.get('location')).to.equal(
        world.uri(`${piece}/revisions/1`),
      );
    },
  },
];

conformance('TimeGate and TimeMaps', statements);
