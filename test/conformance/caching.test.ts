import { expect } from 'chai';
import { gunzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { add } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { type Reply, token } from '../support/node.js';
import { idOf, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

/** The directives of a Cache-Control field. */
function directives(reply: Reply): Map<string, string> {
  const parts = (reply.headers.get('cache-control') ?? '').split(',').map((part) => part.trim().toLowerCase());
  return new Map(parts.map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']));
}

/**
 * For how many seconds a private cache may use an answer without asking (RFC 9111, sections 3, 4.2): what is said, else
 * a tenth of the age (4.2.2). Undefined where it may not be kept at all.
 */
function freshness(reply: Reply): number | undefined {
  const control = directives(reply);
  if (control.has('no-store')) return undefined;
  if (control.has('no-cache')) return 0;
  const maxAge = control.get('max-age');
  if (maxAge !== undefined) return Number(maxAge);
  if (![200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].includes(reply.status)) return undefined;
  if (reply.status === 301) return Infinity;
  const modified = Date.parse(reply.headers.get('last-modified') ?? '');
  return Number.isNaN(modified) ? 0 : (Date.parse(reply.headers.get('date') ?? '') - modified) / 10_000;
}

/** Whether a cache that several callers share may keep an answer to a request with Authorization (RFC 9111, section 3.5). */
function isShared(reply: Reply): boolean {
  const control = directives(reply);
  if (control.has('private') || control.has('no-store')) return false;
  return ['public', 's-maxage', 'must-revalidate'].some((name) => control.has(name));
}

const reads: Readonly<Record<string, (world: TestContext) => Promise<string>>> = {
  'an object': (world) => world.piece(),
  'an old revision': async (world) => `${await world.piece()}?at=20260301T100000Z`,
  'an embedded view': async (world) => `${await world.piece()}?embedded=true`,
  'an audit trail': async (world) => `${await world.piece()}/audit-trail`,
  'a list of events': async (world) => `${await world.piece()}/logistics-events`,
  'an event': async (world) => {
    const reply = await world.holder.post(`${await world.piece()}/logistics-events`, eventBody());
    return world.path(reply.headers.get('location'));
  },
  'an access control list': async (world) => `${await world.piece()}/acl`,
  'an action request': async (world) => {
    const piece = await world.piece();
    return world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
  },
  'the objects': () => Promise.resolve('/logistics-objects'),
  'the requests': () => Promise.resolve('/action-requests'),
  'the notifications': () => Promise.resolve('/internal/notifications'),
  'the deliveries': () => Promise.resolve('/internal/deliveries'),
  'server information': () => Promise.resolve('/'),
  'an ontology': () => Promise.resolve('/ontology/api'),
  'the answer to a query': () => Promise.resolve(`/sparql?query=${encodeURIComponent('ASK { ?s ?p ?o }')}`),
};

interface Plain {
  readonly status: number;
  readonly etag: string;
  readonly coding: string | undefined;
  readonly body: Buffer;
}

/** A read that asks for exactly this coding, and undoes none. */
async function plainly(world: TestContext, path: string, headers: Record<string, string>): Promise<Plain> {
  const authorization = `Bearer ${await token(world.node.url, 'holder')}`;
  return new Promise((resolve, reject) => {
    httpRequest(world.uri(path), { headers: { Authorization: authorization, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          etag: response.headers.etag ?? '',
          coding: response.headers['content-encoding'],
          body: Buffer.concat(chunks),
        });
      });
    })
      .on('error', reject)
      .end();
  });
}

const large = (world: TestContext): Promise<string> =>
  world.piece({ 'cargo:goodsDescription': 'Oranges '.repeat(400) });

