import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { createPiece } from '../support/exchange.js';
import { cargo, context, messages, type Reply } from '../support/node.js';
import { type JsonObject, TestContext } from '../support/world.js';
import { cpuTime } from '../support/cpu-time.js';

describe('hostile bodies', () => {
  let world: TestContext;
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    world.holder.post('/logistics-objects', body, headers);
  const nested = (depth: number, text = '{"a":'): string => text.repeat(depth) + '1' + '}'.repeat(depth);

  before(async () => {
    world = await TestContext.start({ env: { BODY_LIMIT: '1mb' } });
  });
  after(() => world.stop());

  it('larger than BODY_LIMIT are rejected, with or without Content-Length, also when decoded', async () => {
    const large = JSON.stringify({ '@type': `${cargo}Piece`, x: 'x'.repeat(1024 ** 2) });
    expect((await post(large)).status).to.equal(413);
    const bomb = gzipSync(Buffer.alloc(200 * 1024 ** 2, ' '));
    expect(bomb.length, 'what is sent is small').to.be.lessThan(1024 ** 2);
    const began = cpuTime();
    expect((await post(bomb, { 'Content-Encoding': 'gzip' })).status).to.equal(413);
    expect(cpuTime() - began, 'not inflated as a whole').to.be.below(1000);
  });

  it('nested too deeply are rejected before they are traversed', async () => {
    for (const body of [
      nested(100_000),
      '['.repeat(500_000),
      '['.repeat(250_000) + ']'.repeat(250_000),
      nested(5_000, '{"@context":{"cargo":"' + cargo + '"},"cargo:x":'),
      nested(5_000, '{"@graph":'),
      `{"@context":${nested(5_000)}}`,
    ]) {
      expect((await post(body)).status, body.slice(0, 60)).to.equal(400);
    }
  });

  it('with more Logistics Objects than the maximum are rejected, and nothing is created', async () => {
    const pieces = (count: number): JsonObject => ({
      '@context': context,
      '@type': 'cargo:Shipment',
      'cargo:pieces': Array.from({ length: count }, () => ({ '@type': 'cargo:Piece' })),
    });
    const total = async (): Promise<unknown> =>
      (await world.holder.get('/logistics-objects?limit=1')).json?.valueOf() ?? undefined;
    const before = JSON.stringify(await total());
    const refused = await post(pieces(2_000));
    expect(refused.status).to.equal(413);
    expect(messages(refused).join()).to.match(/may have at most \d+ Logistics Objects/);
    expect(JSON.stringify(await total())).to.equal(before);
    expect((await post(pieces(200))).status).to.equal(201);
  });

  it('with a long node that many objects share are rejected before it is copied into each', async () => {
    const sharing = (length: number, count: number): JsonObject => ({
      '@context': context,
      '@type': 'cargo:Shipment',
      'cargo:pieces': Array.from({ length: count }, (_, index) => ({
        '@type': 'cargo:Piece',
        'cargo:handlingInstructions': {
          '@id': '_:shared',
          ...(index === 0 && { '@type': 'cargo:HandlingInstructions', 'cargo:description': 'x'.repeat(length) }),
        },
      })),
    });
    const began = cpuTime();
    const refused = await post(sharing(700_000, 800));
    expect(refused.status).to.equal(413);
    expect(messages(refused).join()).to.match(/share are copied into each/);
    expect(cpuTime() - began).to.be.below(10_000);
    expect((await post(sharing(100, 20))).status).to.equal(201);
    const manyTypes = Array.from({ length: 5_000 }, (_, index) => `cargo:${index}`);
    const pieces = Array.from({ length: 1_900 }, () => ({
      '@type': 'cargo:Piece',
      'cargo:upid': 'x',
      'cargo:x': { '@id': '_:s' },
    }));
    const typed = {
      '@context': context,
      '@type': 'cargo:Shipment',
      'cargo:pieces': [{ '@id': '_:s', '@type': ['cargo:Piece', ...manyTypes] }, ...pieces],
    };
    expect((await post(typed)).status).to.equal(413);
  });

  it('with more operations than the maximum of a Change are rejected', async () => {
    const piece = await createPiece(world.holder);
    const change = (count: number): JsonObject =>
      changeBody(
        piece,
        1,
        Array.from({ length: count }, (_, index) => add(piece, 'goodsDescription', `v${index}`)),
      );
    const refused = await world.partner.patch(piece, change(2_001));
    expect(refused.status).to.equal(413);
    expect(messages(refused).join()).to.match(/may have at most \d+ operations, not 2001/);
    expect((await world.partner.patch(piece, change(200))).status).to.equal(201);
  });

  it('that would change the prototype of everything change nothing', async () => {
    const polluting = [
      '{"__proto__":{"polluted":"yes"},"@type":"https://onerecord.iata.org/ns/cargo#Piece"}',
      '{"constructor":{"prototype":{"polluted":"yes"}},"@type":"https://onerecord.iata.org/ns/cargo#Piece"}',
      '{"@context":{"__proto__":{"polluted":"yes"}},"@type":"https://onerecord.iata.org/ns/cargo#Piece"}',
      '{"@context":{"x":{"@id":"http://x","__proto__":{"polluted":"yes"}}},"@type":"https://onerecord.iata.org/ns/cargo#Piece"}',
      '{"@type":"https://onerecord.iata.org/ns/cargo#Piece","https://onerecord.iata.org/ns/cargo#goodsDescription":{"__proto__":{"polluted":"yes"},"@value":"x"}}',
      '{"@type":"__proto__"}',
      '{"@id":"__proto__","@type":["constructor","toString"]}',
    ];
    for (const body of polluting) {
      expect((await post(body)).status, body).to.be.within(200, 499);
      expect((await world.holder.patch('/logistics-objects/_data-holder', body)).status, body).to.be.within(400, 499);
    }
    for (const query of [
      '__proto__[polluted]=yes',
      'constructor.prototype.polluted=yes',
      '__proto__=x',
      'type=__proto__',
    ])
      expect((await world.holder.get(`/logistics-objects?${query}`)).status, query).to.be.within(200, 499);
    for (const path of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      for (const below of ['', '/acl', '/audit-trail', '/logistics-events', '/revisions/__proto__'])
        expect((await world.holder.get(`/logistics-objects/${path}${below}`)).status, path).to.equal(404);
    expect(({} as JsonObject)['polluted']).to.equal(undefined);
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
  });

  it('with SPARQL in every text stay text', async () => {
    const piece = await createPiece(world.holder);
    const canary = await world.holder.get(piece);
    const injections = [
      '" . } ; DROP ALL ; #',
      "'; DROP ALL; --",
      'x> } ; CLEAR ALL ; INSERT DATA { <a> <b> <c',
      '\\" . ?s ?p ?o } #',
      '"""\n} ; DROP ALL',
      '\u0000\u0001\u001f\u2028',
      '${7*7}{{7*7}}',
    ];
    for (const text of injections) {
      const made = await post({ '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': text });
      if (made.status === 201) {
        const { json } = await world.holder.get(made.headers.get('location') ?? '');
        expect(json).to.have.property('cargo:goodsDescription', text);
      } else expect(made.status, text).to.be.within(400, 499);
      const asIri = await post({
        '@context': context,
        '@id': `${world.node.url}/logistics-objects/${text}`,
        '@type': 'cargo:Piece',
      });
      expect(asIri.status, text).to.equal(400);
      const asPredicate = await world.partner.patch(
        piece,
        changeBody(piece, 1, [{ ...add(piece, 'x', 'x'), p: text }]),
      );
      expect(asPredicate.status, text).to.be.within(400, 422);
      for (const query of [`type=${encodeURIComponent(text)}`, `status=${encodeURIComponent(text)}`])
        expect((await world.holder.get(`/action-requests?${query}`)).status, query).to.be.within(200, 499);
      for (const name of ['eventType', 'sort', 'created_after', 'limit'])
        expect(
          (await world.holder.get(`${piece}/logistics-events?${name}=${encodeURIComponent(text)}`)).status,
        ).to.be.within(200, 499);
      expect((await world.holder.get(`/logistics-objects/${encodeURIComponent(text)}`)).status).to.be.within(400, 404);
    }
    expect((await world.holder.get(piece)).text).to.equal(canary.text);
  });
});

describe('header fields', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  it('of an API response make browsers ignore its content', async () => {
    for (const { headers } of [
      await world.holder.get('/'),
      await world.anonymous.get('/'),
      await world.anonymous.get('/health/live'),
    ]) {
      expect(headers.get('content-security-policy')).to.equal("default-src 'none';frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('x-frame-options')).to.equal('DENY');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(headers.get('strict-transport-security')).to.equal(null);
      expect(headers.get('x-powered-by')).to.equal(null);
      expect(headers.get('server')).to.equal(null);
    }
  });

  it('cannot be added by callers', async () => {
    const crlf = '%0d%0aX-Injected:%20yes';
    for (const path of [
      `/logistics-objects/a${crlf}`,
      `/logistics-objects/_data-holder?at=${crlf}`,
      `/action-requests?status=${crlf}`,
      `/${crlf}`,
      `/docs${crlf}`,
    ]) {
      const { headers, status } = await world.holder.get(path);
      expect(headers.get('x-injected'), path).to.equal(null);
      expect(status, path).to.be.within(400, 404);
    }
    const relocated = await world.holder.put(
      '/internal/relocations/_data-holder',
      {
        location: 'https://a.example/\r\nX-Injected: yes',
        permanent: true,
      },
      { 'Content-Type': 'application/json' },
    );
    expect(relocated.status).to.be.within(400, 499);
  });
});
