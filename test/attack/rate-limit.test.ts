import { expect } from 'chai';
import { messages, Party, startTestNode, type TestNode } from '../support/node.js';

describe('RATE_LIMIT', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode({ env: { RATE_LIMIT: '5' } });
  });
  after(() => node.stop());

  it('bounds the requests of one caller, with 429, Retry-After and an Error, and leaves the others alone', async () => {
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

  it('counts a caller by its agent, whatever the token, address, or header', async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, () => node.party('many-tokens')));
    const statuses: number[] = [];
    for (const [index, party] of tokens.entries()) {
      statuses.push((await party.get('/', { headers: { 'X-Forwarded-For': `203.0.113.${index}` } })).status);
    }
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429]);
  });

  it('bounds the attempts without a valid token by address, and does not lock out who shares it', async () => {
    const thief = new Party(node.url, '', 'not.a.token');
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await thief.get('/')).status);
    expect(statuses).to.deep.equal([401, 401, 401, 401, 401, 429]);
    const refused = await node.stranger.get('/', { headers: { 'X-Forwarded-For': '203.0.113.1' } });
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    const partner = await node.party('same-address');
    expect((await partner.get('/')).status).to.equal(200);
  });

  it('leaves health alone, which tells the operator', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await node.stranger.get('/health/ready')).status).to.equal(200);
    }
  });
});

it('without RATE_LIMIT nobody is bounded', async () => {
  const node = await startTestNode();
  try {
    const replies = await Promise.all(Array.from({ length: 200 }, () => node.holder.get('/')));
    expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([200]));
  } finally {
    await node.stop();
  }
});
