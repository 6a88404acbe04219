import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { readLinks, targetsOf } from '../support/links.js';
import { api, list, member, type Party, type Reply } from '../support/node.js';
import { idOf, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const GAP_S = 10;
const texts = ['Oranges', 'Apples', 'Pears', 'Plums'];

/** A piece with four revisions, ten seconds apart; the clock stands at the last one. */
async function fourRevisions(world: TestContext): Promise<string> {
  const piece = await world.openPiece();
  for (const [index, text] of texts.slice(1).entries()) {
    world.node.clock.advance(GAP_S);
    await change(world, piece, texts[index] ?? '', text);
  }
  return piece;
}

async function change(world: TestContext, piece: string, from: string, to: string): Promise<void> {
  const uri = world.uri(piece);
  await world.change(piece, [remove(uri, 'goodsDescription', from), add(uri, 'goodsDescription', to)]);
}

/** So many seconds after now, as HTTP writes dates. */
const date = (world: TestContext, away = 0): string =>
  new Date(world.node.clock.now().getTime() + away * 1000).toUTCString();

const asOf = (party: Party, path: string, time: string, more: Record<string, string> = {}): Promise<Reply> =>
  party.get(path, { headers: { 'Accept-Datetime': time, ...more } });

const statements: Statement[] = [
  ...each(
    { 'JSON-LD': 'application/ld+json', Turtle: 'text/turtle', 'N-Triples': 'application/n-triples' },
    (accept) => ({
      section: 'W10; W14; W82; W83',
      statement:
        'Accept-Datetime gives the revision that was valid then, with the bytes and the tag of its own address',
      holds: async (world) => {
        const piece = await fourRevisions(world);
        for (const [away, number] of [
          [-30, 1],
          [-21, 1],
          [-20, 2],
          [-1, 3],
          [0, 4],
        ] as const)
          for (const party of [world.holder, world.partner]) {
            const reply = await asOf(party, piece, date(world, away), { Accept: accept });
            const own = await party.get(`${piece}/revisions/${number}`, { headers: { Accept: accept } });
            expect(reply.status, String(away)).to.equal(200);
            expect(reply.text).to.equal(own.text);
            for (const name of [
              'etag',
              'content-type',
              'type',
              'revision',
              'last-modified',
              'memento-datetime',
              'link',
            ])
              expect(reply.headers.get(name), name).to.equal(own.headers.get(name)).and.not.equal(null);
            expect(reply.headers.get('content-location')).to.equal(world.uri(`${piece}/revisions/${number}`));
            expect(own.headers.get('content-location')).to.equal(null);
            expect(reply.headers.get('memento-datetime')).to.equal(date(world, (number - texts.length) * GAP_S));
            expect(reply.headers.get('cache-control')).to.equal('private, no-cache');
          }
      },
    }),
  ),
  {
    section: 'W10; W12',
    statement: 'a memento is asked for with HEAD and with conditions, and is told from the object now by its tag',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const read = await asOf(world.holder, piece, date(world));
      const head = await world.holder.send('HEAD', piece, { headers: { 'Accept-Datetime': date(world) } });
      expect(head.status).to.equal(200);
      for (const name of ['etag', 'link', 'memento-datetime', 'content-location', 'vary'])
        expect(head.headers.get(name), name).to.equal(read.headers.get(name));
      const tag = read.headers.get('etag') ?? '';
      const again = await asOf(world.holder, piece, date(world), { 'If-None-Match': tag });
      expect(again.status).to.equal(304);
      expect(again.headers.get('vary')?.split(', ')).to.include('Accept-Datetime');
      for (const version of ['2.0.0', '2.3.0']) {
        const headers = { Accept: `application/ld+json; version=${version}`, 'If-None-Match': tag };
        expect((await world.holder.get(piece, { headers })).status).to.equal(200);
      }
    },
  },
  {
    section: 'W11',
    statement: 'a time before the first revision gives the first, one in the future the last',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const read = async (time: string): Promise<string | null> =>
        (await asOf(world.holder, piece, time)).headers.get('revision');
      expect(await read('Thu, 01 Jan 1970 00:00:00 GMT')).to.equal('1');
      expect(await read(date(world, 86_400))).to.equal('4');
      expect(await read('Fri, 31 Dec 9999 23:59:59 GMT')).to.equal('4');
    },
  },
  {
    section: 'W11; RFC 9110, section 5.6.7',
    statement: 'a date may be written in any of the forms of HTTP',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const time = new Date(world.node.clock.now().getTime() - GAP_S * 1000);
      const [day = '', month = '', year = '', clock = ''] = time.toUTCString().split(' ').slice(1);
      for (const form of [
        `Sunday, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
        `Sun ${month} ${day.replace(/^0/, ' ')} ${clock} ${year}`,
      ])
        expect((await asOf(world.holder, piece, form)).headers.get('revision'), form).to.equal('3');
    },
  },
  ...each(
    Object.fromEntries(
      [
        'yesterday',
        '2026-03-03T10:45:00Z',
        '20260303T104500Z',
        'Tue, 31 Feb 2026 10:45:00 GMT',
        'Tue, 03 Mar 2026 10:45:00',
        'Tue, 03 Mar 2026 25:45:00 GMT',
        'Tue, 03 Mar 2026 10:45:00 GMT, Wed, 04 Mar 2026 10:45:00 GMT',
        '',
      ].map((field) => [JSON.stringify(field), field]),
    ),
    (field) => ({
      section: 'W11',
      statement: 'what is no date is 400 and names the field',
      holds: async (world) => {
        const piece = await world.piece();
        const reply = await world.expectRejected(piece, 400, () => asOf(world.holder, piece, field));
        const [detail] = list(member(reply.json, 'api:hasErrorDetail'));
        expect(JSON.stringify(member(detail, 'api:hasProperty'))).to.include('Accept-Datetime');
        // Who may not read the object, and an object that is not there, are answered first.
        expect((await asOf(world.partner, piece, field)).status).to.equal(403);
        expect((await asOf(world.holder, '/logistics-objects/none', field)).status).to.equal(404);
      },
    }),
  ),
  {
    section: 'W11',
    statement: 'with `at` or `embedded` the field is ignored, and where it is no date, too',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const at = `${world.node.clock.now().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
      for (const query of [`?at=${at}`, '?embedded=true', '?embedded=false'])
        for (const field of [date(world, -30), 'yesterday']) {
          const reply = await asOf(world.holder, piece + query, field);
          expect(reply.text).to.equal((await world.holder.get(piece + query)).text);
          expect(reply.headers.get('memento-datetime')).to.equal(null);
          expect(reply.headers.get('content-location')).to.equal(null);
        }
    },
  },
  {
    section: 'W11; W7',
    statement: 'an object that has moved answers its redirect',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const location = 'https://elsewhere.example/logistics-objects/p';
      await world.holder.put(`/internal/relocations/${idOf(piece)}`, { location, permanent: false });
      const reply = await asOf(world.holder, piece, date(world, -GAP_S));
      expect(reply.status).to.equal(302);
      expect(reply.headers.get('location')).to.equal(location);
      const own = await world.holder.get(`${piece}/revisions/2`);
      expect(own.headers.get('memento-datetime')).to.equal(date(world, -20));
    },
  },
  {
    section: 'W12',
    statement: 'every 200 and 304 of an object varies by Accept-Datetime',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const varies = ({ headers }: Reply): boolean =>
        headers.get('vary')?.split(', ').includes('Accept-Datetime') === true;
      for (const query of ['', '?embedded=true', '?at=20990101T000000Z']) {
        const reply = await world.partner.get(piece + query);
        if (query.includes('at=')) expect(reply.status).to.equal(400);
        else expect(varies(reply), query).to.equal(true);
        const again = await world.partner.get(piece + query, {
          headers: { 'If-None-Match': reply.headers.get('etag') ?? '' },
        });
        if (again.status === 304) expect(varies(again), query).to.equal(true);
      }
      expect(varies(await asOf(world.partner, piece, date(world)))).to.equal(true);
    },
  },
  {
    section: 'W13',
    statement:
      'a memento leads to the object, its TimeMap, and the revisions before and after it, the first and the last',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const revision = (number: number): string => world.uri(`${piece}/revisions/${number}`);
      for (const [number, near] of [
        [1, { first: 1, last: 4, next: 2 }],
        [2, { first: 1, last: 4, prev: 1, next: 3 }],
        [3, { first: 1, last: 4, prev: 2, next: 4 }],
        [4, { first: 1, last: 4, prev: 3 }],
      ] as const) {
        const links = readLinks((await world.partner.get(`${piece}/revisions/${number}`)).headers.get('link'));
        for (const relation of ['original', 'timegate'])
          expect(targetsOf(links, relation)).to.deep.equal([world.uri(piece)]);
        expect(targetsOf(links, 'timemap')).to.deep.equal([world.uri(`${piece}/timemap`)]);
        expect(links.find(({ relations }) => relations.includes('timemap'))?.parameters).to.deep.equal({
          type: 'application/link-format',
        });
        const expected: Readonly<Record<string, number>> = near;
        for (const relation of ['first', 'last', 'prev', 'next']) {
          const target = expected[relation];
          expect(targetsOf(links, relation), `${number} ${relation}`).to.deep.equal(
            target === undefined ? [] : [revision(target)],
          );
        }
        expect(targetsOf(links, 'memento')).to.include(revision(number));
        for (const { target, relations, parameters } of links)
          if (relations.includes('memento'))
            expect(parameters['datetime'], target).to.equal(date(world, (Number(idOf(target)) - texts.length) * GAP_S));
      }
    },
  },
  {
    section: 'W14',
    statement: 'of several revisions of one second the time finds the last, and `prev` the others',
    holds: async (world) => {
      const piece = await world.openPiece();
      await change(world, piece, 'Oranges', 'Apples');
      await change(world, piece, 'Apples', 'Pears');
      const times = new Set<string | null>();
      let reply = await asOf(world.partner, piece, date(world));
      for (const number of ['3', '2', '1']) {
        expect(reply.headers.get('revision')).to.equal(number);
        times.add(reply.headers.get('memento-datetime'));
        const [prev] = targetsOf(readLinks(reply.headers.get('link')), 'prev');
        if (prev !== undefined) reply = await world.partner.get(prev);
      }
      expect([...times]).to.deep.equal([date(world)]);
    },
  },
  {
    section: 'W15',
    statement: 'the object leads to itself as TimeGate, to its TimeMap and to its latest revision, and is no memento',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      for (const query of ['', '?embedded=true']) {
        const { headers } = await world.partner.get(piece + query);
        const links = readLinks(headers.get('link'));
        expect(targetsOf(links, 'original')).to.deep.equal([world.uri(piece)]);
        expect(targetsOf(links, 'timegate')).to.deep.equal([world.uri(piece)]);
        expect(targetsOf(links, 'timemap')).to.deep.equal([world.uri(`${piece}/timemap`)]);
        expect(targetsOf(links, 'memento')).to.deep.equal([world.uri(`${piece}/revisions/4`)]);
        for (const name of ['memento-datetime', 'content-location']) expect(headers.get(name)).to.equal(null);
      }
    },
  },
  {
    section: 'W10',
    statement: 'a change is not compared with the memento that its Accept-Datetime would name',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const tag = (await world.holder.get(piece)).headers.get('etag') ?? '';
      const body = {
        '@context': { api },
        '@type': 'api:Change',
        'api:hasLogisticsObject': { '@id': world.uri(piece) },
        'api:hasRevision': 4,
      };
      const old = { 'Accept-Datetime': date(world, -30) };
      const state = await asOf(world.holder, piece, date(world, -30));
      const stale = { ...old, 'If-Match': state.headers.get('etag') ?? '' };
      expect((await world.partner.patch(piece, body, stale)).status).to.equal(412);
      expect((await world.partner.patch(piece, body, { ...old, 'If-Match': tag })).status).to.not.equal(412);
    },
  },
  ...each(Object.fromEntries(['2.0.0', '2.1.0', '2.2.0', '2.3.0'].map((version) => [version, version])), (version) => ({
    section: 'W12; W15; D72',
    statement: 'a client that sends none of this gets a Link and a name in Vary more, and nothing else',
    holds: async (world) => {
      const piece = await fourRevisions(world);
      const headers = { Accept: `application/ld+json; version=${version}` };
      const reply = await world.partner.get(piece, { headers });
      const names = [...reply.headers.keys()].filter((name) => !name.startsWith('x-') && !name.startsWith('cross-'));
      expect(names.sort()).to.deep.equal(
        [
          ...['cache-control', 'connection', 'content-language', 'content-length', 'content-security-policy'],
          ...['content-type', 'date', 'etag', 'keep-alive', 'last-modified', 'latest-revision', 'link'],
          ...['referrer-policy', 'revision', 'type', 'vary'],
        ].sort(),
      );
      expect(reply.headers.get('vary')).to.equal(
        'Accept, Authorization, Accept-Language, Accept-Encoding, Accept-Datetime',
      );
      expect(reply.headers.get('content-type')).to.equal(`application/ld+json; version=${version}`);
      expect(reply.text).to.not.include('/revisions/');
    },
  })),
];

conformance('mementos of an object', statements);