const statements: Statement[] = [
  ...each(reads, (path) => ({
    section: 'RFC 9111, 4.2; D9; D58',
    statement: 'a private cache revalidates each time, a shared cache does not store it',
    holds: async (world) => {
      const address = await path(world);
      for (const method of ['GET', 'HEAD']) {
        const reply = await world.holder.send(method, address);
        expect(reply.status, reply.text).to.equal(200);
        expect(freshness(reply), method).to.equal(0);
        expect(isShared(reply)).to.equal(false);
        expect(directives(reply).has('immutable')).to.equal(false);
        const tag = reply.headers.get('etag');
        if (tag === null) continue;
        const again = await world.holder.get(address, { headers: { 'If-None-Match': tag } });
        expect(again.status).to.equal(304);
        // RFC 9110, section 15.4.5: what the 200 would have had.
        for (const name of ['cache-control', 'vary', 'etag', 'date', 'last-modified'])
          expect(again.headers.get(name), name).to.equal(reply.headers.get(name));
      }
    },
  })),
  {
    section: 'RFC 9111, 4.2.2; D58',
    statement: 'an error is not stored',
    holds: async (world) => {
      const piece = await world.piece();
      for (const reply of [
        await world.holder.get('/logistics-objects/none'),
        await world.holder.put(piece, {}),
        await world.partner.get(piece),
        await world.anonymous.get(piece),
        await world.holder.get(`${piece}?at=x`),
      ])
        expect(freshness(reply), String(reply.status)).to.equal(undefined);
    },
  },
  {
    section: 'RFC 9110, 15.4.2; RFC 9111, 4.2.2; D58',
    statement: 'a 301 of a relocation is stored for minutes, a 302 not at all',
    holds: async (world) => {
      const piece = await world.piece();
      const path = `/internal/relocations/${idOf(piece)}`;
      const location = 'https://new.example/logistics-objects/p';
      for (const [permanent, status, least, most] of [
        [true, 301, 1, 3600],
        [false, 302, 0, 0],
      ] as const) {
        const put = await world.holder.put(path, { location, permanent }, { 'Content-Type': 'application/json' });
        expect(put.status).to.equal(204);
        const reply = await world.holder.get(piece);
        expect(reply.status).to.equal(status);
        expect(freshness(reply)).to.be.within(least, most);
        expect(isShared(reply)).to.equal(false);
      }
    },
  },
  {
    section: 'RFC 9110, 8.8.3.3',
    statement: 'gzip and identity have different strong tags, and each gets its 304 where its coding is taken',
    holds: async (world) => {
      const piece = await large(world);
      const plain = await plainly(world, piece, { 'Accept-Encoding': 'identity' });
      const zipped = await plainly(world, piece, { 'Accept-Encoding': 'gzip' });
      expect([plain.coding, zipped.coding]).to.deep.equal([undefined, 'gzip']);
      expect(gunzipSync(zipped.body)).to.deep.equal(plain.body);
      expect(plain.etag)
        .to.match(/^"[^"]+"$/)
        .and.not.equal(zipped.etag);
      for (const [coding, tag, status, told] of [
        ['identity', plain.etag, 304, plain.etag],
        ['identity', zipped.etag, 200, plain.etag],
        ['gzip', zipped.etag, 304, zipped.etag],
        ['gzip', `W/${zipped.etag}`, 304, zipped.etag],
        ['gzip', plain.etag, 304, plain.etag],
        ['gzip', `${plain.etag}, ${zipped.etag}`, 304, zipped.etag],
        ['gzip', '"x"', 200, zipped.etag],
      ] as const) {
        const reply = await plainly(world, piece, { 'Accept-Encoding': coding, 'If-None-Match': tag });
        expect(reply.status, `${coding} ${tag}`).to.equal(status);
        expect(reply.etag, `${coding} ${tag}`).to.equal(told);
      }
      const without = await plainly(world, piece, { 'If-None-Match': zipped.etag });
      expect(without.status, 'no Accept-Encoding takes any').to.equal(304);
      for (const tag of [plain.etag, zipped.etag])
        expect((await plainly(world, piece, { 'Accept-Encoding': 'gzip', 'If-Match': tag })).status).to.equal(200);
    },
  },
  {
    section: 'RFC 9110, 8.8.3.3',
    statement: 'the description of the node has a tag for each coding, too',
    holds: async (world) => {
      const tags = new Map<string, string>();
      for (const coding of ['identity', 'gzip', 'br', 'deflate']) {
        const reply = await plainly(world, '/openapi.json', { 'Accept-Encoding': coding });
        expect(reply.status).to.equal(200);
        const sent = reply.coding ?? 'identity';
        expect(tags.get(sent) ?? reply.etag).to.equal(reply.etag);
        tags.set(sent, reply.etag);
        const again = await plainly(world, '/openapi.json', { 'Accept-Encoding': coding, 'If-None-Match': reply.etag });
        expect(again.status).to.equal(304);
      }
      expect(new Set(tags.values()).size).to.equal(tags.size).and.to.equal(2);
    },
  },
  {
    section: 'RFC 9110, 8.8.2.1',
    statement: 'Last-Modified is never later than Date, also when the clock was set back',
    holds: async (world) => {
      const piece = await world.piece();
      world.node.clock.advance(-3600);
      try {
        for (const path of [piece, `${piece}/audit-trail`, '/']) {
          const { headers } = await world.holder.get(path);
          const [modified, date] = ['last-modified', 'date'].map((name) => Date.parse(headers.get(name) ?? ''));
          expect(modified, path).to.be.at.most(date ?? NaN);
        }
      } finally {
        world.node.clock.advance(3600);
      }
    },
  },
];

conformance('caching', statements);
