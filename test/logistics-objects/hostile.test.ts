import { expect } from 'chai';
import { request } from 'node:http';
import { context, type Json, list, member, token } from '../support/node.js';
import { type JsonObject, TestContext } from '../support/world.js';

const anything = 'https://example.org/x';

describe('A hostile caller', () => {
  let world: TestContext;
  let piece: string;
  let bearer: string;
  before(async () => {
    world = await TestContext.start();
    piece = await world.piece();
    bearer = await token(world.node.url, 'holder');
  });
  after(() => world.stop());

  /** Sends a path as it is: no client on the way that tidies it up. */
  function raw(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<number> {
    const { hostname, port } = new URL(world.node.url);
    return new Promise((resolve, reject) => {
      const sending = request(
        { hostname, port, method, path, headers: { Authorization: `Bearer ${bearer}`, ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sending.once('error', reject);
      sending.end(body);
    });
  }

  describe('gets 404 for unknown addresses', () => {
    for (const path of [
      '/logistics-objects/..',
      '/logistics-objects/%2e%2e',
      '/logistics-objects/.',
      '/action-requests/%2e%2e',
      '/logistics-objects/a%00b',
      '/logistics-objects/a%2F..%2Fb',
      '/logistics-objects/__proto__',
      '/logistics-objects/constructor',
      '/logistics-objects/_data-holder%20',
      '//logistics-objects',
      '/logistics-objects//',
      `/logistics-objects/${'a'.repeat(7000)}`,
      '/logistics-objects/x/revisions/1',
      '/logistics-objects/x/head',
    ]) {
      it(path.slice(0, 50), async () => {
        expect(await raw('GET', path)).to.equal(404);
      });
    }

    it('nor at the address of OPTIONS for the whole server (RFC 9112, 3.2.4)', async () => {
      for (const method of ['GET', 'POST', 'DELETE']) expect(await raw(method, '*'), method).to.equal(400);
    });

    it('nor what is no graph of an object', async () => {
      for (const graph of [
        '/revisions/01',
        '/revisions/2',
        '/revisions/1%2Fprovenance',
        '/provenance',
        '%2Fhead',
        '%23',
        ';x=1',
      ])
        expect(await raw('GET', piece + graph)).to.equal(404);
    });
  });

  it('gets nowhere with odd methods, encodings and types', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'LOCK', 'MKCOL']) expect(await raw(method, piece), method).to.equal(405);
    const ld = { 'Content-Type': 'application/ld+json' };
    expect(await raw('POST', '/logistics-objects', { ...ld, 'Content-Encoding': 'gzip' }, 'no gzip')).to.equal(400);
    expect(await raw('POST', '/logistics-objects', { ...ld, 'Content-Encoding': 'x' }, '{}')).to.equal(415);
    expect(
      await raw('POST', '/logistics-objects', { 'Content-Type': 'application/ld+json, text/plain' }, '{}'),
    ).to.equal(415);
    // It is a POST, and no DELETE: a Verification without a body (V32).
    expect(await raw('POST', piece, { 'X-HTTP-Method-Override': 'DELETE' })).to.equal(415);
    // It gives no parts (RFC 9110, 14.2).
    expect(await raw('GET', piece, { Range: 'bytes=0-3' })).to.equal(200);
    expect(await raw('GET', `${piece}?${'a=b&'.repeat(3000)}`)).to.equal(200);
  });

  it('inflates nothing beyond the limit', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    const reply = await world.holder.send('POST', '/logistics-objects', {
      headers: { 'Content-Encoding': 'gzip' },
      body: new Uint8Array(bomb),
    });
    expect(reply.status).to.equal(413);
  });

  describe('cannot describe other resources in a created object', () => {
    const bodies: Readonly<Record<string, JsonObject>> = {
      'by @reverse': { '@reverse': { 'cargo:shipmentOfPieces': { '@id': '{piece}' } } },
      'by @reverse of content': {
        '@reverse': { 'cargo:shipmentOfPieces': { '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'x' } },
      },
      'by @included': { '@included': [{ '@id': '{piece}', 'cargo:upid': 'x' }] },
      'by nesting': { [anything]: { '@id': '{piece}', 'cargo:upid': 'x' } },
      'of one of its graphs': { [anything]: { '@id': '{piece}/head', 'cargo:upid': 'x' } },
      'of an action request': { [anything]: { '@id': '{base}/action-requests/x', [anything]: 'x' } },
    };
    for (const [name, content] of Object.entries(bodies)) {
      it(name, async () => {
        const text = JSON.stringify({ '@context': context, '@type': 'cargo:Piece', ...content });
        const body = text.replaceAll('{piece}', world.uri(piece)).replaceAll('{base}', world.node.url);
        await world.expectRejected(piece, 400, () => world.holder.post('/logistics-objects', body));
      });
    }
  });

  describe('may write JSON-LD in every way that there is', () => {
    const bodies: Readonly<Record<string, JsonObject>> = {
      'aliases of keywords': {
        '@context': { ...context, kind: '@type', also: '@type' },
        kind: 'cargo:Piece',
        'cargo:upid': 'x',
      },
      '@nest': { '@context': { ...context, inside: '@nest' }, '@type': 'cargo:Piece', inside: { 'cargo:upid': 'x' } },
      '@vocab and @base': {
        '@context': { '@vocab': context.cargo, '@base': 'http://x.example/' },
        '@type': 'Piece',
        upid: 'x',
      },
      'a term with a datatype': {
        '@context': { ...context, u: { '@id': 'cargo:upid', '@type': 'http://www.w3.org/2001/XMLSchema#string' } },
        '@type': 'cargo:Piece',
        u: 'x',
      },
      '@set': { '@context': context, '@type': ['cargo:Piece'], 'cargo:upid': { '@set': ['x', 'x'] } },
      '@index': {
        '@context': { ...context, u: { '@id': 'cargo:upid', '@container': '@index' } },
        '@type': 'cargo:Piece',
        u: { a: 'x' },
      },
      '@graph of one': { '@context': context, '@graph': [{ '@type': 'cargo:Piece', 'cargo:upid': 'x' }] },
      'several contexts': { '@context': [context, { u: 'cargo:upid' }], '@type': 'cargo:Piece', u: 'x' },
    };
    for (const [name, body] of Object.entries(bodies)) {
      it(name, async () => {
        const reply = await world.holder.post('/logistics-objects', body);
        expect(reply.status, reply.text).to.equal(201);
        const read = await world.read(world.path(reply.headers.get('location')));
        expect([member(read, '@type'), member(read, 'cargo:upid')]).to.deep.equal(['cargo:Piece', 'x']);
      });
    }
  });

  it('creates an object once, however often at the same time', async () => {
    const body = { '@type': 'cargo:Piece', '@id': world.uri('/logistics-objects/race') };
    const replies = await Promise.all(Array.from({ length: 6 }, () => world.post(body)));
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(5).fill(409)]);
  });

  it('is embedded at most 1,000 objects, the root counted (D11, D50), and not as often as paths lead to them', async () => {
    const pieces = Array.from({ length: 1010 }, () => ({ '@type': 'cargo:Piece', 'cargo:upid': 'x' }));
    const shipment = await world.create({ '@type': 'cargo:Shipment', 'cargo:shipmentOfPieces': pieces });
    const embedded = list(member(await world.read(`${shipment}?embedded=true`), 'cargo:shipmentOfPieces'));
    expect(embedded).to.have.length(1010);
    expect(embedded.filter((item: Json) => member(item, 'cargo:upid') === 'x')).to.have.length(999);

    let child = await world.piece();
    for (let level = 0; level < 20; level++) {
      const link = { '@id': world.uri(child), '@type': 'cargo:Piece' };
      child = await world.piece({ 'https://example.org/a': link, 'https://example.org/b': link });
    }
    const reply = await world.holder.get(`${child}?embedded=true`);
    expect(reply.status).to.equal(200);
    expect(reply.text.length).to.be.below(5_000_000);
  });

  it('gets no internal details in an error', async () => {
    const replies = await Promise.all(
      [
        { '@type': 'cargo:Piece', '@included': [{ 'cargo:upid': 'x' }] },
        { '@type': 'cargo:Piece', '@reverse': { 'cargo:pieces': {} } },
      ].map((body) => world.post(body as JsonObject)),
    );
    // Labels that the reader gave to nodes without a name tell a caller nothing.
    for (const { text } of replies) expect(text).to.not.match(/"b\d+ is not linked|_:b\d+/);
  });
});
