import { mock } from 'node:test';
import { expect } from 'chai';
import { ServiceError } from '../../src/errors.js';
import { createRateLimits, type RateLimits } from '../../src/http/server/rate-limit.js';
import type { Caller } from '../../src/http/caller.js';
import { iri } from '../../src/rdf/terms.js';
import { readSettings } from '../../src/settings/settings.js';
import { messages, Party, startTestNode, type TestNode } from '../support/node.js';

describe('RATE_LIMIT', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode({ env: { RATE_LIMIT: '5' } });
  });
  after(() => node.stop());

  it('limits the requests of each caller, with 429, Retry-After and an Error', async () => {
    const [greedy, other] = await Promise.all([node.party('greedy'), node.party('other')]);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await greedy.get('/')).status);
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200]);
    const refused = await greedy.get('/');
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect(refused.json).to.have.property('api:hasTitle', 'Too many requests');
    expect(messages(refused).join()).to.contain('5 requests a minute');
    expect((await other.get('/')).status).to.equal(200);
  });

  it('counts by agent, not by token, address or header', async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, () => node.party('many-tokens')));
    const statuses: number[] = [];
    for (const [index, party] of tokens.entries()) {
      statuses.push((await party.get('/', { headers: { 'X-Forwarded-For': `203.0.113.${index}` } })).status);
    }
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429]);
  });

  it('limits attempts without a valid token by address, and not the authenticated callers at that address', async () => {
    const thief = new Party(node.url, '', 'not.a.token');
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await thief.get('/')).status);
    expect(statuses).to.deep.equal([401, 401, 401, 401, 401, 429]);
    const refused = await node.anonymous.get('/', { headers: { 'X-Forwarded-For': '203.0.113.1' } });
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    const partner = await node.party('same-address');
    expect((await partner.get('/')).status).to.equal(200);
  });

  it('counts 4 KiB of a body as a request, before the body is read', async () => {
    const sender = await node.party('sender');
    const body = { '@type': 'https://onerecord.iata.org/ns/cargo#Piece', x: 'x'.repeat(5 * 4096) };
    expect((await sender.post('/logistics-objects', body)).status).to.equal(429);
    expect((await sender.post('/notifications', {})).status).to.equal(429);
    const other = await node.party('small-sender');
    expect((await other.post('/notifications', {})).status).to.equal(400);
  });

  it('counts 64 KiB of an answer as a request, on public pages by address', async () => {
    const statuses: number[] = [];
    // The description has more than two times 64 KiB.
    for (let count = 0; count < 4; count += 1)
      statuses.push((await node.anonymous.get('/openapi.json', { headers: { 'Accept-Encoding': 'identity' } })).status);
    expect(statuses[0]).to.equal(200);
    expect(statuses.at(-1)).to.equal(429);
    const refused = await node.anonymous.get('/docs/');
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect(refused.json).to.have.property('api:hasTitle', 'Too many requests');
  });

  it('does not apply to internal agents', async () => {
    for (let count = 0; count < 10; count += 1) expect((await node.holder.get('/')).status).to.equal(200);
  });

  it('does not apply to /health', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await node.anonymous.get('/health/ready')).status).to.equal(200);
    }
  });
});

describe('the minute of RATE_LIMIT', () => {
  const caller: Caller = { agent: iri('https://partner.example/logistics-objects/me'), internal: false };
  const now = Date.now.bind(Date);
  afterEach(() => {
    mock.timers.reset();
    Date.now = now;
  });
  /** Retry-After of a rejected request; undefined when it is admitted. */
  const wait = (limits: RateLimits): Promise<number | undefined> =>
    limits
      .ofCaller(caller)
      .request()
      .then(
        () => undefined,
        (refusal: unknown) => {
          if (!(refusal instanceof ServiceError)) throw refusal;
          return Number(refusal.headers['Retry-After']);
        },
      );

  it('ends, and the caller may send requests again', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const limits = createRateLimits(2);
    expect([await wait(limits), await wait(limits), await wait(limits)]).to.deep.equal([undefined, undefined, 60]);
    mock.timers.tick(60_000);
    expect(await wait(limits)).to.equal(undefined);
  });

  it('admits 5,000 requests of a partner unless it is set', async () => {
    const limits = createRateLimits(readSettings({}).rateLimit);
    const waits = await Promise.all(Array.from({ length: 5000 }, () => wait(limits)));
    expect(waits.filter((seconds) => seconds !== undefined)).to.deep.equal([]);
  });

  it('is a minute even if the clock jumps back an hour', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const limits = createRateLimits(1);
    await limits.ofCaller(caller).request();
    Date.now = () => now() - 3_600_000;
    expect(await wait(limits)).to.equal(60);
    mock.timers.tick(60_000);
    expect(await wait(limits)).to.equal(undefined);
  });
});
