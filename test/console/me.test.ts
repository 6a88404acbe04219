import { expect } from 'chai';
import { programVersion } from '../../src/version.js';
import { member, startTestNode } from '../support/node.js';
import { TestContext, text } from '../support/world.js';

describe('the console’s configuration and the caller', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  it('is open to anyone before sign-in, with a tag', async () => {
    const reply = await world.anonymous.get('/console/config.json');
    expect(reply.status).to.equal(200);
    expect(reply.json).to.deep.equal({
      base: world.node.url,
      version: programVersion(),
      namespaces: {
        api: 'https://onerecord.iata.org/ns/api#',
        cargo: 'https://onerecord.iata.org/ns/cargo#',
        codeLists: 'https://onerecord.iata.org/ns/code-lists/',
      },
      devIdp: true,
      login: [],
    });
    const condition = { 'If-None-Match': reply.headers.get('etag') ?? '' };
    expect((await world.anonymous.get('/console/config.json', { headers: condition })).status).to.equal(304);
    expect((await world.anonymous.post('/console/config.json', {})).status).to.equal(405);
  });

  for (const path of ['/internal/me', '/console/api/me']) {
    it(`identifies internal agents and partners, at ${path}`, async () => {
      const reply = await world.holder.get(path);
      expect(reply.status).to.equal(200);
      expect(reply.json).to.include({
        agent: world.holder.agent,
        label: 'Example Data Holder',
        internal: true,
        issuer: `${world.node.url}/dev-idp`,
        dataHolder: world.holder.agent,
        validation: 'strict',
        eventPosting: 'acl',
        autoAccept: 'none',
        mirror: true,
        log: true,
      });
      expect(member(reply.json, 'apiVersions')).to.deep.equal(['2.0.0', '2.1.0', '2.2.0', '2.3.0']);
      expect(Date.parse(text(member(reply.json, 'expiresAt')))).to.be.greaterThan(world.node.clock.now().getTime());
      expect((await world.partner.get(path)).json).to.include({
        agent: world.partner.agent,
        label: null,
        internal: false,
        mirror: false,
        log: true,
      });
    });

    it(`refuses callers without a token and unknown parameters, at ${path}`, async () => {
      expect((await world.anonymous.get(path)).status).to.equal(401);
      expect((await world.holder.get(`${path}?a=b`)).status).to.equal(400);
      expect((await world.holder.get(path, { headers: { Accept: 'text/html' } })).status).to.equal(406);
    });
  }

  it('has nothing below /console where it is off', async () => {
    const issuer = 'https://i.example';
    const off = [
      { CONSOLE: 'false' },
      {
        NODE_ENV: 'production',
        DEV_IDP: 'true',
        TRUSTED_ISSUERS: JSON.stringify([{ issuer, jwksUri: `${issuer}/keys` }]),
      },
    ];
    for (const env of off) {
      const node = await startTestNode({ env });
      for (const path of ['/console', '/console/', '/console/config.json', '/console/api/me'])
        expect((await node.holder.get(path)).status, path).to.equal(404);
      expect((await node.anonymous.get('/console/api/me')).status).to.equal(404);
      expect((await node.holder.get('/internal/me')).status).to.equal(200);
      await node.stop();
    }
  });

  it('names the identity providers of CONSOLE_LOGIN, without more than a browser needs', async () => {
    const issuer = 'https://login.example';
    const node = await startTestNode({
      env: {
        TRUSTED_ISSUERS: JSON.stringify([{ issuer, jwksUri: `${issuer}/keys` }]),
        DEV_IDP: 'true',
        CONSOLE_LOGIN: JSON.stringify([
          { name: 'Staff', issuer, clientId: 'console', audience: 'node', origins: ['https://token.example'] },
        ]),
      },
    });
    const { json } = await node.anonymous.get('/console/config.json');
    expect(member(json, 'login')).to.deep.equal([
      { name: 'Staff', issuer, clientId: 'console', scope: 'openid', audience: 'node' },
    ]);
    const { headers } = await fetch(`${node.url}/console/`);
    expect(headers.get('content-security-policy'), 'what the page may call').to.contain(
      "connect-src 'self' https://login.example https://token.example;",
    );
    await node.stop();
  });
});
